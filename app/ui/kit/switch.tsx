/*
 * A setting that takes effect immediately. A native checkbox with the role of a
 * switch: it works in a form, without script, and with every screen reader.
 */
import type { ReactNode } from "react";

type SwitchProps = {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  hint?: ReactNode;
  name?: string;
  disabled?: boolean;
};

export function Switch({ label, checked, onChange, hint, name, disabled = false }: SwitchProps) {
  return (
    <label className="flex min-h-8 items-center gap-3 pointer-coarse:min-h-11">
      <span className="min-w-0 flex-1">
        <span className={disabled ? "text-ink-faint" : ""}>{label}</span>
        {hint !== undefined && <span className="block text-xs text-ink-faint">{hint}</span>}
      </span>
      <input
        type="checkbox"
        role="switch"
        name={name}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
        className={trackClass}
      />
    </label>
  );
}

const trackClass =
  "relative h-5 w-8.5 shrink-0 appearance-none rounded-full border border-rule-strong bg-wash transition-colors checked:border-blue checked:bg-blue disabled:opacity-50 " +
  "before:absolute before:top-0.5 before:left-0.5 before:size-3.5 before:rounded-full before:bg-rule-strong before:transition-[translate,background-color] before:content-[''] " +
  "checked:before:translate-x-3.5 checked:before:bg-on-blue focus-visible:outline-offset-2";
