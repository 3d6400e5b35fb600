/* Beginning a research: the question first, the rest below it with its usual value. In the empty list it is the page itself. */
import { useId, useState, type SyntheticEvent } from "react";
import { useNavigate } from "react-router";
import { jurisdictions, type JurisdictionCode } from "#core/law/jurisdictions.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { SelectField } from "../developers/select-field.tsx";
import { Button } from "../kit/button.tsx";
import { chipClass } from "../kit/chip.ts";
import { Dialog } from "../kit/dialog.tsx";
import { TextArea } from "../kit/text-area.tsx";
import { TextField } from "../kit/text-field.tsx";
import { showToast } from "../kit/toast.tsx";
import { useWorkspace } from "../shell/use-place.ts";

export type ResearchChoices = { stored: readonly JurisdictionCode[]; projects: readonly { id: string; name: string }[] };

export function NewResearch({
  choices,
  onClose,
  className = "",
}: {
  choices: ResearchChoices;
  /** In a dialog if it is given. */
  onClose?: () => void;
  className?: string;
}) {
  const place = useWorkspace();
  const navigate = useNavigate();
  const id = useId();
  const [isBusy, setBusy] = useState(false);

  async function make(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [day, projectId] = [textOf(form, "day"), textOf(form, "project")];
    setBusy(true);
    try {
      const { id: made } = await ask<{ id: string }>("/api/research", {
        body: {
          question: textOf(form, "question"),
          known: textOf(form, "known"),
          jurisdictions: form.getAll("jurisdiction"),
          day: day === "" ? null : day,
          ...(projectId !== "" && { projectId }),
        },
      });
      await navigate(place.path(`/research/${made}`));
    } catch (error) {
      setBusy(false);
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    }
  }
  const form = (
    <form id={id} onSubmit={(event) => void make(event)} className={`flex flex-col gap-4 ${className}`}>
      <TextArea
        label="Question"
        name="question"
        required
        rows={3}
        maxLength={2000}
        placeholder="When may an employer give notice, and what has to be shown?"
      />
      <fieldset>
        <legend className="mb-1.5 font-medium">Law of</legend>
        <div className="flex flex-wrap gap-2">
          {jurisdictions.map(({ code, label, name }) => (
            <label key={code} className={chipClass}>
              <input
                type="checkbox"
                name="jurisdiction"
                value={code}
                defaultChecked={choices.stored.length === 1 && choices.stored[0] === code}
                className="sr-only"
              />
              <span aria-hidden="true">{label}</span>
              <span className="sr-only">{name}</span>
            </label>
          ))}
        </div>
        <p className="mt-1.5 text-xs text-ink-faint">{storedWords(choices.stored)}</p>
      </fieldset>
      <div className="flex flex-wrap gap-4">
        <TextField label="On the day" name="day" type="date" hint="Leave empty for current law." className="min-w-44 flex-1" />
        <SelectField label="Project" name="project" className="min-w-44 flex-1">
          <option value="">Drafts</option>
          {choices.projects.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </SelectField>
      </div>
      <details>
        <summary className="cursor-pointer text-ink-soft touch-target">What is already known</summary>
        <TextArea label="What is already known" hideLabel name="known" rows={4} maxLength={8000} />
      </details>
      {onClose === undefined && (
        <p>
          <Button variant="primary" type="submit" pending={isBusy}>
            Make a plan
          </Button>
        </p>
      )}
    </form>
  );
  if (onClose === undefined) return form;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="New research"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={id} pending={isBusy}>
            Make a plan
          </Button>
        </>
      }
    >
      {form}
    </Dialog>
  );
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value.trim() : "";
}

function storedWords(stored: readonly JurisdictionCode[]): string {
  const labels = stored.map((code) => jurisdictions.find((one) => one.code === code)?.label ?? code);
  return labels.length === 0 ? "No law is stored here yet." : `Stored here: ${labels.join(", ")}.`;
}
