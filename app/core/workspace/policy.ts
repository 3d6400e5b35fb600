/*
 * Who may do what, as plain functions, asked by server and screen alike.
 * Who may not see a thing gets 404, never 403: a 403 would say that it exists.
 */

import { hasScope, type Scope } from "../account/api-key.ts";

export type Plan = "free" | "starter" | "starter-pending-cancel" | "professional";

/** Who asks. Built once per request; every function in server/data takes it first. */
export type Actor =
  | {
      kind: "person";
      userId: string;
      name: string;
      email: string;
      /** Whether the address is proven to be theirs: what is offered by e-mail waits for this. */
      isVerified: boolean;
      /** The plan that counts where this request works: the organization's there, one's own otherwise. */
      plan: Plan;
      ownPlan: Plan;
      /** The organization in which this request works; null is the person's own place. Always one of the memberships. */
      organizationId: string | null;
      memberships: Membership[];
      /** Set where a program asks with an organization's key, in the name of the person who made it: what the key may do. */
      scopes?: readonly Scope[];
    }
  | { kind: "visitor" }
  /** Stet itself: the run log, the reaper, sweeps. Never built from a request. */
  | { kind: "server" };
export type Person = Extract<Actor, { kind: "person" }>;
export type Server = Extract<Actor, { kind: "server" }>;
export const theServer: Server = { kind: "server" };
export type Role = "owner" | "admin" | "member" | "guest";
/** `plan` is the organization's, whatever its members have for themselves. */
export type Membership = { organizationId: string; slug: string; name: string; role: Role; plan: Plan };

/** Everything anybody makes belongs to one person, in one place. */
export type Owned = { ownerId: string; organizationId: string | null };

/** The same person at work in an organization of theirs; null where they are no member. */
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

/** A guest of an organization sees what is shared with them there, and makes nothing. */
export function mayMake(me: Actor): boolean {
  return me.kind === "person" && (me.organizationId === null || (membershipOf(me, me.organizationId)?.role ?? "guest") !== "guest");
}

/** A key is for what its scopes say; a person in a session is for everything. */
export function mayUse(me: Actor, scope: Scope): boolean {
  return me.kind === "person" && (me.scopes === undefined || hasScope(me.scopes, scope));
}

/** Members, settings, keys and bills of an organization. No key can do this, whoever made it. */
export function mayManage(me: Actor, organizationId: string): boolean {
  if (isKey(me)) return false;
  const role = membershipOf(me, organizationId)?.role;
  return role === "owner" || role === "admin";
}

function isKey(me: Actor): boolean {
  return me.kind === "person" && me.scopes !== undefined;
}

/** Its owner's to do alone: handing it over, deleting it. */
export function mayDisposeOf(me: Actor, organizationId: string): boolean {
  return !isKey(me) && membershipOf(me, organizationId)?.role === "owner";
}

/** The owner of a thing, as long as they are in the place where it stands. */
export function isOwner(me: Actor, thing: Owned): boolean {
  return me.kind === "person" && thing.ownerId === me.userId && isMyPlace(me, thing.organizationId);
}

/** One's own place and those of one's organizations. A key has one place only, its organization's. */
function isMyPlace(me: Person, organizationId: string | null): boolean {
  return organizationId === null ? !isKey(me) : isMember(me, organizationId);
}

export type SharedProject = Owned & { isRemoved: boolean; isSharedWithMe: boolean };

/** The owner, and whom it is shared with; being in the same organization does not open it. */
export function canSeeProject(me: Actor, project: SharedProject): boolean {
  if (me.kind !== "person" || project.isRemoved) return false;
  return isOwner(me, project) || (project.isSharedWithMe && isMyPlace(me, project.organizationId));
}

/** Shares, instructions, contents: its owner's alone. */
export function canChangeProject(me: Actor, project: Owned & { isRemoved: boolean }): boolean {
  return isOwner(me, project) && !project.isRemoved;
}

/** A chat belongs to one person; one in a project is seen by all who see the project. */
export function canSeeChat(me: Actor, chat: Owned & { project: SharedProject | null }): boolean {
  return chat.project === null ? isOwner(me, chat) : canSeeProject(me, chat.project);
}

/** A draft is its project's: seen by all who see the project, changed by the owner alone. */
export function canSeeDraft(me: Actor, draft: { isRemoved: boolean; project: SharedProject }): boolean {
  return !draft.isRemoved && canSeeProject(me, draft.project);
}

export function canChangeDraft(me: Actor, draft: Owned & { isRemoved: boolean; project: SharedProject }): boolean {
  return !draft.isRemoved && !draft.project.isRemoved && isOwner(me, draft);
}

/** A file belongs to one person; one in a project is seen by all who see the project. */
export function canSeeFile(me: Actor, file: Owned & { isRemoved: boolean; project: SharedProject | null }): boolean {
  if (file.isRemoved) return false;
  return file.project === null ? isOwner(me, file) : canSeeProject(me, file.project);
}

export function canChangeFile(me: Actor, file: Owned): boolean {
  return isOwner(me, file);
}

export function canChangeChat(me: Actor, chat: Owned): boolean {
  return isOwner(me, chat);
}
