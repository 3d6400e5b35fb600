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
      /**
       * Memberships that give no access for now, because the organization requires two-factor authentication and the
       * person doesn't use it. Nothing but the refusal and the way to turn it on depends on these.
       */
      barred?: Membership[];
      /** Of the installation. It gives no access to anyone's work. */
      isAdministrator?: boolean;
      /** The scopes of an organization's API key, if one made the request on its creator's behalf. */
      scopes?: readonly Scope[];
      /** That key's name, shown beside its creator's where it proposes something. */
      keyName?: string;
    }
  | { kind: "visitor" }
  /** Stet itself: the run log, the reaper, sweeps. Never built from a request. */
  | { kind: "server" };
export type Person = Extract<Actor, { kind: "person" }>;
export type Server = Extract<Actor, { kind: "server" }>;
export const theServer: Server = { kind: "server" };
export type Role = "owner" | "admin" | "member" | "guest";
/** `plan` is the organization's, regardless of its members' own plans. */
export type Membership = {
  organizationId: string;
  slug: string;
  name: string;
  role: Role;
  plan: Plan;
  policies: OrganizationPolicies;
  /** The addresses it had before, which no other organization has taken. */
  formerSlugs?: readonly string[];
};

/** What an organization's managers have decided for everyone in it. */
export type OrganizationPolicies = {
  /** Whether members must use two-factor authentication. */
  twoFactor: boolean;
  /** The ids of the models that may be used besides the built-in editor; null is all. */
  models: readonly string[] | null;
  webSearch: boolean;
};
export const noPolicies: OrganizationPolicies = { twoFactor: false, models: null, webSearch: true };

/** Everything belongs to one person, in one workspace. */
export type Owned = { ownerId: string; organizationId: string | null };

/** Whether the address is, or was, that of the organization. */
export function isAddressOf({ slug, formerSlugs = [] }: Membership, asked: string | null): boolean {
  return asked !== null && (slug === asked || formerSlugs.includes(asked));
}

/** The same person in one of their organizations; null if they aren't a member. */
export function withWorkspace(me: Person, slug: string | null): Person | null {
  if (slug === null) return { ...me, organizationId: null, plan: me.ownPlan };
  const membership = me.memberships.find((one) => isAddressOf(one, slug));
  return membership === undefined ? null : { ...me, organizationId: membership.organizationId, plan: membership.plan };
}

/** The organization at this address, if two-factor authentication is all the person lacks to enter it. */
export function barredFrom(me: Actor, slug: string | null): Membership | null {
  return (me.kind === "person" && me.barred?.find((one) => isAddressOf(one, slug))) || null;
}

export function membershipOf(me: Actor, organizationId: string | null): Membership | null {
  return (me.kind === "person" && me.memberships.find((one) => one.organizationId === organizationId)) || null;
}

/** Those of the workspace of this request. */
export function policiesFor(me: Person): OrganizationPolicies {
  return membershipOf(me, me.organizationId)?.policies ?? noPolicies;
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

/** What a project can be shared as. Beyond "viewer", only with members of the organization that the project belongs to. */
export const shareRoles = ["viewer", "commenter", "editor"] as const;
export type ShareRole = (typeof shareRoles)[number];
export type ProjectRole = "owner" | ShareRole;

/** Who may do what in a project. `write`: its drafts and files, and chats of one's own in it. */
const projectRights = {
  see: ["viewer", "commenter", "editor", "owner"],
  comment: ["viewer", "commenter", "editor", "owner"],
  /** Put a change forward, for those who write to accept. */
  propose: ["commenter", "editor", "owner"],
  write: ["editor", "owner"],
  /** Add names to what is replaced on the way to a model. */
  conceal: ["editor", "owner"],
  /** Turn that on or off, and have names sent as they are. */
  reveal: ["owner"],
  /** Its name, instructions, shares, and deletion. */
  manage: ["owner"],
} as const satisfies Record<string, readonly ProjectRole[]>;
export type ProjectRight = keyof typeof projectRights;

/** The roles of a share that give this right. */
export function shareRolesWith(right: ProjectRight): ShareRole[] {
  return shareRoles.filter((role) => hasRight(role, right));
}

export function hasRight(role: ProjectRole | null, right: ProjectRight): boolean {
  return role !== null && (projectRights[right] as readonly ProjectRole[]).includes(role);
}

/** `sharedAs` is null if it isn't shared with the person. */
export type SharedProject = Owned & { isRemoved: boolean; sharedAs: ShareRole | null };

/** A role beyond viewer lasts as long as the membership: for guests, and outside of organizations, it is that of a viewer. */
export function projectRoleOf(me: Actor, project: SharedProject): ProjectRole | null {
  if (me.kind !== "person" || project.isRemoved) return null;
  if (isOwner(me, project)) return "owner";
  if (project.sharedAs === null || !isMyPlace(me, project.organizationId)) return null;
  return isStaff(me, project.organizationId) ? project.sharedAs : "viewer";
}

/** In an organization, and not as its guest. */
function isStaff(me: Person, organizationId: string | null): boolean {
  const role = organizationId === null ? undefined : membershipOf(me, organizationId)?.role;
  return role !== undefined && role !== "guest";
}

export function mayInProject(me: Actor, project: SharedProject, right: ProjectRight): boolean {
  return hasRight(projectRoleOf(me, project), right);
}

/** The owner and those it is shared with; being in the same organization doesn't grant access. */
export function canSeeProject(me: Actor, project: SharedProject): boolean {
  return mayInProject(me, project, "see");
}

/** Shares, instructions, its name: only its owner. */
export function canChangeProject(me: Actor, project: SharedProject): boolean {
  return mayInProject(me, project, "manage");
}

/** A chat belongs to one person; one in a project is visible to everyone with access to the project. */
export function canSeeChat(me: Actor, chat: Owned & { project: SharedProject | null }): boolean {
  return chat.project === null ? isOwner(me, chat) : canSeeProject(me, chat.project);
}

/** Only by whose it is, and in a project as long as they may work there. */
export function canChangeChat(me: Actor, chat: Owned & { project: SharedProject | null }): boolean {
  return isOwner(me, chat) && (chat.project === null || mayInProject(me, chat.project, "write"));
}

type DraftInProject = { isRemoved: boolean; project: SharedProject };

/** A draft belongs to its project: everyone with access to it may see the draft. */
export function canSeeDraft(me: Actor, draft: DraftInProject): boolean {
  return !draft.isRemoved && canSeeProject(me, draft.project);
}

export function canChangeDraft(me: Actor, draft: DraftInProject): boolean {
  return !draft.isRemoved && mayInProject(me, draft.project, "write");
}

/** Suggest other words, for those who write in it to accept. */
export function canProposeInDraft(me: Actor, draft: DraftInProject): boolean {
  return !draft.isRemoved && mayInProject(me, draft.project, "propose");
}

/** A review belongs to its project, as a draft does. */
export function canSeeReview(me: Actor, review: DraftInProject): boolean {
  return canSeeDraft(me, review);
}

/** Its questions and documents, running it, and a person's word on its cells. */
export function canChangeReview(me: Actor, review: DraftInProject): boolean {
  return canChangeDraft(me, review);
}

/** Research belongs to its project, as a draft does. */
export function canSeeResearch(me: Actor, research: DraftInProject): boolean {
  return canSeeDraft(me, research);
}

/** Its question and plan, and running it. */
export function canChangeResearch(me: Actor, research: DraftInProject): boolean {
  return canChangeDraft(me, research);
}

/** A collection of documents belongs to its project, as a draft does. */
export function canSeeCollection(me: Actor, collection: DraftInProject): boolean {
  return canSeeDraft(me, collection);
}

/** Its documents, and a person's word on them. */
export function canChangeCollection(me: Actor, collection: DraftInProject): boolean {
  return canChangeDraft(me, collection);
}

/** Of a project's drafts and files, its owner removes any, and an editor those that they made. */
export function canRemoveFromProject(me: Actor, made: { madeBy: string | null; project: SharedProject }): boolean {
  if (me.kind !== "person" || !mayInProject(me, made.project, "write")) return false;
  return made.madeBy === me.userId || mayInProject(me, made.project, "manage");
}

/** Out of its project and into another of the same workspace, as long as the person could take it out of there again. */
export function canMoveDraft(me: Actor, draft: DraftInProject & { madeBy: string | null; to: SharedProject }): boolean {
  const { madeBy, project, to, isRemoved } = draft;
  if (isRemoved || project.organizationId !== to.organizationId) return false;
  return canRemoveFromProject(me, { madeBy, project }) && canRemoveFromProject(me, { madeBy, project: to });
}

/** A file belongs to one person, or to its project: visible to everyone with access to it. */
export function canSeeFile(me: Actor, file: Owned & { isRemoved: boolean; project: SharedProject | null }): boolean {
  if (file.isRemoved) return false;
  return file.project === null ? isOwner(me, file) : canSeeProject(me, file.project);
}

export function canChangeFile(me: Actor, file: Owned & { madeBy: string | null; project: SharedProject | null }): boolean {
  return file.project === null ? isOwner(me, file) : canRemoveFromProject(me, { madeBy: file.madeBy, project: file.project });
}

/** A person's own, or an organization's; of both, what a person keeps to themselves in an organization. */
export type LibraryOwned = { userId: string | null; organizationId: string | null; madeBy: string | null };

/** In a personal workspace its owner; in an organization every member, but no guest. */
export function canSeeTemplate(me: Actor, template: LibraryOwned): boolean {
  if (me.kind !== "person") return false;
  // A key does not see what its maker keeps to themselves.
  if (template.userId !== null && (template.userId !== me.userId || me.scopes !== undefined)) return false;
  if (template.organizationId === null) return isMyPlace(me, null);
  const role = membershipOf(me, template.organizationId)?.role;
  return role !== undefined && role !== "guest";
}

/** An organization's: who made it, and those who manage the organization. */
export function canChangeTemplate(me: Actor, template: LibraryOwned): boolean {
  if (me.kind !== "person" || !canSeeTemplate(me, template)) return false;
  const { organizationId, madeBy } = template;
  return organizationId === null || madeBy === me.userId || mayManage(me, organizationId);
}

/** In an organization, those who manage it say what may be used there by all. */
export function canApproveTemplate(me: Actor, template: LibraryOwned): boolean {
  if (me.kind !== "person" || !canSeeTemplate(me, template) || isPrivate(template)) return false;
  return template.organizationId === null || mayManage(me, template.organizationId);
}

/** Kept to one person in an organization. */
export const isPrivate = ({ userId, organizationId }: Omit<LibraryOwned, "madeBy">) => userId !== null && organizationId !== null;

/** Who made something keeps it to themselves, or shares it with their organization. */
export function canSetPrivate(me: Actor, template: LibraryOwned): boolean {
  return me.kind === "person" && template.organizationId !== null && template.madeBy === me.userId && canSeeTemplate(me, template);
}

/** A contact of a workspace: like what is in its library, but every member keeps an organization's. */
export function canUseContact(me: Actor, contact: Omit<LibraryOwned, "madeBy">): boolean {
  return mayUse(me, "contacts:read") && canSeeTemplate(me, { ...contact, madeBy: null });
}

/** A conflict check: who made it, and those who manage the organization. No key reads them. */
export function canSeeConflictCheck(me: Actor, check: LibraryOwned): boolean {
  if (me.kind !== "person" || isKey(me) || !canUseContact(me, check)) return false;
  return check.organizationId === null || check.madeBy === me.userId || mayManage(me, check.organizationId);
}
