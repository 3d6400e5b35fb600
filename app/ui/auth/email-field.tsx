import type { ComponentProps } from "react";
import { TextField } from "../kit/text-field.tsx";

export function EmailField(props: Partial<ComponentProps<typeof TextField>>) {
  return (
    <TextField
      label="Email"
      name="email"
      type="email"
      autoComplete="username"
      inputMode="email"
      required
      maxLength={254}
      {...props}
    />
  );
}
