/* Leaves an organization. The owner must transfer ownership first. */
import type { AccountRefusal } from "#core/account/account-refusal.ts";
import type { Role } from "#core/workspace/policy.ts";
import { AuthForm } from "../auth/auth-form.tsx";
import { SettingsSection } from "../settings/settings-page.tsx";

type LeaveFormProps = { organization: string; role: Role; refusal: AccountRefusal | null };

export function LeaveForm({ organization, role, refusal }: LeaveFormProps) {
  if (role === "owner")
    return <SettingsSection title="Leave" lead="You’re the owner. Transfer ownership under General before you leave." />;
  return (
    <SettingsSection
      title="Leave"
      lead={`You’ll leave ${organization} immediately. Your projects here go to its owner, with everything in them. Your own chats stay yours, and will be here if you’re invited again.`}
    >
      <AuthForm intent="leave" submit="Leave organization" variant="outline" isWide={false} refusal={refusal} />
    </SettingsSection>
  );
}
