/* Invitations awaiting the reader's answer. */
import { Form, useNavigation } from "react-router";
import type { AccountRefusal } from "#core/account/account-refusal.ts";
import { roleNames, type OfferedInvitation } from "#core/workspace/organization.ts";
import { Button } from "../kit/button.tsx";
import { longDate } from "./dates.ts";

type OfferedInvitationsProps = { invitations: OfferedInvitation[]; refusal?: AccountRefusal | null | undefined };

export function OfferedInvitations({ invitations, refusal }: OfferedInvitationsProps) {
  return (
    <>
      {refusal && (
        <p role="alert" className="mb-4 rounded-lg bg-danger-soft px-3 py-2.5 text-danger">
          {refusal.sentence}
        </p>
      )}
      <ul className="flex flex-col gap-3">
        {invitations.map((invitation) => (
          <li key={invitation.id} className="rounded-xl border border-rule bg-raised p-4">
            <OfferedInvitationCard invitation={invitation} />
          </li>
        ))}
      </ul>
    </>
  );
}

function OfferedInvitationCard({ invitation }: { invitation: OfferedInvitation }) {
  const { id, organization, role, inviter, expiresAt } = invitation;
  const { formData } = useNavigation();
  const isPending = (intent: string) => formData?.get("id") === id && formData.get("intent") === intent;
  return (
    <>
      <p className="font-serif text-lg wrap-anywhere">{organization}</p>
      <p className="mt-1 text-ink-soft wrap-anywhere">
        {inviter} invites you as {roleNames[role].toLowerCase()}. Open until {longDate(expiresAt)}.
      </p>
      <Form method="post" className="mt-4 flex flex-wrap gap-2">
        <input type="hidden" name="id" value={id} />
        <Button
          type="submit"
          name="intent"
          value="accept"
          variant="primary"
          pending={isPending("accept")}
          aria-label={`Accept the invitation to ${organization}`}
        >
          Accept
        </Button>
        <Button
          type="submit"
          name="intent"
          value="decline"
          pending={isPending("decline")}
          aria-label={`Decline the invitation to ${organization}`}
        >
          Decline
        </Button>
      </Form>
    </>
  );
}
