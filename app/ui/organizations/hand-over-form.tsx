/* Transfers ownership to another member. */
import { useId } from "react";
import type { AccountRefusal } from "#core/account/account-refusal.ts";
import type { Member } from "#core/workspace/organization.ts";
import { AuthForm } from "../auth/auth-form.tsx";
import { ProofField } from "../settings/proof-field.tsx";
import { SettingsSection } from "../settings/settings-page.tsx";

type HandOverProps = { heirs: Member[]; hasPassword: boolean; refusal: AccountRefusal | null };

export function HandOverForm({ heirs, hasPassword, refusal }: HandOverProps) {
  const id = useId();
  if (heirs.length === 0)
    return (
      <SettingsSection
        title="Transfer ownership"
        lead="An organization has one owner. Once it has another member, you can make them the owner here."
      />
    );
  return (
    <SettingsSection
      title="Transfer ownership"
      lead="Only the new owner will be able to transfer or delete the organization. You’ll stay as an admin, and both of you get an email."
    >
      <AuthForm intent="hand-over" submit="Transfer ownership" variant="outline" isWide={false} refusal={refusal}>
        <div className="max-w-80">
          <label htmlFor={id} className="mb-1.5 block font-medium">
            New owner
          </label>
          <select
            id={id}
            name="memberId"
            required
            className="h-10 w-full rounded-lg border border-rule-strong bg-paper px-3 max-sm:text-base pointer-coarse:h-11"
          >
            {heirs.map((member) => (
              <option key={member.id} value={member.id}>
                {member.name} ({member.email})
              </option>
            ))}
          </select>
        </div>
        <ProofField hasPassword={hasPassword} refusal={refusal} label="Your password to transfer ownership" />
      </AuthForm>
    </SettingsSection>
  );
}
