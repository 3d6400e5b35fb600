/* Who may make an account. What the environment sets is shown and locked. */
import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import type { AccountRefusal } from "#core/account/account-refusal.ts";
import { namedRules, type SignUpRules, type SignUpSetup } from "#core/installation/sign-up.ts";
import { AuthForm } from "../auth/auth-form.tsx";
import { TextArea } from "../kit/text-area.tsx";
import { DoneNotice, SettingsSection } from "../settings/settings-page.tsx";

type SignUpSettingsProps = SignUpSetup & {
  answered:
    | { said: string | null; refusal: AccountRefusal | null; given: { who: string; domains: string } | undefined }
    | undefined;
};

export function SignUpSettings({ rules, isLocked, sendsEmail, answered }: SignUpSettingsProps) {
  return (
    <>
      {answered?.said && <DoneNotice>{answered.said}</DoneNotice>}
      <SettingsSection
        title="Sign-up"
        lead="Who can create an account here, in whichever way they sign in. People who have an account keep it and sign in as before."
      >
        {isLocked ? <Locked rules={rules} /> : <RulesForm key={namedRules(rules)} rules={rules} answered={answered} />}
        {!sendsEmail && (
          <p className="mt-5 rounded-lg bg-warn-soft px-3 py-2.5 text-warn text-pretty">
            No mail server is set up, so addresses aren’t checked: someone who knows an invited address or one of your domains can
            sign up with it.
          </p>
        )}
      </SettingsSection>
    </>
  );
}

function Locked({ rules }: { rules: SignUpRules }) {
  return (
    <p className="flex items-start gap-2.5 border-t border-rule pt-3.5">
      <Lock aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-faint" />
      <span>
        <span className="block text-base first-letter:uppercase">{namedRules(rules)}</span>
        <span className="text-ink-faint">Set by SIGN_UP in the environment.</span>
      </span>
    </p>
  );
}

function RulesForm({ rules, answered }: Pick<SignUpSettingsProps, "rules" | "answered">) {
  const who = answered?.given?.who ?? rules.who;
  const domains = answered?.given?.domains ?? (rules.who === "domains" ? rules.domains.join("\n") : "");
  const option = (value: SignUpRules["who"], label: string, hint: ReactNode) => (
    <label className="flex items-start gap-3 border-t border-rule py-3">
      <input type="radio" name="who" value={value} defaultChecked={who === value} className="mt-1 size-4 shrink-0 accent-blue" />
      <span>
        <span className="block text-base">{label}</span>
        <span className="block text-ink-soft text-pretty">{hint}</span>
      </span>
    </label>
  );
  return (
    <AuthForm submit="Save" isWide={false} refusal={answered?.refusal}>
      <fieldset className="group">
        <legend className="sr-only">Who can create an account</legend>
        {option("anyone", "Anyone", "Everyone who can reach this installation.")}
        {option("domains", "Addresses at your domains", "And people who are invited to an organization here.")}
        <div className="mb-4 ml-7 hidden group-has-[[value=domains]:checked]:block">
          <TextArea
            label="Domains"
            name="domains"
            rows={3}
            defaultValue={domains}
            maxLength={10_000}
            placeholder="example.org"
            spellCheck={false}
            hint="One per line. Subdomains count only if you list them."
          />
        </div>
        {option("invited", "By invitation", "People whom the owner or an admin of an organization here has invited to it.")}
      </fieldset>
    </AuthForm>
  );
}
