/*
 * The second step of signing in. Setting it up is one page of three things to
 * do: scan, keep the codes, enter a code; nothing is switched on before the
 * last. The codes are shown here and never again.
 */
import { type ReactNode } from "react";
import type { AccountRefusal } from "#core/account-refusal.ts";
import { AuthForm, errorAt } from "../auth/auth-form.tsx";
import { CodeField } from "../auth/code-field.tsx";
import { PasswordField } from "../auth/password-field.tsx";
import { QrCode } from "./qr-code.tsx";
import { SettingsSection } from "./settings-page.tsx";

export type SecondStepSetUp = { address: string; secret: string; codes: string[] };

type SecondStepProps = {
  isOn: boolean;
  setUp: SecondStepSetUp | null;
  /** New recovery codes, just made. */
  codes: string[] | null;
  refusalOf: (intent: string) => AccountRefusal | null;
};

export function SecondStepSettings({ isOn, setUp, codes, refusalOf }: SecondStepProps) {
  if (setUp !== null) return <SetUp {...setUp} refusal={refusalOf("second-step-confirm")} />;
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

function SetUp({ address, secret, codes, refusal }: SecondStepSetUp & { refusal: AccountRefusal | null }) {
  return (
    <SettingsSection title="Set up the second step">
      <ol className="flex flex-col gap-8">
        <Step number={1} title="Scan this with your authenticator app">
          <QrCode text={address} label="QR code for your authenticator app" />
          <p className="mt-3 text-ink-soft">
            Cannot scan? Type this key instead: <code className="font-mono text-ink break-all">{inGroups(secret)}</code>
          </p>
        </Step>
        <Step number={2} title="Keep your recovery codes">
          <RecoveryCodes codes={codes} />
        </Step>
        <Step number={3} title="Enter the code that the app shows">
          <AuthForm intent="second-step-confirm" submit="Switch on" isWide={false} refusal={refusal}>
            <input type="hidden" name="address" value={address} />
            <input type="hidden" name="codes" value={codes.join(" ")} />
            <CodeField className="max-w-48 [&_input]:font-mono [&_input]:tracking-widest" error={errorAt(refusal, "code")} />
          </AuthForm>
        </Step>
      </ol>
    </SettingsSection>
  );
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-3.5">
      <span aria-hidden="true" className="w-5 shrink-0 font-serif text-title text-ink-faint">
        {number}
      </span>
      <div className="min-w-0 flex-1">
        <h3 className="mb-3 pt-0.5 text-base font-medium">{title}</h3>
        {children}
      </div>
    </li>
  );
}

function RecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <div className="mb-4">
      <p className="text-ink-soft">
        Each lets you in once when the app is not at hand. Print them or put them into your password manager: they are not shown
        again.
      </p>
      <ul aria-label="Recovery codes" className="mt-3 grid grid-cols-2 gap-x-6 gap-y-1 rounded-lg bg-desk p-4 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </div>
  );
}

function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(" ") ?? secret;
}
