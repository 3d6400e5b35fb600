/*
 * Emails about organizations. The names of the organization and the inviter are user input: one that could pass for a
 * link or an address is replaced by the plain address.
 */
import { offerLasts, organizationGraceDays, removalLastsDays, roleNames } from "#core/workspace/organization.ts";
import type { Role } from "#core/workspace/policy.ts";
import { composeEmail, type Email } from "./email.ts";

export type Named = { name: string; slug: string };
export type Sender = { name: string; email: string };

export type InvitationEmail = { organization: Named; inviter: Sender; role: Role; until: Date; url: string };

export function invitation({ organization, inviter, role, until, url }: InvitationEmail): Email {
  const name = organizationName(organization);
  return composeEmail({
    subject: `You are invited to ${name}`,
    paragraphs: [
      `${senderName(inviter)} invites you to join ${name} on Stet, as ${roleNames[role].toLowerCase()}.`,
      `The invitation is for this address and expires on ${day.format(until)}.`,
    ],
    link: { words: "See the invitation", url },
    lastWord: "If you don’t know this person, you can ignore this email.",
  });
}

export function invitationAsked(organization: Named, email: string, url: string): Email {
  const name = organizationName(organization);
  return composeEmail({
    subject: `${email} is requesting a new invitation`,
    paragraphs: [`You invited ${email} to ${name}, but the invitation no longer works. They’re requesting a new one.`],
    link: { words: "Members and invitations", url },
    lastWord: "If you don’t want to invite them, you can ignore this email. They won’t be notified.",
  });
}

type AcceptedEmail = { organization: Named; who: Sender; role: Role; url: string };

export function invitationAccepted({ organization, who, role, url }: AcceptedEmail): Email {
  const name = organizationName(organization);
  return composeEmail({
    subject: `${senderName(who)} has joined ${name}`,
    paragraphs: [`${senderName(who)} accepted your invitation to ${name} on Stet, as ${roleNames[role].toLowerCase()}.`],
    link: { words: "Members and invitations", url },
    lastWord: "You can turn these emails off under Notifications in your account settings.",
  });
}

export function memberRemoved(organization: Named, heir: Sender): Email {
  const name = organizationName(organization);
  return composeEmail({
    subject: `You were removed from ${name}`,
    paragraphs: [
      `An owner or admin removed you from ${name} on Stet. Your projects there now belong to ${senderName(heir)}.`,
      `For ${removalLastsDays} days they can restore your membership and projects. Nothing outside ${name} has changed.`,
    ],
    lastWord: "If you think this is a mistake, contact the owner or an admin.",
  });
}

export function memberRestored(organization: Named, url: string): Email {
  const name = organizationName(organization);
  return composeEmail({
    subject: `You’ve been restored to ${name}`,
    paragraphs: [`You’re a member of ${name} on Stet again, and your projects there are yours again.`],
    link: { words: "Open the organization", url },
    lastWord: "If you didn't expect this, contact the owner or an admin.",
  });
}

export function roleChanged(organization: Named, role: Role, url: string): Email {
  const name = organizationName(organization);
  return composeEmail({
    subject: `You are now ${roleNames[role].toLowerCase()} in ${name}`,
    paragraphs: [`Your role in ${name} on Stet was changed to ${roleNames[role].toLowerCase()}.`],
    link: { words: "Open the organization", url },
    lastWord: "If you didn't expect this, contact the owner or an admin.",
  });
}

export function twoFactorRequired(organization: Named, by: Sender, url: string): Email {
  const name = organizationName(organization);
  return composeEmail({
    subject: `${name} now requires two-factor authentication`,
    paragraphs: [
      `${senderName(by)} now requires two-factor authentication for everyone in ${name} on Stet. You don’t use it yet, so you can’t open ${name} until you turn it on.`,
      "It takes two minutes and an authenticator app. Nothing of yours has changed, and your personal workspace stays open.",
    ],
    link: { words: "Turn on two-factor authentication", url },
    lastWord: "If you didn’t expect this, contact the owner or an admin.",
  });
}

export function ownershipOffered(organization: Named, from: Sender, url: string): Email {
  const name = organizationName(organization);
  return composeEmail({
    subject: `You are offered the ownership of ${name}`,
    paragraphs: [
      `${senderName(from)} wants to hand over ${name} on Stet to you. If you accept, only you can transfer or delete it.`,
      `Nothing changes until you accept. The offer is open for ${offerLasts} days.`,
    ],
    link: { words: "Accept or decline", url },
    lastWord: "If you don’t want to own it, decline or ignore this email.",
  });
}

export function ownershipDeclined(organization: Named, by: Sender, url: string): Email {
  const name = organizationName(organization);
  return composeEmail({
    subject: `Your offer of ${name} was declined`,
    paragraphs: [`${senderName(by)} doesn’t want to own ${name} on Stet. You are still its owner.`],
    link: { words: "Open the settings", url },
    lastWord: "You can offer it to someone else under General.",
  });
}

export function ownershipReceived(organization: Named, from: Sender, url: string): Email {
  const name = organizationName(organization);
  return composeEmail({
    subject: `You now own ${name}`,
    paragraphs: [`You accepted the ownership of ${name} on Stet from ${senderName(from)}. Only you can now transfer or delete it.`],
    link: { words: "Open the settings", url },
    lastWord: "If you didn’t do this, contact them and change your password.",
  });
}

export function ownershipGiven(organization: Named, to: string): Email {
  const name = organizationName(organization);
  return composeEmail({
    subject: `You transferred ${name}`,
    paragraphs: [`${to} accepted, and is now the owner of ${name} on Stet. You are an admin.`],
    lastWord: "If this was not you, contact the new owner right away and change your password.",
  });
}

export function deletionScheduled(organization: Named, at: Date, url: string): Email {
  const name = organizationName(organization);
  return composeEmail({
    subject: `${name} will be deleted on ${day.format(at)}`,
    paragraphs: [
      `The owner has scheduled ${name} for deletion on ${day.format(at)}, with all its projects, drafts, chats and files. Until then everything works as before.`,
      "Export your data before that day. The export contains everything you created there, including projects that only you can see.",
    ],
    link: { words: "Export my data", url },
    lastWord: "The owner can cancel the deletion until then. Nothing outside this organization is affected.",
  });
}

export function deletionCancelled(organization: Named, url: string): Email {
  const name = organizationName(organization);
  return composeEmail({
    subject: `${name} will not be deleted`,
    paragraphs: [`The owner has cancelled the deletion of ${name} on Stet. Nothing has changed.`],
    link: { words: "Open the organization", url },
    lastWord: "You don't need to do anything.",
  });
}

export function organizationDeleted(organization: Named): Email {
  const name = organizationName(organization);
  return composeEmail({
    subject: `${name} was deleted`,
    paragraphs: [
      `${name} was deleted from Stet with everything made in it, as announced ${organizationGraceDays} days ago.`,
      "Nothing outside it was affected.",
    ],
    lastWord: "Its owner had to download its data first: ask them if something is missing.",
  });
}

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** Text that mail programs would turn into a link is not used as a name. */
const looksLikeLink = /[\p{L}\p{N}]\.\p{L}|[/\\@:<>]/u;
const mostNameLength = 60;

function organizationName({ name, slug }: Named): string {
  return isPlain(name) ? name : slug;
}

function senderName({ name, email }: Sender): string {
  return isPlain(name) ? `${name} (${email})` : email;
}

function isPlain(name: string): boolean {
  return name.length <= mostNameLength && !looksLikeLink.test(name) && !/[\p{Cc}\p{Cf}]/u.test(name);
}
