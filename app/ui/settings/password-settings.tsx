/* Changes the password, given the current one. */
import { Link } from "react-router";
import { minimumPasswordLength } from "#core/account/account-refusal.ts";
import { AuthForm, errorAt } from "../auth/auth-form.tsx";
import { PasswordField } from "../auth/password-field.tsx";
import { buttonClass } from "../kit/button.tsx";
import { ProofField, type Proof } from "./proof-field.tsx";
import { SettingsSection } from "./settings-page.tsx";

export function PasswordSettings({ hasPassword, refusal }: Proof) {
  if (!hasPassword)
    return (
      <SettingsSection title="Password" lead="You sign in without a password. Set one to have another way to sign in.">
        <Link to="/auth/reset-password/request" className={buttonClass("outline")}>
          Set a password by email
        </Link>
      </SettingsSection>
    );
  return (
    <SettingsSection title="Password" lead="Changing your password signs you out on all other devices.">
      <AuthForm intent="password" submit="Change the password" variant="outline" isWide={false} refusal={refusal}>
        <ProofField label="Current password" hasPassword refusal={refusal} />
        <PasswordField
          label="New password"
          name="newPassword"
          autoComplete="new-password"
          required
          maxLength={256}
          className="max-w-80"
          hint={`At least ${minimumPasswordLength} characters.`}
          error={errorAt(refusal, "newPassword")}
        />
      </AuthForm>
    </SettingsSection>
  );
}
