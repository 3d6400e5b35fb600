/* Pending invitations and the actions for each. */
import { Form, useNavigation } from "react-router";
import { mayGiveRole, roleNames, type Invitation, type InvitationState } from "#core/workspace/organization.ts";
import type { Role } from "#core/workspace/policy.ts";
import { Button } from "../kit/button.tsx";
import { SettingsSection } from "../settings/settings-page.tsx";
import { longDate } from "./dates.ts";
import type { RefusedForm } from "./member-list.tsx";

type InvitationListProps = { invitations: Invitation[]; role: Role; refused: RefusedForm };

export function InvitationList({ invitations, role, refused }: InvitationListProps) {
  const open = invitations.filter(({ state }) => state === "pending" || state === "expired");
  const ended = invitations.filter((invitation) => !open.includes(invitation));
  const rowsOf = (list: Invitation[]) => (
    <ul>
      {list.map((invitation) => (
        <li key={invitation.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-rule py-3">
          <InvitationRow
            invitation={invitation}
            isMine={mayGiveRole(role, invitation.role)}
            refusal={refused?.id === invitation.id ? refused.refusal?.sentence : undefined}
          />
        </li>
      ))}
    </ul>
  );
  return (
    <SettingsSection title="Invitations">
      {open.length > 0 && rowsOf(open)}
      {ended.length > 0 && (
        <details className={open.length > 0 ? "mt-2" : ""}>
          <summary className="py-2 text-ink-soft hover:text-ink">
            {ended.length === 1 ? "1 revoked or declined" : `${ended.length} revoked or declined`}
          </summary>
          {rowsOf(ended)}
        </details>
      )}
    </SettingsSection>
  );
}

type RowProps = { invitation: Invitation; isMine: boolean; refusal: string | undefined };

function InvitationRow({ invitation, isMine, refusal }: RowProps) {
  const { id, email, role, state, inviter } = invitation;
  const { formData } = useNavigation();
  const isPending = (intent: string) => formData?.get("id") === id && formData.get("intent") === intent;
  const isOpen = state === "pending" || state === "expired";
  return (
    <>
      <div className="min-w-0 flex-1 basis-56">
        <p className="truncate text-base">{email}</p>
        <p className={`text-xs ${state === "expired" ? "text-warn" : "text-ink-faint"}`}>
          {roleNames[role]}, {ends[state](longDate(invitation.expiresAt))}, invited by {inviter}
        </p>
      </div>
      {isOpen && isMine && (
        <Form method="post" className="flex gap-2">
          <input type="hidden" name="id" value={id} />
          <Button
            type="submit"
            name="intent"
            value="resend"
            size="small"
            pending={isPending("resend")}
            aria-label={`Send again to ${email}`}
          >
            Send again
          </Button>
          <Button
            type="submit"
            name="intent"
            value="revoke"
            size="small"
            variant="quiet"
            pending={isPending("revoke")}
            aria-label={`Revoke the invitation to ${email}`}
          >
            Revoke
          </Button>
        </Form>
      )}
      {refusal !== undefined && (
        <p role="alert" className="w-full text-danger">
          {refusal}
        </p>
      )}
    </>
  );
}

const ends: Record<InvitationState, (day: string) => string> = {
  pending: (day) => `open until ${day}`,
  expired: (day) => `expired on ${day}`,
  accepted: () => "accepted",
  declined: () => "declined",
  revoked: () => "revoked",
};
