/* A field for a secret of another service: not a password of this site, which password managers would keep or fill in. */
import type { ComponentProps } from "react";
import { TextField } from "./text-field.tsx";

export function SecretField(props: Omit<ComponentProps<typeof TextField>, "type">) {
  return (
    <TextField
      type="password"
      autoComplete="off"
      spellCheck={false}
      data-1p-ignore
      data-lpignore="true"
      className="max-w-100"
      {...props}
    />
  );
}
