/* A list of pseudonyms, as plain forms: on or off, the entries with what is sent in their place, and new ones. */
import { useEffect, useRef } from "react";
import { Form } from "react-router";
import { foundKinds, nameKinds } from "#core/pseudonyms/entry.ts";
import { kindNames, type ShownEntry, type ShownList } from "#core/pseudonyms/list-change.ts";
import type { AccountRefusal } from "#core/account/account-refusal.ts";
import type { NameSuggestion } from "#core/pseudonyms/suggest-names.ts";
import { AuthForm } from "../auth/auth-form.tsx";
import { buttonClass } from "../kit/button.tsx";
import { DoneNotice, ErrorNotice, SettingsSection } from "../settings/settings-page.tsx";
import { TextArea } from "../kit/text-area.tsx";

export type PseudonymAnswered = { intent: string; refusal: AccountRefusal | null; forms?: string };

type PseudonymSettingsProps = {
  of: "project" | "organization";
  list: ShownList;
  suggestions: readonly NameSuggestion[];
  answered: PseudonymAnswered | undefined;
};

const leads = {
  project:
    "Names and numbers in this project’s chats, drafts and files are replaced before anything is sent to a model, and put back in what it answers. Sums, dates and section numbers stay.",
  organization:
    "Names and numbers in all projects and chats of the organization are replaced before anything is sent to a model, and put back in what it answers. Sums, dates and section numbers stay. What is recognised in a project is kept in that project’s own list.",
};

const done: Record<string, string> = {
  switch: "Saved.",
  add: "Added. It will be replaced from now on.",
  take: "Added. It will be replaced from now on.",
  remove: "Removed from the list.",
  send: "Saved.",
};

export function PseudonymSettings({ of, list, suggestions, answered }: PseudonymSettingsProps) {
  const { isOn, isOnAbove, mayReveal, mayConceal, entries } = list;
  const refusal = answered?.refusal ?? null;
  const names = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    // Only what this form has added: a suggestion leaves what is being typed.
    if (answered?.intent === "add" && answered.refusal === null && names.current !== null) names.current.value = "";
  }, [answered]);
  const entered = entries.filter(({ isFound }) => !isFound);
  const found = entries.filter(({ isFound }) => isFound);
  return (
    <>
      {answered !== undefined && refusal === null && <DoneNotice>{done[answered.intent]}</DoneNotice>}
      {answered !== undefined && refusal !== null && <ErrorNotice>{refusal.sentence}</ErrorNotice>}
      <SettingsSection title={isOn || isOnAbove ? "Pseudonyms are on" : "Pseudonyms are off"} lead={leads[of]}>
        {isOnAbove && <p className="mb-4 text-base">They are on for the whole organization, so they apply here too.</p>}
        <p className="mb-4 text-base text-ink-soft text-pretty">
          What can’t be replaced isn’t sent: pictures stay here, recordings are not transcribed, and web searches for a replaced
          name are refused. What was sent before stays with the provider. A name that isn’t in the list is sent as written.
        </p>
        {mayReveal && (
          <Form method="post">
            <input type="hidden" name="intent" value="switch" />
            <input type="hidden" name="isOn" value={String(!isOn)} />
            <button type="submit" className={buttonClass(isOn ? "outline" : "primary")}>
              {isOn ? "Turn off" : "Turn on"}
            </button>
          </Form>
        )}
      </SettingsSection>
      <SettingsSection
        title="Names"
        lead="Parts of a name are replaced on their own, too, with their endings: “Anna Lindqvist”, “Lindqvist’s” and “Ms Lindqvist” get matching pseudonyms."
      >
        <Entries label="Names" entries={entered} mayReveal={mayReveal} />
        {mayConceal && (
          <AuthForm intent="add" submit="Add" isWide={false}>
            <KindChoice />
            <TextArea
              name="forms"
              label="Name"
              ref={names}
              rows={2}
              required
              defaultValue={refusal === null ? "" : answered?.forms}
              placeholder={"Anna Lindqvist\nAnnie"}
              hint="One way of writing it per line, the fullest first. A part that is also an everyday word, such as “Will”, is replaced alone only if it has a line of its own."
            />
          </AuthForm>
        )}
      </SettingsSection>
      {mayConceal && <Suggested suggestions={suggestions} />}
      {found.length > 0 && (
        <SettingsSection title="Recognised" lead="Recognised by their form in what was sent, and replaced ever since.">
          <Entries label="Recognised" entries={found} mayReveal={mayReveal} />
        </SettingsSection>
      )}
    </>
  );
}

function Suggested({ suggestions }: { suggestions: readonly NameSuggestion[] }) {
  if (suggestions.length === 0) return null;
  return (
    <SettingsSection
      title="Suggested names"
      lead="The project’s parties, and names in its files and drafts that recur or end as a company’s does. Nothing is replaced until you add it."
    >
      <ul aria-label="Suggested names" className="divide-y divide-rule border-y border-rule">
        {suggestions.map(({ name, kind, times }) => (
          <li key={name} className="flex items-center gap-3 py-2">
            <span className="min-w-0 flex-1 truncate font-serif">{name}</span>
            <span className="text-xs text-ink-soft">{times === 1 ? "once" : `${times} times`}</span>
            <Form method="post">
              <input type="hidden" name="intent" value="take" />
              <input type="hidden" name="kind" value={kind} />
              <input type="hidden" name="forms" value={name} />
              <button type="submit" aria-label={`Add ${name}`} className={buttonClass("quiet", "small")}>
                Add
              </button>
            </Form>
          </li>
        ))}
      </ul>
    </SettingsSection>
  );
}

function KindChoice() {
  return (
    <label className="block min-w-0">
      <span className="mb-1.5 block font-medium">Kind</span>
      <select name="kind" className="h-10 rounded-lg border border-rule-strong bg-paper px-3 pointer-coarse:h-11">
        {[...nameKinds, ...foundKinds].map((kind) => (
          <option key={kind} value={kind}>
            {kindNames[kind]}
          </option>
        ))}
      </select>
    </label>
  );
}

function Entries({ label, entries, mayReveal }: { label: string; entries: readonly ShownEntry[]; mayReveal: boolean }) {
  if (entries.length === 0) return null;
  return (
    <ul aria-label={label} className="mb-6 divide-y divide-rule border-y border-rule">
      {entries.map((entry) => (
        <EntryRow key={entry.id} entry={entry} mayReveal={mayReveal} />
      ))}
    </ul>
  );
}

function EntryRow({ entry: { id, kind, forms, isFound, isSentAsIs, code }, mayReveal }: { entry: ShownEntry; mayReveal: boolean }) {
  const [first, ...others] = forms;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-serif break-words">
          {first}
          {others.length > 0 && <span className="text-ink-soft"> · {others.join(" · ")}</span>}
        </p>
        <p className="text-xs text-ink-soft">
          {kindNames[kind]} · {isSentAsIs ? "sent as it is" : code === null ? "not sent yet" : `sent as ${code}`}
        </p>
      </div>
      {mayReveal && (
        <Form method="post">
          <input type="hidden" name="intent" value="send" />
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="isSentAsIs" value={String(!isSentAsIs)} />
          <button
            type="submit"
            aria-label={`${isSentAsIs ? "Replace" : "Send as it is:"} ${first}`}
            className={buttonClass("quiet", "small")}
          >
            {isSentAsIs ? "Replace" : "Send as it is"}
          </button>
        </Form>
      )}
      {mayReveal && !isFound && (
        <Form method="post">
          <input type="hidden" name="intent" value="remove" />
          <input type="hidden" name="id" value={id} />
          <button type="submit" aria-label={`Remove ${first}`} className={buttonClass("quiet", "small")}>
            Remove
          </button>
        </Form>
      )}
    </li>
  );
}
