/* Which email is sent when something happens in an organization. Links always use the configured address. */
import { signInSettings } from "#core/workspace/organization.ts";
import { workspacePath } from "#core/workspace/place.ts";
import type { Role } from "#core/workspace/policy.ts";
import type { Env } from "../env.ts";
import * as write from "../email/organization-emails.ts";
import type { Post } from "../email/email-queue.ts";

type Named = write.Named;
type Sender = write.Sender;
type Posted = { id: string; email: string; role: Role; expiresAt: Date };

export function organizationMail({ url }: Pick<Env, "url">, mail: Post) {
  const members = ({ slug }: Named) => `${url}${workspacePath(slug, "/settings/organization/members")}`;
  const home = ({ slug }: Named) => `${url}${workspacePath(slug, "/home")}`;
  return {
    invited: (organization: Named, inviter: Sender, { id, email, role, expiresAt }: Posted) =>
      mail.post(
        email,
        write.invitation({ organization, inviter, role, until: expiresAt, url: `${url}/invitations?id=${encodeURIComponent(id)}` }),
        "invitation",
      ),
    asked: (to: string, organization: Named, email: string) =>
      mail.post(to, write.invitationAsked(organization, email, members(organization))),
    removed: (to: string, organization: Named, heir: Sender) => mail.post(to, write.memberRemoved(organization, heir)),
    restored: (to: string, organization: Named) => mail.post(to, write.memberRestored(organization, home(organization))),
    roleChanged: (to: string, organization: Named, role: Role) =>
      mail.post(to, write.roleChanged(organization, role, home(organization))),
    twoFactorRequired: (to: string, organization: Named, by: Sender) =>
      mail.post(to, write.twoFactorRequired(organization, by, `${url}${signInSettings(organization.slug)}`)),
    ownershipOffered: (organization: Named, from: Sender, to: string) =>
      mail.post(to, write.ownershipOffered(organization, from, members(organization))),
    ownershipDeclined: (to: string, organization: Named, by: Sender) =>
      mail.post(to, write.ownershipDeclined(organization, by, members(organization))),
    accepted: (to: string, organization: Named, who: Sender, role: Role) =>
      mail.post(to, write.invitationAccepted({ organization, who, role, url: members(organization) }), "acceptance"),
    async handedOver(organization: Named, from: Sender, to: string) {
      await mail.post(
        to,
        write.ownershipReceived(organization, from, `${url}${workspacePath(organization.slug, "/settings/organization")}`),
      );
      await mail.post(from.email, write.ownershipGiven(organization, to));
    },
    deletionScheduled: (to: string, organization: Named, at: Date) =>
      mail.post(to, write.deletionScheduled(organization, at, `${url}/settings/account`)),
    deletionCancelled: (to: string, organization: Named) =>
      mail.post(to, write.deletionCancelled(organization, home(organization))),
    deleted: (to: string, organization: Named) => mail.post(to, write.organizationDeleted(organization)),
  };
}
