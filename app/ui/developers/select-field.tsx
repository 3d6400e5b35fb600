/* A labeled native select: works on every device, and without script. */
import { useId, type ComponentProps, type ReactNode } from "react";

export function SelectField({
  label,
  children,
  className = "",
  ...select
}: ComponentProps<"select"> & { label: string; children: ReactNode }) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
      </label>
      <select
        {...select}
        id={id}
        className="h-10 w-full rounded-lg border border-rule-strong bg-paper px-2.5 max-sm:text-base pointer-coarse:h-11"
      >
        {children}
      </select>
    </div>
  );
}
