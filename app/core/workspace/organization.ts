/*
 * An organization: name and address, roles and who can assign them, and
 * invitations.
 *
 * It always has exactly one owner. Ownership never changes through a role
 * change: the owner must transfer or delete the organization before leaving.
 */
import { withoutInvisible } from "../text/invisible.ts";
import { slugPattern } from "./place.ts";
import type { Role } from "./policy.ts";

export const organizationNameMax = 100;
export const mostOwnedOrganizations = 20;
export const mostOpenInvitations = 200;
export const mostAllowedModels = 200;
/** Days until an invitation expires. */
export const invitationLasts = 7;

/** Days until an offer of ownership expires. */
export const offerLasts = 7;

/** Days within which a removed member can be restored. */
export const removalLastsDays = 30;
/** Days within which an organization's deletion can be cancelled. */
export const organizationGraceDays = 30;

/** In the order in which they are offered. */
export const givenRoles = ["member", "admin", "guest"] as const satisfies readonly Role[];
export type GivenRole = (typeof givenRoles)[number];

export const roleNames: Record<Role, string> = { owner: "Owner", admin: "Admin", member: "Member", guest: "Guest" };

/** What each role can do, to end a sentence. */
export const roleWords: Record<Role, string> = {
  owner: "Full access. Only the owner can transfer or delete the organization.",
  admin: "Can create projects and manage members and settings.",
  member: "Can create projects and see what is shared with them.",
  guest: "Can only see what is shared with them.",
};

/** Owners can assign admins; admins can add members and guests. */
export function mayGiveRole(mine: Role | null, role: Role): boolean {
  if (mine === "owner") return role !== "owner";
  return mine === "admin" && (role === "member" || role === "guest");
}

/** Members can be changed or removed by anyone who could have assigned their role. */
export function mayChangeMember(mine: Role | null, theirs: Role): boolean {
  return mayGiveRole(mine, theirs);
}

/** Addresses with another meaning, or that could pass for ours. */
const reserved = new Set(
  (
    "new create edit delete settings account admin administrator api auth billing blog chat contact demo dev docs help home " +
    "invitations legal login logout mail me members onboarding organization organizations owner personal pricing public root " +
    "security sign-in sign-up status stet support system team vault word www null undefined"
  ).split(" "),
);

/** Why an address can't be used, or null if it can. */
export function slugRefusal(slug: string): string | null {
  if (!slugPattern.test(slug)) return "Use 3 to 40 lowercase letters, digits and hyphens.";
  if (reserved.has(slug)) return "This address is reserved. Choose another.";
  return null;
}

/** A suggested address for a name; empty if the name has no usable characters. */
export function slugFrom(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll("æ", "ae")
    .replaceAll("ø", "o")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 40)
    .replaceAll(/^-+|-+$/g, "");
  return plain.length < 3 ? "" : plain;
}

export function nameRefusal(name: string): string | null {
  const { length } = name.trim();
  if (length === 0) return "Give the organization a name.";
  if (withoutInvisible(name) !== name) return "Use only visible characters.";
  return length > organizationNameMax ? `Use at most ${organizationNameMax} characters.` : null;
}

/** Where a member turns it on, in the personal workspace, with the way back to the organization. */
export function signInSettings(slug: string): string {
  return `/settings/account/security?for=${encodeURIComponent(slug)}`;
}

/** Said to a member who can't enter the organization without it. */
export function twoFactorSentence(organization: string): string {
  return `${organization} requires two-factor authentication. Turn it on under Security in your account settings to open ${organization} again.`;
}

export type Member = { id: string; name: string; email: string; role: Role; image: string | null };

/** As seen by the owner who made it (`isMine`) and the member who answers it. */
export type OwnershipOffer = { isMine: boolean; from: string; to: string; until: string };

/** How a member signs in, as seen by those who manage the organization. */
export type MemberSignIn = { id: string; hasTwoFactor: boolean; passkeys: number };

/** `projects` went to `heir`, who may have left since; `until` is when the removal becomes final. */
export type RemovedMember = {
  id: string;
  name: string;
  email: string;
  role: Role;
  heir: string | null;
  projects: number;
  until: string;
};

/** A project that the reader, who manages the organization, cannot open. */
export type ProjectOfOthers = { id: string; name: string; owner: string; members: string[] };
/** `next`: the id to continue after. */
export type ProjectsOfOthersPage = { projects: ProjectOfOthers[]; next: string | null };

export type InvitationStatus = "pending" | "accepted" | "declined" | "revoked";
/** The answer, or expired without one. */
export type InvitationState = InvitationStatus | "expired";

export function invitationState(status: InvitationStatus, expiresAt: Date, now: Date): InvitationState {
  return status === "pending" && expiresAt <= now ? "expired" : status;
}

/** As seen by those who manage the organization. */
export type Invitation = {
  id: string;
  email: string;
  role: Role;
  state: InvitationState;
  expiresAt: string;
  createdAt: string;
  inviter: string;
};

/** As seen by the invited person. */
export type OfferedInvitation = {
  id: string;
  organization: string;
  slug: string;
  role: Role;
  inviter: string;
  expiresAt: string;
};

export type OrganizationSummary = { name: string; slug: string; role: Role; members: number };

export type RecentDraft = { id: string; projectId: string; name: string; updatedAt: string };

/** Recent changes: a new member, or a project shared with the reader. */
export type OrganizationNews =
  | { kind: "joined"; id: string; name: string; at: string }
  | { kind: "shared"; id: string; name: string; project: string; at: string };
