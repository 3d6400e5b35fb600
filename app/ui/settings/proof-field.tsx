/*
 * Confirms the user's identity with the password. Accounts without one confirm it
 * by having signed in within the last minutes, and are told so.
 */
import type { AccountRefusal } from "#core/account/account-refusal.ts";
import { errorAt } from "../auth/auth-form.tsx";
import { PasswordField } from "../auth/password-field.tsx";

export type Proof = { hasPassword: boolean; refusal: AccountRefusal | null };

export function ProofField({ hasPassword, refusal, label = "Your password" }: Proof & { label?: string }) {
  if (!hasPassword)
    return <p className="text-ink-soft">You have no password, so this works only within ten minutes of signing in.</p>;
  return (
    <PasswordField
      label={label}
      name="password"
      autoComplete="current-password"
      required
      maxLength={256}
      className="max-w-80"
      error={errorAt(refusal, "password")}
    />
  );
}
