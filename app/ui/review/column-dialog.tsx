/* A question of a review: new, or changed. */
import { Trash2 } from "lucide-react";
import { useState, type SyntheticEvent } from "react";
import { columnFormats, reviewLimits, type ColumnFormat, type ReviewColumn } from "#core/review/review.ts";
import { SelectField } from "../developers/select-field.tsx";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { TextArea } from "../kit/text-area.tsx";
import { TextField } from "../kit/text-field.tsx";
import { formatWords } from "./format-words.ts";
import type { ReviewActions } from "./use-review.ts";

type DialogProps = { column: ReviewColumn | null; actions: ReviewActions; onClose: () => void };

export function ColumnDialog({ column, actions, onClose }: DialogProps) {
  const [format, setFormat] = useState<ColumnFormat>(column?.format ?? "text");
  const [isBusy, setBusy] = useState(false);

  async function save(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const said = (name: string) => String(form.get(name) ?? "");
    const choices = said("choices")
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean);
    const asked = { label: said("label"), question: said("question"), format, choices: format === "choice" ? choices : [] };
    setBusy(true);
    const isDone =
      column === null
        ? await actions.send("/columns", { body: { columns: [asked] } })
        : await actions.send(`/columns/${column.id}`, { method: "PATCH", body: asked });
    if (isDone) onClose();
    else setBusy(false);
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={column === null ? "Add column" : "Change column"}
      description={
        column === null ? undefined : "If the question changes, its answers are marked as outdated and stay until you run it again."
      }
      size="small"
      footer={
        <>
          {column !== null && (
            <Button
              variant="quiet"
              className="mr-auto"
              onClick={() => (onClose(), void actions.remove(`/columns/${column.id}`, `“${column.label}” removed`))}
            >
              <Trash2 /> Remove
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="review-column" pending={isBusy}>
            {column === null ? "Add column" : "Save"}
          </Button>
        </>
      }
    >
      <form id="review-column" onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
        <TextField
          label="Heading"
          name="label"
          required
          maxLength={reviewLimits.label}
          defaultValue={column?.label}
          placeholder="Governing law"
        />
        <TextArea
          label="Question"
          name="question"
          required
          rows={3}
          maxLength={reviewLimits.question}
          defaultValue={column?.question}
          placeholder="Which law governs the agreement?"
        />
        <SelectField label="Answer" value={format} onChange={({ target }) => setFormat(target.value as ColumnFormat)}>
          {columnFormats.map((one) => (
            <option key={one} value={one}>
              {formatWords[one]}
            </option>
          ))}
        </SelectField>
        {format === "choice" && (
          <TextArea
            label="Choices"
            name="choices"
            required
            rows={4}
            defaultValue={column?.choices.join("\n")}
            hint="One per line, at least two."
          />
        )}
      </form>
    </Dialog>
  );
}
