/* The second step of signing in: on or off, and what can be done about it. */
import type { AccountRefusal } from "#core/account-refusal.ts";
import { AuthForm, errorAt } from "../auth/auth-form.tsx";
import { PasswordField } from "../auth/password-field.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SettingsSection } from "./settings-page.tsx";

type SecondStepProps = {
  isOn: boolean;
  /** New recovery codes, just made. */
  codes: string[] | null;
  refusalOf: (intent: string) => AccountRefusal | null;
};

export function SecondStepSettings({ isOn, codes, refusalOf }: SecondStepProps) {
  if (!isOn)
    return (
      <SettingsSection
        title="Second step"
        lead="Besides your password, ask for a code of an authenticator app. Then a stolen password is not enough."
      >
        <PasswordForm intent="second-step" submit="Set it up" variant="primary" refusal={refusalOf("second-step")} />
      </SettingsSection>
    );
  return (
    <SettingsSection title="Second step" lead="On. Signing in asks for a code of your authenticator app.">
      {codes !== null && <RecoveryCodes codes={codes} />}
      <details className="group border-t border-rule py-3" open={refusalOf("recovery-codes") !== null}>
        <summary className="py-1 text-ink-soft hover:text-ink">Make new recovery codes</summary>
        <p className="mt-2 mb-4 text-ink-soft">The old ones stop working.</p>
        <PasswordForm intent="recovery-codes" submit="Make new codes" variant="outline" refusal={refusalOf("recovery-codes")} />
      </details>
      <details className="border-t border-rule py-3" open={refusalOf("second-step-off") !== null}>
        <summary className="py-1 text-ink-soft hover:text-ink">Switch it off</summary>
        <p className="mt-2 mb-4 text-ink-soft">Your password alone will then open your account.</p>
        <PasswordForm intent="second-step-off" submit="Switch off" variant="danger" refusal={refusalOf("second-step-off")} />
      </details>
    </SettingsSection>
  );
}

type PasswordFormProps = {
  intent: string;
  submit: string;
  variant: "primary" | "outline" | "danger";
  refusal: AccountRefusal | null;
};

function PasswordForm({ intent, submit, variant, refusal }: PasswordFormProps) {
  return (
    <AuthForm intent={intent} submit={submit} variant={variant} isWide={false} refusal={refusal}>
      <PasswordField
        label="Your password"
        name="password"
        autoComplete="current-password"
        required
        maxLength={256}
        className="max-w-80"
        error={errorAt(refusal, "password")}
      />
    </AuthForm>
  );
}
