/* A labeled multi-line field; its note or error is below it and linked to it. */
import { useId, type ComponentProps, type ReactNode } from "react";

type TextAreaProps = ComponentProps<"textarea"> & {
  label: string;
  hideLabel?: boolean;
  hint?: ReactNode;
  error?: string | undefined;
};

export function TextArea({ label, hideLabel = false, hint, error, ...area }: TextAreaProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div>
      <label htmlFor={id} className={hideLabel ? "sr-only" : "mb-1.5 block font-medium"}>
        {label}
      </label>
      <textarea
        rows={5}
        {...area}
        id={id}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        className={`scroll-thin block w-full resize-y rounded-lg border bg-paper px-3 py-2 leading-6 focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-blue max-sm:text-base ${error === undefined ? "border-rule-strong" : "border-danger"}`}
      />
      {note !== undefined && (
        <p id={`${id}-note`} className={`mt-1.5 text-xs ${error === undefined ? "text-ink-faint" : "text-danger"}`}>
          {note}
        </p>
      )}
    </div>
  );
}
