/* Offers the ownership to another member. */
import { useId } from "react";
import type { AccountRefusal } from "#core/account/account-refusal.ts";
import type { Member, OwnershipOffer } from "#core/workspace/organization.ts";
import { AuthForm } from "../auth/auth-form.tsx";
import { ProofField } from "../settings/proof-field.tsx";
import { longDate } from "./dates.ts";
import { SettingsSection } from "../settings/settings-page.tsx";

type HandOverProps = { heirs: Member[]; offer: OwnershipOffer | null; hasPassword: boolean; refusal: AccountRefusal | null };

export function HandOverForm({ heirs, offer, hasPassword, refusal }: HandOverProps) {
  const id = useId();
  if (offer !== null)
    return (
      <SettingsSection
        title="Transfer ownership"
        lead={`Offered to ${offer.to}, who can accept or decline until ${longDate(offer.until)}. Until then you are the owner.`}
      >
        <AuthForm intent="withdraw-offer" submit="Withdraw offer" variant="outline" isWide={false} refusal={refusal} />
      </SettingsSection>
    );
  if (heirs.length === 0)
    return (
      <SettingsSection
        title="Transfer ownership"
        lead="An organization has one owner. Once it has another member, you can offer it to them here."
      />
    );
  return (
    <SettingsSection
      title="Transfer ownership"
      lead="You offer it to a member, who can accept or decline. After that, only the new owner can transfer or delete the organization, and you stay on as an admin."
    >
      <AuthForm intent="hand-over" submit="Offer ownership" variant="outline" isWide={false} refusal={refusal}>
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
        <ProofField hasPassword={hasPassword} refusal={refusal} label="Your password to offer ownership" />
      </AuthForm>
    </SettingsSection>
  );
}
