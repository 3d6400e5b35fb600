/* Whose cells are, and until which day. */
import { useEffect, useState, type SyntheticEvent } from "react";
import type { Assigned } from "#core/review/review.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { SelectField } from "../developers/select-field.tsx";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { TextField } from "../kit/text-field.tsx";

type AssignProps = {
  reviewId: string;
  count: number;
  /** Of a single cell. */
  before: Assigned | null;
  onAssign: (to: { to: string; due: string | null } | null) => void;
  onClose: () => void;
};

export function AssignDialog({ reviewId, count, before, onAssign, onClose }: AssignProps) {
  const [people, setPeople] = useState<readonly { id: string; name: string }[]>([]);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let isHere = true;
    ask<{ people: { id: string; name: string }[] }>(`/api/reviews/${reviewId}/people`).then(
      (found) => isHere && setPeople(found.people),
      (error: unknown) => isHere && setProblem(sentenceOf(problemIn(error))),
    );
    return () => void (isHere = false);
  }, [reviewId]);
  function assign(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [to, due] = [String(form.get("to") ?? ""), String(form.get("due") ?? "")];
    onClose();
    onAssign(to === "" ? null : { to, due: due === "" ? null : due });
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={count === 1 ? "Assign cell" : `Assign ${count.toLocaleString("en")} cells`}
      description="They’ll see it on their home page until the answer is verified."
      size="small"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="review-assign" disabled={people.length === 0}>
            Assign
          </Button>
        </>
      }
    >
      <form id="review-assign" onSubmit={assign} className="flex flex-col gap-4">
        {problem !== "" && <p className="text-danger">{problem}</p>}
        <SelectField key={people.length} label="Person" name="to" defaultValue={before?.to ?? people[0]?.id ?? ""}>
          {people.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value="">No one</option>
        </SelectField>
        <TextField label="Due" name="due" type="date" defaultValue={before?.due ?? ""} />
      </form>
    </Dialog>
  );
}
