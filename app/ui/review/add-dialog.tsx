/* Chooses what becomes a row: files and drafts of the project, or sections of stored law as they are in force today. */
import { useState } from "react";
import type { Review } from "#core/review/review.ts";
import { Button } from "../kit/button.tsx";
import { chipClass } from "../kit/chip.ts";
import { Dialog } from "../kit/dialog.tsx";
import { useLawPart } from "./add-law.tsx";
import { useProjectPart } from "./add-of-project.tsx";
import { addDocuments } from "./table-cells.ts";
import type { NewDocuments, ReviewActions } from "./use-review.ts";

type AddProps = { review: Review; actions: ReviewActions; onClose: () => void };

const parts = { project: "Files and drafts", law: "Law" };
type Part = keyof typeof parts;

export function AddDialog({ review, actions, onClose }: AddProps) {
  const [part, setPart] = useState<Part>("project");
  const project = useProjectPart(review, part === "project");
  const law = useLawPart(review, part === "law");
  const [isBusy, setBusy] = useState(false);
  const { description, count, chosen, all, body } = part === "project" ? project : law;

  async function add(asked: NewDocuments) {
    setBusy(true);
    if (await addDocuments(actions, asked)) onClose();
    else setBusy(false);
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Add documents"
      description={description}
      size="small"
      footer={
        <>
          {all !== null && (
            <Button variant="quiet" className="me-auto" disabled={isBusy} onClick={() => void add(all.asked)}>
              {all.words}
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={count === 0} pending={isBusy} onClick={() => void add(chosen)}>
            {count === 0 ? "Add" : `Add ${count.toLocaleString("en")}`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">From</legend>
          {(Object.keys(parts) as Part[]).map((one) => (
            <label key={one} className={chipClass}>
              <input type="radio" name="from" checked={part === one} onChange={() => setPart(one)} className="sr-only" />
              {parts[one]}
            </label>
          ))}
        </fieldset>
        {body}
      </div>
    </Dialog>
  );
}
