/* Why a change was rejected: optional, one line. The model receives it with the next question. */
import { useRef, useState } from "react";
import { Button } from "../../kit/button.tsx";

/** Same as in core/changes/proposed-change.ts, repeated here to keep its validator out of this bundle. */
const longest = 300;

type RejectReasonProps = { why: string; isReadOnly: boolean; onChange(why: string): void };

export function RejectReason({ why, isReadOnly, onChange }: RejectReasonProps) {
  const [isEditing, setEditing] = useState(false);
  const isCancelled = useRef(false);
  if (isEditing) {
    return (
      <input
        dir="auto"
        aria-label="Why you rejected it"
        placeholder="Why? The model reads this with your next question."
        defaultValue={why}
        maxLength={longest}
        ref={(field) => field?.focus()}
        className="mt-2 h-8 w-full basis-full rounded-md border border-rule-strong bg-paper px-2 text-sm pointer-coarse:h-11 max-sm:text-base"
        onKeyDown={(event) => {
          // Otherwise A, R, J and K would trigger the shortcuts for changes.
          event.stopPropagation();
          isCancelled.current = event.key === "Escape";
          if (event.key === "Enter" || event.key === "Escape") event.currentTarget.blur();
        }}
        onBlur={(event) => {
          const said = event.currentTarget.value.replace(/\s+/g, " ").trim();
          setEditing(false);
          if (said !== why && !isCancelled.current) onChange(said);
        }}
      />
    );
  }
  if (isReadOnly && why === "") return null;
  return (
    <p className="mt-1 flex basis-full flex-wrap items-baseline gap-x-2 text-xs text-ink-soft">
      {why !== "" && <span data-reject-reason>Because: {why}</span>}
      {!isReadOnly && (
        <Button size="small" variant="quiet" className="-ml-2" onClick={() => setEditing(true)}>
          {why === "" ? "Add a reason" : "Edit"}
        </Button>
      )}
    </p>
  );
}
