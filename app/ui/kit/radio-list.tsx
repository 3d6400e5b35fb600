/** One of a few, all in sight, each with room for a sentence about it. */
import { useId, type ReactNode } from "react";

type RadioListProps<T extends string> = {
  label: string;
  hideLabel?: boolean;
  value: T;
  onChange: (value: T) => void;
  options: readonly { value: T; label: ReactNode; hint?: ReactNode; disabled?: boolean }[];
};

export function RadioList<T extends string>({ label, hideLabel = false, value, onChange, options }: RadioListProps<T>) {
  const name = useId();
  return (
    <fieldset>
      <legend className={hideLabel ? "sr-only" : "mb-1 font-medium"}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={optionClass}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
            className="mt-0.5 size-4 shrink-0"
          />
          <span className="min-w-0">
            {option.label}
            {option.hint !== undefined && <span className="block text-xs text-ink-faint">{option.hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

const optionClass =
  "flex items-start gap-3 rounded-lg px-2.5 py-2 hover:bg-wash has-checked:bg-blue-soft has-disabled:text-ink-faint pointer-coarse:py-3";
