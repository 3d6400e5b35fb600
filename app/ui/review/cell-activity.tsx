/* Under a cell: what people say about it, and what they have done with it. */
import { Trash2 } from "lucide-react";
import { useEffect, useState, type SyntheticEvent } from "react";
import { reviewLimits, type CellActivity, type Review, type ReviewCell } from "#core/review/review.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { ask } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { IconButton } from "../kit/icon-button.tsx";
import { TextArea } from "../kit/text-area.tsx";
import type { ReviewActions } from "./use-review.ts";

type ActivityProps = { review: Review; documentId: string; cell: ReviewCell; actions: ReviewActions };

export function CellActivityList({ review, documentId, cell, actions }: ActivityProps) {
  const { columnId } = cell;
  const [read, setRead] = useState<{ of: ReviewCell; activity: CellActivity } | null>(null);
  const [text, setText] = useState("");
  useEffect(() => {
    let isHere = true;
    ask<CellActivity>(`/api/reviews/${review.id}/activity?document=${documentId}&column=${columnId}`).then(
      (activity) => isHere && setRead({ of: cell, activity }),
      () => {},
    );
    return () => void (isHere = false);
    // The cell is another one whenever something was done with it.
  }, [review.id, documentId, columnId, cell]);
  async function say(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const said = text.trim();
    if (said === "") return;
    const body = { id: uuidv7(), documentId, columnId, text: said };
    if (await actions.send("/comments", { body })) setText("");
  }
  const comments = read?.activity.comments ?? [];
  const changes = read?.activity.changes ?? [];
  return (
    <section aria-label="Comments and changes" className="flex flex-col gap-3">
      <h3 className="group-label">Comments</h3>
      {comments.length > 0 && (
        <ul className="flex flex-col gap-3">
          {comments.map(({ id, by, text: words, at, isMine }) => (
            <li key={id} className="flex items-start gap-2">
              <div className="min-w-0 flex-1">
                <p className="text-xs text-ink-faint">
                  {by ?? "Former member"}, <time dateTime={at}>{at.slice(0, 10)}</time>
                </p>
                <p className="break-words whitespace-pre-line">{words}</p>
              </div>
              {isMine && review.mayWrite && (
                <IconButton
                  label="Delete comment"
                  size="small"
                  icon={<Trash2 />}
                  onClick={() => void actions.remove(`/comments/${id}`, "Comment deleted")}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {review.mayWrite && (
        <form onSubmit={(event) => void say(event)} className="flex flex-col gap-2">
          <TextArea
            label="Comment"
            hideLabel
            rows={2}
            placeholder="Say something about this answer"
            maxLength={reviewLimits.comment}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          {text.trim() !== "" && (
            <Button type="submit" size="small" className="self-start">
              Comment
            </Button>
          )}
        </form>
      )}
      {changes.length > 0 && (
        <details>
          <summary className="cursor-pointer text-ink-soft">Changes ({changes.length})</summary>
          <ol className="mt-2 flex flex-col gap-2">
            {changes.toReversed().map((change) => (
              <li key={change.id} className={change.isUndone ? "text-ink-faint line-through" : ""}>
                <span className="text-xs text-ink-faint">
                  {change.by ?? "Former member"}, <time dateTime={change.at}>{change.at.slice(0, 16).replace("T", " ")}</time>
                </span>
                <br />
                {changeWords(change)}
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  );
}

function changeWords(change: CellActivity["changes"][number]): string {
  if (change.what === "flag") return change.after ? "Flagged" : "Flag removed";
  if (change.what === "assignment") {
    if (change.after === null) return "Unassigned";
    return `Assigned to ${change.after.name}${change.after.due === null ? "" : `, due ${change.after.due}`}`;
  }
  const { before, after } = change;
  if (after === null) return "No longer verified";
  if (!after.isCorrected) return `Verified “${after.answer}”`;
  return before === null ? `Entered “${after.answer}”` : `“${before.answer}” became “${after.answer}”`;
}
