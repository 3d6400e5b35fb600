/* A new password, for somebody who knows the old one. */
import { minimumPasswordLength, type AccountRefusal } from "#core/account-refusal.ts";
import { AuthForm, errorAt } from "../auth/auth-form.tsx";
import { PasswordField } from "../auth/password-field.tsx";
import { SettingsSection } from "./settings-page.tsx";

export function PasswordSettings({ refusal }: { refusal: AccountRefusal | null }) {
  return (
    <SettingsSection title="Password" lead="A new password signs you out everywhere but here.">
      <AuthForm intent="password" submit="Change the password" variant="outline" isWide={false} refusal={refusal}>
        <PasswordField
          label="Present password"
          name="password"
          autoComplete="current-password"
          required
          maxLength={256}
          className="max-w-80"
          error={errorAt(refusal, "password")}
        />
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
