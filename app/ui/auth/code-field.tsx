import type { ComponentProps } from "react";
import { TextField } from "../kit/text-field.tsx";

/** Six digits of an authenticator app; a phone offers its digits and what just arrived. */
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
