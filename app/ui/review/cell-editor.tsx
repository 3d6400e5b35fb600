/* Writing an answer in its cell. Enter saves and moves down, Tab to the right, Escape leaves it as it was. */
import { useEffect, useRef, type KeyboardEvent } from "react";
import { reviewLimits, type ReviewColumn } from "#core/review/review.ts";

type EditorProps = {
  column: ReviewColumn;
  answer: string;
  /** Null: as it was. */
  onEnd: (answer: string | null, move: "down" | "right" | null) => void;
};

export function CellEditor({ column, answer, onEnd }: EditorProps) {
  const field = useRef<HTMLTextAreaElement & HTMLSelectElement>(null);
  const isOver = useRef(false);
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    if (field.current instanceof HTMLTextAreaElement) field.current.select();
  }, []);
  function end(said: string | null, move: "down" | "right" | null) {
    if (isOver.current) return;
    isOver.current = true;
    onEnd(said, move);
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    event.stopPropagation();
    if (event.key === "Escape") end(null, null);
    else if (event.key === "Enter" && !event.shiftKey) end(field.current!.value, "down");
    else if (event.key === "Tab" && !event.shiftKey) end(field.current!.value, "right");
    else return;
    event.preventDefault();
  }
  const shared = {
    ref: field,
    "aria-label": column.label,
    defaultValue: answer,
    onKeyDown,
    onBlur: () => end(field.current!.value, null),
  };
  const choices = column.format === "yes-no" ? ["yes", "no"] : column.format === "choice" ? column.choices : null;
  if (choices === null)
    return (
      <textarea
        {...shared}
        rows={1}
        maxLength={reviewLimits.answer}
        className="-mx-2 h-9 min-w-0 flex-1 resize-none rounded bg-raised px-2 py-1.5 outline-2 outline-blue"
      />
    );
  return (
    <select {...shared} className="-mx-2 h-9 min-w-0 flex-1 rounded bg-raised px-1 outline-2 outline-blue">
      {!choices.includes(answer) && <option value={answer}>{answer === "" ? "No answer" : answer}</option>}
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
    </select>
  );
}
