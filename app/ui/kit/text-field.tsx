/*
 * A labeled text field. The label is always visible (a placeholder is not a label);
 * the error appears below the field and is linked to it.
 */
import { useId, type ComponentProps, type ReactNode } from "react";

type TextFieldProps = ComponentProps<"input"> & {
  label: string;
  hideLabel?: boolean;
  error?: string | undefined;
  hint?: ReactNode;
  /** Icons before and after the text, such as a magnifying glass or a button. */
  start?: ReactNode;
  end?: ReactNode;
};

export function TextField({ label, hideLabel = false, error, hint, start, end, className = "", ...input }: TextFieldProps) {
  const generated = useId();
  const id = input.id ?? generated;
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className={className}>
      <label htmlFor={id} className={hideLabel ? "sr-only" : "mb-1.5 block font-medium"}>
        {label}
      </label>
      <div className={`${lineClass} ${error === undefined ? "border-rule-strong" : "border-danger"}`}>
        {start}
        <input
          type="text"
          dir="auto"
          {...input}
          id={id}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={note === undefined ? undefined : noteId}
          className="h-full min-w-0 flex-1 bg-transparent outline-none max-sm:text-base [&::-webkit-search-cancel-button]:hidden"
        />
        {end}
      </div>
      {note !== undefined && (
        <p id={noteId} className={`mt-1.5 text-xs ${error === undefined ? "text-ink-faint" : "text-danger"}`}>
          {note}
        </p>
      )}
    </div>
  );
}

/* The focus ring surrounds the whole field, icons included. 16 px on a phone, or Safari zooms in. */
const lineClass =
  "flex h-10 items-center gap-2 rounded-lg border bg-paper px-3 pointer-coarse:h-11 " +
  "has-[input:focus-visible]:outline-2 has-[input:focus-visible]:-outline-offset-1 has-[input:focus-visible]:outline-blue [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-faint";
