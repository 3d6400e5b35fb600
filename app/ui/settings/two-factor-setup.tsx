/*
 * Sets up two-factor authentication on one page: scan, save the codes, enter a
 * code. Nothing is enabled before the last step.
 */
import { Copy } from "lucide-react";
import type { ReactNode } from "react";
import type { AccountRefusal } from "#core/account/account-refusal.ts";
import { AuthForm, errorAt } from "../auth/auth-form.tsx";
import { CodeField } from "../auth/code-field.tsx";
import { copyPlain } from "../copy-plain.ts";
import { Button } from "../kit/button.tsx";
import { QrCode } from "./qr-code.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SettingsSection } from "./settings-page.tsx";

export type SetUp = { address: string; secret: string; codes: string[] };

export function TwoFactorSetup({ address, secret, codes, refusal }: SetUp & { refusal: AccountRefusal | null }) {
  return (
    <SettingsSection title="Set up two-factor authentication">
      <ol className="flex flex-col gap-8">
        <Step number={1} title="Scan this with your authenticator app">
          <QrCode text={address} label="QR code for your authenticator app" />
          <p className="mt-3 text-ink-soft">
            Can’t scan it? Enter this key instead: <code className="font-mono text-ink break-all">{inGroups(secret)}</code>
          </p>
          <Button size="small" className="mt-2 [@media(scripting:none)]:hidden" onClick={() => void copyPlain(secret)}>
            <Copy /> Copy key
          </Button>
        </Step>
        <Step number={2} title="Save your recovery codes">
          <RecoveryCodes codes={codes} />
        </Step>
        <Step number={3} title="Enter the code that the app shows">
          <AuthForm intent="second-step-confirm" submit="Turn on" isWide={false} refusal={refusal}>
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

function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(" ") ?? secret;
}
