import type { ComponentProps } from "react";
import { TextField } from "../kit/text-field.tsx";

/** Six digits from an authenticator app; a phone shows its numeric keypad and suggests a code just received. */
export function CodeField(props: Partial<ComponentProps<typeof TextField>>) {
  return (
    <TextField
      label="Code"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={9}
      required
      spellCheck={false}
      className="[&_input]:font-mono [&_input]:tracking-widest"
      {...props}
    />
  );
}
