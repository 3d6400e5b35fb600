/*
 * An organization: its name and address, the roles in it and who may give
 * them, and how an invitation stands.
 *
 * It has one owner, always. Nobody becomes owner by a change of role: the owner
 * hands the organization over, or deletes it, and cannot leave before.
 */
import { withoutInvisible } from "../text/invisible.ts";
import { slugPattern } from "./place.ts";
import type { Role } from "./policy.ts";

export const organizationNameMax = 100;
export const mostOwnedOrganizations = 20;
export const mostOpenInvitations = 200;
/** Days that an invitation stays open. */
export const invitationLasts = 7;

/** Days in which a member who was removed can be brought back. */
export const removalLastsDays = 30;
/** Days in which an organization's deletion can be cancelled. */
export const organizationGraceDays = 30;

/** In the order in which they are offered. */
export const givenRoles = ["member", "admin", "guest"] as const satisfies readonly Role[];
export type GivenRole = (typeof givenRoles)[number];

export const roleNames: Record<Role, string> = { owner: "Owner", admin: "Admin", member: "Member", guest: "Guest" };

/** What somebody with the role can do, as a sentence's end. */
export const roleWords: Record<Role, string> = {
  owner: "Full access. Only the owner can hand the organization over or delete it.",
  admin: "Can create projects and manage members and settings.",
  member: "Can create projects and see what is shared with them.",
  guest: "Can only see what is shared with them.",
};

/** Owners make admins; admins bring in members and guests. */
export function mayGiveRole(mine: Role | null, role: Role): boolean {
  if (mine === "owner") return role !== "owner";
  return mine === "admin" && (role === "member" || role === "guest");
}

/** Changing or taking away the place of somebody with `theirs`: whoever could have given it. */
export function mayChangeMember(mine: Role | null, theirs: Role): boolean {
  return mayGiveRole(mine, theirs);
}

/** Addresses that mean something else, or that would look like ours. */
const reserved = new Set(
  (
    "new create edit delete settings account admin administrator api auth billing blog chat contact demo dev docs help home " +
    "invitations legal login logout mail me members onboarding organization organizations owner personal pricing public root " +
    "security sign-in sign-up status stet support system team vault word www null undefined"
  ).split(" "),
);

/** Why an address cannot be an organization's; null when it can. */
export function slugRefusal(slug: string): string | null {
  if (!slugPattern.test(slug)) return "Use 3 to 40 lower-case letters and digits, with hyphens between them.";
  if (reserved.has(slug)) return "This address is reserved. Choose another.";
  return null;
}

/** An address that a name suggests; empty where the name has nothing to build one from. */
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

export type Member = { id: string; name: string; email: string; role: Role; image: string | null };

/** `projects` went to `heir`, who may be gone since; `until` is when the removal becomes final. */
export type RemovedMember = {
  id: string;
  name: string;
  email: string;
  role: Role;
  heir: string | null;
  projects: number;
  until: string;
};

export type InvitationStatus = "pending" | "accepted" | "declined" | "revoked";
/** How it stands: as it was answered, or expired while nobody answered. */
export type InvitationState = InvitationStatus | "expired";

export function invitationState(status: InvitationStatus, expiresAt: Date, now: Date): InvitationState {
  return status === "pending" && expiresAt <= now ? "expired" : status;
}

/** As those who manage the organization see it. */
export type Invitation = {
  id: string;
  email: string;
  role: Role;
  state: InvitationState;
  expiresAt: string;
  createdAt: string;
  inviter: string;
};

/** As the invited person sees it. */
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

/** What changed lately: somebody joined, or shared a project with whoever reads. */
export type OrganizationNews =
  | { kind: "joined"; id: string; name: string; at: string }
  | { kind: "shared"; id: string; name: string; project: string; at: string };
