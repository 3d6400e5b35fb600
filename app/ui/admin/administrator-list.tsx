/* The installation's administrators, and how to add and remove them. */
import type { Administrator } from "#core/installation/administrator.ts";
import type { AccountRefusal } from "#core/account/account-refusal.ts";
import { AuthForm } from "../auth/auth-form.tsx";
import { TextField } from "../kit/text-field.tsx";
import { Disclosure } from "../settings/disclosure.tsx";
import { ProofField } from "../settings/proof-field.tsx";
import { DoneNotice, SettingsSection } from "../settings/settings-page.tsx";

type AdministratorListProps = {
  administrators: Administrator[];
  hasPassword: boolean;
  answered: { intent: string; said: string | null; refusal: AccountRefusal | null } | undefined;
};

export function AdministratorList({ administrators, hasPassword, answered }: AdministratorListProps) {
  const refusalOf = (intent: string) => (answered?.intent === intent ? answered.refusal : null);
  return (
    <>
      {answered?.said && <DoneNotice>{answered.said}</DoneNotice>}
      <SettingsSection
        title="Administrators"
        lead="They connect models for everyone on this installation. This gives them no access to anyone’s chats, drafts or files."
      >
        <ul aria-label="Administrators">
          {administrators.map(({ id, name, email, isMe }) => {
            const refusal = refusalOf(`remove ${id}`);
            return (
              <li key={id} className="border-t border-rule pt-3.5">
                <p className="text-base wrap-anywhere">
                  {name} {isMe && <span className="text-insert">you</span>}
                </p>
                <p className="mb-2 text-ink-faint wrap-anywhere">{email}</p>
                {administrators.length > 1 && (
                  <Disclosure open={refusal !== null} summary={isMe ? "Step down" : `Remove ${name}`}>
                    <AuthForm
                      intent={`remove ${id}`}
                      submit={isMe ? "Step down" : "Remove administrator"}
                      variant="danger"
                      isWide={false}
                      refusal={refusal}
                    >
                      <ProofField hasPassword={hasPassword} refusal={refusal} />
                    </AuthForm>
                  </Disclosure>
                )}
              </li>
            );
          })}
        </ul>
      </SettingsSection>
      <SettingsSection title="Add an administrator" lead="They need an account here first.">
        <AuthForm key={answered?.said} intent="add" submit="Add" variant="outline" isWide={false} refusal={refusalOf("add")}>
          <TextField label="Email" name="email" type="email" maxLength={320} required autoComplete="off" className="max-w-80" />
          <ProofField hasPassword={hasPassword} refusal={refusalOf("add")} />
        </AuthForm>
      </SettingsSection>
    </>
  );
}
