import { Eye, EyeOff } from "lucide-react";
import { useState, type ComponentProps } from "react";
import { IconButton } from "../kit/icon-button.tsx";
import { TextField } from "../kit/text-field.tsx";

/** A password field with a reveal button: better than typing it three times. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, "type" | "end">) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={isShown ? "text" : "password"}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <IconButton
          label={isShown ? "Hide password" : "Show password"}
          icon={isShown ? <EyeOff /> : <Eye />}
          size="small"
          className="-mr-1.5"
          onClick={() => setShown(!isShown)}
        />
      }
    />
  );
}
