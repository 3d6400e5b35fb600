/* Two-factor authentication: its status and its actions. */
import type { AccountRefusal } from "#core/account/account-refusal.ts";
import { AuthForm } from "../auth/auth-form.tsx";
import { Disclosure } from "./disclosure.tsx";
import { ProofField } from "./proof-field.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SettingsSection } from "./settings-page.tsx";

type SecondStepProps = {
  isOn: boolean;
  /** The names of the organizations that require it. */
  requiring: string[];
  hasPassword: boolean;
  /** Newly generated recovery codes. */
  codes: string[] | null;
  refusalOf: (intent: string) => AccountRefusal | null;
};

export function TwoFactorSettings({ isOn, requiring, hasPassword, codes, refusalOf }: SecondStepProps) {
  if (!isOn)
    return (
      <SettingsSection
        id="two-factor"
        title="Two-factor authentication"
        lead="Signing in then also asks for a code from an authenticator app, so a stolen password isn’t enough."
      >
        <ProofForm
          intent="second-step"
          submit="Set up"
          variant="primary"
          hasPassword={hasPassword}
          refusal={refusalOf("second-step")}
        />
      </SettingsSection>
    );
  return (
    <SettingsSection title="Two-factor authentication" lead="On. Signing in asks for a code from your authenticator app.">
      {codes !== null && <RecoveryCodes codes={codes} />}
      <Disclosure summary="Create new recovery codes" open={refusalOf("recovery-codes") !== null}>
        <p className="mb-4 text-ink-soft">The old ones stop working.</p>
        <ProofForm
          intent="recovery-codes"
          submit="Create new codes"
          variant="outline"
          hasPassword={hasPassword}
          refusal={refusalOf("recovery-codes")}
        />
      </Disclosure>
      <Disclosure summary="Turn off two-factor authentication" open={refusalOf("second-step-off") !== null}>
        <p className="mb-4 text-ink-soft">
          Your password alone will then be enough to sign in.
          {requiring.length > 0 &&
            ` You won’t be able to open ${new Intl.ListFormat("en").format(requiring)} until you turn it on again, because it is required there.`}
        </p>
        <ProofForm
          intent="second-step-off"
          submit="Turn off"
          variant="danger"
          hasPassword={hasPassword}
          refusal={refusalOf("second-step-off")}
        />
      </Disclosure>
    </SettingsSection>
  );
}

type ProofFormProps = {
  intent: string;
  submit: string;
  variant: "primary" | "outline" | "danger";
  hasPassword: boolean;
  refusal: AccountRefusal | null;
};

function ProofForm({ intent, submit, variant, hasPassword, refusal }: ProofFormProps) {
  return (
    <AuthForm intent={intent} submit={submit} variant={variant} isWide={false} refusal={refusal}>
      <ProofField hasPassword={hasPassword} refusal={refusal} />
    </AuthForm>
  );
}
