/* The fields of sign-in and sign-up with their errors, shared by the pages and the in-place dialog. */
import { useEffect, useRef, type RefObject } from "react";
import { minimumPasswordLength, type AccountRefusal } from "#core/account/account-refusal.ts";
import { TextField } from "../kit/text-field.tsx";
import { PasswordField } from "./password-field.tsx";

type AccountFieldsProps = {
  isNew?: boolean;
  refusal: AccountRefusal | null;
  /** Prefilled, and read-only when the account is already known. */
  email?: string;
  isEmailFixed?: boolean;
  passwordField?: RefObject<HTMLInputElement | null>;
};

export function AccountFields({ isNew = false, refusal, email = "", isEmailFixed = false, passwordField }: AccountFieldsProps) {
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refusal !== null) fields.current?.querySelector<HTMLElement>(`[name="${refusal.field ?? "password"}"]`)?.focus();
  }, [refusal]);

  const errorAt = (field: string) => (refusal?.field === field ? refusal.sentence : undefined);
  return (
    <div ref={fields} className="flex flex-col gap-4">
      {refusal !== null && refusal.field === undefined && (
        <p role="alert" className="rounded-lg bg-danger-soft px-3 py-2.5 text-danger">
          {refusal.sentence}
        </p>
      )}
      {isNew && <TextField label="Name" name="name" autoComplete="name" required maxLength={100} error={errorAt("name")} />}
      <TextField
        label="Email"
        name="email"
        type="email"
        // Browsers with passkey support offer them here too.
        autoComplete={isNew ? "username" : "username webauthn"}
        inputMode="email"
        required
        maxLength={320}
        defaultValue={email}
        readOnly={isEmailFixed}
        error={errorAt("email")}
      />
      <PasswordField
        ref={passwordField}
        label="Password"
        name="password"
        autoComplete={isNew ? "new-password" : "current-password"}
        required
        minLength={isNew ? minimumPasswordLength : undefined}
        maxLength={256}
        hint={isNew ? `At least ${minimumPasswordLength} characters.` : undefined}
        error={errorAt("password")}
      />
    </div>
  );
}
