/* A style: its samples, its measurements, its description, and its deletion. */
import { X } from "lucide-react";
import { Form } from "react-router";
import { descriptionMax, type ShownStyle, type StyleAnswered, type StyleOwner } from "#core/style/writing-style.ts";
import { AuthForm } from "../auth/auth-form.tsx";
import { HouseStyleForm } from "./house-style-form.tsx";
import { NewStyleSample } from "./new-style-sample.tsx";
import { DoneNotice, ErrorNotice, SettingsSection } from "./settings-page.tsx";
import { StyleFigures } from "./style-figures.tsx";
import { TextArea } from "../kit/text-area.tsx";

type StyleSettingsProps = { of: StyleOwner; style: ShownStyle; answered: StyleAnswered | undefined };

const done: Record<string, string> = {
  sample: "Sample added.",
  remove: "Sample removed.",
  description: "Description saved.",
  house: "House style saved.",
  reset: "Description reset to what was measured.",
  delete: "Style deleted.",
};

const leads: Record<StyleOwner, string> = {
  person:
    "Add text you’ve written yourself: a letter, an article, a few pages. Stet measures it and keeps the figures and the first line, not the text.",
  organization:
    "Add text that sounds the way your organization should. Stet measures it and keeps the figures and the first line, not the text. Members without a style of their own write in this one.",
};

export function StyleSettings({ of, style, answered }: StyleSettingsProps) {
  const { samples, measures, description, isEdited, house, drafts } = style;
  const isRefused = (intent: string) => (answered?.intent === intent ? answered.refusal : null);
  return (
    <>
      {answered?.refusal === null && <DoneNotice>{done[answered.intent]}</DoneNotice>}
      {isRefused("remove") && <ErrorNotice>{isRefused("remove")!.sentence}</ErrorNotice>}
      <SettingsSection title="Writing samples" lead={leads[of]}>
        {samples.length > 0 && (
          <ul aria-label="Samples" className="mb-6 divide-y divide-rule border-y border-rule">
            {samples.map((sample) => (
              <Sample key={sample.id} sample={sample} />
            ))}
          </ul>
        )}
        <NewStyleSample drafts={drafts} answered={answered?.intent === "sample" ? answered : undefined} />
      </SettingsSection>
      {measures.length > 0 && (
        <SettingsSection title="What was measured" lead="Half of the sentences and paragraphs fall within the range in brackets.">
          {measures.map((one) => (
            <StyleFigures key={one.language} measures={one} />
          ))}
        </SettingsSection>
      )}
      <SettingsSection
        title="Description"
        lead="Every model gets this description with your question. It’s written from the figures; change it as you like."
      >
        <AuthForm key={description} intent="description" submit="Save" isWide={false} refusal={isRefused("description")}>
          <TextArea
            name="description"
            label="Description"
            hideLabel
            rows={5}
            maxLength={descriptionMax}
            defaultValue={description}
          />
        </AuthForm>
        {isEdited && (
          <div className="mt-3">
            <AuthForm intent="reset" submit="Reset to the measured description" variant="quiet" isWide={false} />
          </div>
        )}
      </SettingsSection>
      <HouseStyleForm house={house} refusal={isRefused("house")} of={of} />
      {(samples.length > 0 || description !== "") && (
        <SettingsSection
          title="Delete style"
          lead="Removes the samples’ figures, the description and the house style. This can’t be undone."
        >
          <AuthForm intent="delete" submit="Delete style" variant="danger" isWide={false} />
        </SettingsSection>
      )}
    </>
  );
}

function Sample({ sample: { id, name, excerpt, words } }: { sample: ShownStyle["samples"][number] }) {
  return (
    <li className="flex items-center gap-3 py-3">
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-3">
          <h3 className="truncate font-medium">{name}</h3>
          <span className="shrink-0 text-xs text-ink-soft">{words.toLocaleString("en")} words</span>
        </div>
        <p className="truncate font-serif text-ink-soft">{excerpt}</p>
      </div>
      <Form method="post" className="shrink-0">
        <input type="hidden" name="intent" value="remove" />
        <input type="hidden" name="id" value={id} />
        <button
          type="submit"
          aria-label={`Remove ${name}`}
          className="grid size-9 place-items-center rounded-lg text-ink-faint touch-target hover:bg-wash hover:text-danger"
        >
          <X aria-hidden className="size-4" />
        </button>
      </Form>
    </li>
  );
}
