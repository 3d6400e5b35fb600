/* A field whose text is taken only once it can be used: until then it is kept here, and the sentence says why. */
import { useState } from "react";
import { TextField } from "../kit/text-field.tsx";

type NameFieldProps = {
  label: string;
  value: string;
  hint?: string;
  placeholder?: string;
  className?: string;
  /** Why it cannot be used; null if it can. */
  refusal: (text: string) => string | null;
  /** Taken when the field is left, or Enter is pressed, so that no half of a name is. */
  isLate?: boolean;
  onChange: (text: string) => void;
};

export function NameField({ value, refusal, isLate = false, onChange, ...field }: NameFieldProps) {
  const [held, setHeld] = useState<string | null>(null);
  const text = held ?? value;
  const error = held === null ? null : refusal(held);
  function take() {
    if (held === null || refusal(held) !== null) return;
    setHeld(null);
    if (held !== value) onChange(held);
  }
  return (
    <TextField
      {...field}
      value={text}
      error={error ?? undefined}
      autoComplete="off"
      onChange={(event) => {
        const typed = event.currentTarget.value;
        if (isLate || refusal(typed) !== null) setHeld(typed);
        else {
          setHeld(null);
          onChange(typed);
        }
      }}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === "Enter") take();
      }}
    />
  );
}

/** Why a name cannot be given to an input or to a result; "" takes it away where that is possible. */
export function nameRefusal(name: string, taken: readonly string[], isOptional: boolean): string | null {
  if (name === "") return isOptional ? null : "It needs a name.";
  if (!/^[A-Za-z]\w{0,39}$/u.test(name)) return "Use letters, digits and underscores, beginning with a letter.";
  return taken.includes(name) ? "Something else has this name." : null;
}
