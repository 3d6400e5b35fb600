import type { AccountRefusal } from "#core/account/account-refusal.ts";
import type { Role } from "#core/workspace/policy.ts";
import { AuthForm, errorAt } from "../auth/auth-form.tsx";
import { EmailField } from "../auth/email-field.tsx";
import { SettingsSection } from "../settings/settings-page.tsx";
import { RoleField, RoleWords } from "./role-field.tsx";

type InviteFormProps = { role: Role; isVerified: boolean; refusal: AccountRefusal | null; email: string };

export function InviteForm({ role, isVerified, refusal, email }: InviteFormProps) {
  if (!isVerified)
    return (
      <SettingsSection
        title="Invite people"
        lead="Verify your own email address first, because invitations are sent in your name. The link is in the email we sent you."
      />
    );
  return (
    <SettingsSection title="Invite people" lead="We’ll email them a link. It works for seven days, and only for that address.">
      <AuthForm intent="invite" submit="Send invitation" isWide={false} refusal={refusal}>
        <div className="grid gap-4 sm:grid-cols-[1fr_9rem]">
          <EmailField autoComplete="off" defaultValue={email} error={errorAt(refusal, "email")} />
          <RoleField mine={role} />
        </div>
      </AuthForm>
      <RoleWords mine={role} />
    </SettingsSection>
  );
}
