/* What an administrator may do about one person's access. Suspending can be undone; nothing here deletes anything. */
import type { ReactNode } from "react";
import type { KnownPerson } from "#core/installation/known-person.ts";
import { planNames, plans } from "#core/account/plans.ts";
import { AuthForm } from "../auth/auth-form.tsx";
import { SelectField } from "../developers/select-field.tsx";
import type { ButtonVariant } from "../kit/button.tsx";
import { momentOf } from "../organizations/dates.ts";
import { Disclosure } from "../settings/disclosure.tsx";
import { ProofField } from "../settings/proof-field.tsx";
import type { AccountRefusal } from "#core/account/account-refusal.ts";

type PersonAccessProps = { person: KnownPerson; hasPassword: boolean; answered: PersonAnswered | undefined };

export function PersonAccess({ person, hasPassword, answered }: PersonAccessProps) {
  const { id, name, isMe, isAdministrator, hasSecondFactor, sessions, suspendedAt } = person;
  const refusalOf = (verb: string) => (answered?.intent === `${verb} ${id}` ? answered.refusal : null);
  const form = (verb: string, submit: string, children: ReactNode, variant: ButtonVariant = "outline") => (
    <AuthForm intent={`${verb} ${id}`} submit={submit} variant={variant} isWide={false} refusal={refusalOf(verb)}>
      {children}
    </AuthForm>
  );
  const folded = (verb: string, summary: string, content: ReactNode) => (
    <Disclosure open={refusalOf(verb) !== null} summary={summary}>
      {content}
    </Disclosure>
  );
  return (
    <>
      {suspendedAt !== null && (
        <div className="mb-4 rounded-lg border border-rule p-4">
          <p className="text-ink-soft">Suspended since {momentOf(suspendedAt)}. All their data is kept.</p>
          {form("restore", `Restore ${name}`, null)}
        </div>
      )}
      {folded(
        "plan",
        "Change the plan",
        form(
          "plan",
          "Save",
          <>
            <p className="text-ink-soft">
              Applies to their personal workspace. If they have a subscription, its next change overrides this.
            </p>
            <SelectField label={`Plan of ${name}`} name="plan" defaultValue={person.plan} className="max-w-80">
              {plans.map((plan) => (
                <option key={plan} value={plan}>
                  {planNames[plan]}
                </option>
              ))}
            </SelectField>
          </>,
        ),
      )}
      {!isMe && sessions > 0 && folded("sign-out", "Sign out everywhere", form("sign-out", `Sign ${name} out`, <SignOutText />))}
      {!isMe &&
        hasSecondFactor &&
        folded(
          "reset-second-factor",
          "Reset two-factor authentication",
          form(
            "reset-second-factor",
            "Reset two-factor authentication",
            <>
              <p className="text-ink-soft">
                For someone who has lost their authenticator and their recovery codes. Until they set it up again, their password is
                enough, so make sure the request really comes from them. They are notified by email.
              </p>
              <ProofField hasPassword={hasPassword} refusal={refusalOf("reset-second-factor")} />
            </>,
          ),
        )}
      {!isMe &&
        suspendedAt === null &&
        folded(
          "suspend",
          `Suspend ${name}`,
          isAdministrator ? <FirstRemove /> : form("suspend", `Suspend ${name}`, <SuspendText />, "danger"),
        )}
      {isMe && <p className="pt-2 text-ink-soft">Your own sign-in is in your account’s settings.</p>}
    </>
  );
}

function SignOutText() {
  return <p className="text-ink-soft">Signs them out on every device. They can sign in again.</p>;
}

function SuspendText() {
  return (
    <p className="text-ink-soft text-pretty">
      They’re signed out immediately and can’t sign in. Answers that are being written stop; their API keys and shared chat links
      stop working. Nothing is deleted, and projects they share stay open to the people they’re shared with. You can restore the
      account at any time, and everything works again.
    </p>
  );
}

function FirstRemove() {
  return <p className="text-ink-soft">They administer this installation. Remove them under Administrators first.</p>;
}

export type PersonAnswered = { intent: string; said: string | null; refusal: AccountRefusal | null };
