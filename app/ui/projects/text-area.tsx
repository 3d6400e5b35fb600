/** A labeled multi-line field; its note is below it and linked to it. */
import { useId, type ComponentProps, type ReactNode } from "react";

type TextAreaProps = ComponentProps<"textarea"> & { label: string; hint?: ReactNode };

export function TextArea({ label, hint, ...field }: TextAreaProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
      </label>
      <textarea
        rows={5}
        {...field}
        id={id}
        aria-describedby={hint === undefined ? undefined : `${id}-note`}
        className="scroll-thin block w-full resize-y rounded-lg border border-rule-strong bg-paper px-3 py-2 leading-6 max-sm:text-base"
      />
      {hint !== undefined && (
        <p id={`${id}-note`} className="mt-1.5 text-xs text-ink-faint">
          {hint}
        </p>
      )}
    </div>
  );
}
