/*
 * Permissions as plain functions, shared by server and client. Without read
 * access the response is 404, never 403, which would reveal that the resource
 * exists.
 */

import { hasScope, type Scope } from "../account/api-key.ts";

export type Plan = "free" | "starter" | "starter-pending-cancel" | "professional";

/** Who is making the request. Built once per request, and the first argument of every function in server/data. */
export type Actor =
  | {
      kind: "person";
      userId: string;
      name: string;
      email: string;
      /** Whether their email address is verified: anything shared with that address requires it. */
      isVerified: boolean;
      /** The plan that applies to this request: the organization's in its workspace, otherwise the person's own. */
      plan: Plan;
      ownPlan: Plan;
      /** The organization of this request, always one of the memberships; null is the personal workspace. */
      organizationId: string | null;
      memberships: Membership[];
      /** Of the installation. It gives no access to anyone's work. */
      isAdministrator?: boolean;
      /** The scopes of an organization's API key, if one made the request on its creator's behalf. */
      scopes?: readonly Scope[];
    }
  | { kind: "visitor" }
  /** Stet itself: the run log, the reaper, sweeps. Never built from a request. */
  | { kind: "server" };
export type Person = Extract<Actor, { kind: "person" }>;
export type Server = Extract<Actor, { kind: "server" }>;
export const theServer: Server = { kind: "server" };
export type Role = "owner" | "admin" | "member" | "guest";
/** `plan` is the organization's, regardless of its members' own plans. */
export type Membership = { organizationId: string; slug: string; name: string; role: Role; plan: Plan };

/** Everything belongs to one person, in one workspace. */
export type Owned = { ownerId: string; organizationId: string | null };

/** The same person in one of their organizations; null if they aren't a member. */
export function withWorkspace(me: Person, slug: string | null): Person | null {
  if (slug === null) return { ...me, organizationId: null, plan: me.ownPlan };
  const membership = me.memberships.find((one) => one.slug === slug);
  return membership === undefined ? null : { ...me, organizationId: membership.organizationId, plan: membership.plan };
}

export function membershipOf(me: Actor, organizationId: string | null): Membership | null {
  return (me.kind === "person" && me.memberships.find((one) => one.organizationId === organizationId)) || null;
}

export function isMember(me: Actor, organizationId: string): boolean {
  return membershipOf(me, organizationId) !== null;
}

/** Guests of an organization see what is shared with them, and create nothing. */
export function mayMake(me: Actor): boolean {
  return me.kind === "person" && (me.organizationId === null || (membershipOf(me, me.organizationId)?.role ?? "guest") !== "guest");
}

/** A key is limited to its scopes; a session isn't. */
export function mayUse(me: Actor, scope: Scope): boolean {
  return me.kind === "person" && (me.scopes === undefined || hasScope(me.scopes, scope));
}

/** An organization's members, settings, keys and billing. No key can manage these, no matter who created it. */
export function mayManage(me: Actor, organizationId: string): boolean {
  if (isKey(me)) return false;
  const role = membershipOf(me, organizationId)?.role;
  return role === "owner" || role === "admin";
}

/** The installation's settings. */
export function mayAdminister(me: Actor): boolean {
  return me.kind === "person" && me.isAdministrator === true && !isKey(me);
}

function isKey(me: Actor): boolean {
  return me.kind === "person" && me.scopes !== undefined;
}

/** Only its owner can transfer or delete it. */
export function mayDisposeOf(me: Actor, organizationId: string): boolean {
  return !isKey(me) && membershipOf(me, organizationId)?.role === "owner";
}

/** The owner, as long as they have access to its workspace. */
export function isOwner(me: Actor, thing: Owned): boolean {
  return me.kind === "person" && thing.ownerId === me.userId && isMyPlace(me, thing.organizationId);
}

/** The personal workspace and those of the person's organizations. A key has only its organization's. */
function isMyPlace(me: Person, organizationId: string | null): boolean {
  return organizationId === null ? !isKey(me) : isMember(me, organizationId);
}

export type SharedProject = Owned & { isRemoved: boolean; isSharedWithMe: boolean };

/** The owner and those it is shared with; being in the same organization doesn't grant access. */
export function canSeeProject(me: Actor, project: SharedProject): boolean {
  if (me.kind !== "person" || project.isRemoved) return false;
  return isOwner(me, project) || (project.isSharedWithMe && isMyPlace(me, project.organizationId));
}

/** Shares, instructions, contents: only its owner. */
export function canChangeProject(me: Actor, project: Owned & { isRemoved: boolean }): boolean {
  return isOwner(me, project) && !project.isRemoved;
}

/** A chat belongs to one person; one in a project is visible to everyone with access to the project. */
export function canSeeChat(me: Actor, chat: Owned & { project: SharedProject | null }): boolean {
  return chat.project === null ? isOwner(me, chat) : canSeeProject(me, chat.project);
}

/** A draft belongs to its project: visible to everyone with access to it, editable only by the owner. */
export function canSeeDraft(me: Actor, draft: { isRemoved: boolean; project: SharedProject }): boolean {
  return !draft.isRemoved && canSeeProject(me, draft.project);
}

export function canChangeDraft(me: Actor, draft: Owned & { isRemoved: boolean; project: SharedProject }): boolean {
  return !draft.isRemoved && !draft.project.isRemoved && isOwner(me, draft);
}

/** A file belongs to one person; one in a project is visible to everyone with access to the project. */
export function canSeeFile(me: Actor, file: Owned & { isRemoved: boolean; project: SharedProject | null }): boolean {
  if (file.isRemoved) return false;
  return file.project === null ? isOwner(me, file) : canSeeProject(me, file.project);
}

export function canChangeFile(me: Actor, file: Owned): boolean {
  return isOwner(me, file);
}

/** A person's own, or an organization's. */
export type LibraryOwned = { userId: string | null; organizationId: string | null; madeBy: string | null };

/** In a personal workspace its owner; in an organization every member, but no guest. */
export function canSeeTemplate(me: Actor, template: LibraryOwned): boolean {
  if (me.kind !== "person") return false;
  if (template.organizationId === null) return template.userId === me.userId && isMyPlace(me, null);
  const role = membershipOf(me, template.organizationId)?.role;
  return role !== undefined && role !== "guest";
}

/** An organization's: who made it, and those who manage the organization. */
export function canChangeTemplate(me: Actor, template: LibraryOwned): boolean {
  if (me.kind !== "person" || !canSeeTemplate(me, template)) return false;
  const { organizationId, madeBy } = template;
  return organizationId === null || madeBy === me.userId || mayManage(me, organizationId);
}

export function canChangeChat(me: Actor, chat: Owned): boolean {
  return isOwner(me, chat);
}
