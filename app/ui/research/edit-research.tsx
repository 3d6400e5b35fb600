/* Changing what a research asks. Answers to what was asked before stay, marked as such, until they are asked again. */
import { useId, useState, type SyntheticEvent } from "react";
import { jurisdictions } from "#core/law/jurisdictions.ts";
import { researchLimits, type Research } from "#core/research/research.ts";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { TextArea } from "../kit/text-area.tsx";
import { TextField } from "../kit/text-field.tsx";
import type { ResearchActions } from "./use-research.ts";

export function EditResearch({
  research,
  actions,
  onClose,
}: {
  research: Research;
  actions: ResearchActions;
  onClose: () => void;
}) {
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  async function save(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const day = String(form.get("day") ?? "");
    const chosen = form.getAll("jurisdiction").map(String);
    const asked = { day: day === "" ? null : day, withFiles: form.get("files") !== null };
    setBusy(true);
    const isSaved = await actions.send("", {
      method: "PATCH",
      body: {
        question: String(form.get("question") ?? ""),
        known: String(form.get("known") ?? ""),
        // What is as it was makes no answer outdated.
        ...(asked.day !== research.day && { day: asked.day }),
        ...(asked.withFiles !== research.withFiles && { withFiles: asked.withFiles }),
        ...(chosen.join(" ") !== research.jurisdictions.join(" ") && { jurisdictions: chosen }),
      },
    });
    if (isSaved) onClose();
    else setBusy(false);
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Change question"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={id} pending={isBusy}>
            Save
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
        <TextArea
          label="Question"
          name="question"
          rows={3}
          required
          maxLength={researchLimits.question}
          defaultValue={research.question}
        />
        <fieldset className="flex flex-wrap gap-x-5 gap-y-2">
          <legend className="mb-1.5 font-medium">Law of</legend>
          {jurisdictions.map(({ code, name }) => (
            <label key={code} className="flex items-center gap-2">
              <input type="checkbox" name="jurisdiction" value={code} defaultChecked={research.jurisdictions.includes(code)} />
              {name}
            </label>
          ))}
        </fieldset>
        <TextField
          label="On the day"
          name="day"
          type="date"
          defaultValue={research.day ?? ""}
          hint="Leave empty for current law."
        />
        <label className="flex items-center gap-2">
          <input type="checkbox" name="files" defaultChecked={research.withFiles} />
          Search the files of the project too
        </label>
        <TextArea
          label="What is already known"
          name="known"
          rows={4}
          maxLength={researchLimits.known}
          defaultValue={research.known}
        />
      </form>
    </Dialog>
  );
}
