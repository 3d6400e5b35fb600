/*
 * What a person may see, as query conditions. Each mirrors a rule of core/workspace/policy.ts; a test compares the two.
 */
import { sql, type RawBuilder } from "kysely";
import {
  mayMake,
  mayUse,
  mayManage,
  shareRolesWith,
  type Actor,
  type Membership,
  type Person,
  type ProjectRight,
  type ProjectRole,
} from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";

/** Limits to the current workspace: the personal one or one organization. On a column `organization_id`. */
export function isHere(me: Actor, column: string) {
  const { organizationId } = personOf(me);
  // Not "is not distinct from": it cannot use an index, and the planner estimates it to be rare.
  return organizationId === null ? sql<boolean>`${sql.ref(column)} is null` : sql<boolean>`${sql.ref(column)} = ${organizationId}`;
}

/** `canChangeChat`, on the table `chats`. Chats of a deleted project count as deleted. */
export function ownChats(me: Actor) {
  const person = personOf(me);
  return sql<boolean>`chats.owner_id = ${person.userId} and ${isMine(person, "chats.organization_id")}
    and (chats.project_id is null or exists (select 1 from projects where projects.id = chats.project_id and ${writtenProjects(me)}))`;
}

/** `canSeeChat`, on the table `chats`. */
export function seenChats(me: Actor) {
  return sql<boolean>`(case when chats.project_id is null then ${ownChats(me)}
    else exists (select 1 from projects where projects.id = chats.project_id and ${seenProjects(me)}) end)`;
}

/** `canChangeProject`, on the table `projects`. */
export function ownProjects(me: Actor) {
  const person = personOf(me);
  return sql<boolean>`projects.removed_at is null and projects.owner_id = ${person.userId} and ${isMine(person, "projects.organization_id")}`;
}

/** `canSeeProject`, on the table `projects`. */
export function seenProjects(me: Actor) {
  return projectsWith(me, "see");
}

/** `mayInProject` with "write", on the table `projects`. */
export function writtenProjects(me: Actor) {
  return projectsWith(me, "write");
}

/** `mayInProject`, on the table `projects`. */
function projectsWith(me: Actor, right: ProjectRight) {
  const person = personOf(me);
  return sql<boolean>`projects.removed_at is null and ${isMine(person, "projects.organization_id")}
    and (projects.owner_id = ${person.userId} or exists (select 1 from project_shares where project_shares.project_id = projects.id
      and ${sharedWith(person)}${givesRight(person, right)}))`;
}

/** What every share gives needs no condition; more is for an organization's members who are no guests. */
function givesRight(me: Person, right: ProjectRight) {
  const roles = shareRolesWith(right);
  if (roles.includes("viewer")) return sql``;
  return sql` and project_shares.role in (${sql.join(roles)}) and projects.organization_id in ${idsOf(me.memberships.filter(({ role }) => role !== "guest"))}`;
}

/** Whether a person, given as a column, may write in `projects` as its editor: for statements of Stet itself. */
export function isEditor(person: RawBuilder<unknown>) {
  return sql<boolean>`exists (select 1 from project_shares join member
    on member."organizationId" = projects.organization_id and member."userId" = project_shares.user_id and member.role <> 'guest'
    where project_shares.project_id = projects.id and project_shares.user_id = ${person}
      and project_shares.role in (${sql.join(shareRolesWith("write"))}))`;
}

/** `projectRoleOf` for those who see the project, on the table `projects`. */
export function roleInProject(me: Actor) {
  const person = personOf(me);
  const isStaff = sql<boolean>`projects.organization_id in ${idsOf(person.memberships.filter(({ role }) => role !== "guest"))}`;
  return sql<ProjectRole>`(case when projects.owner_id = ${person.userId} then 'owner'
    when ${isStaff} then (select project_shares.role from project_shares where project_shares.project_id = projects.id and ${sharedWith(person)}
      order by array_position(array['editor', 'commenter', 'viewer'], project_shares.role) limit 1)
    else 'viewer' end)`;
}

/** `canChangeDraft`, on the table `drafts`. Drafts of a deleted project count as deleted. */
export function writtenDrafts(me: Actor) {
  return sql<boolean>`drafts.removed_at is null and ${inProject("drafts", writtenProjects(me))}`;
}

/** `canProposeInDraft`, on the table `drafts`. */
export function proposableDrafts(me: Actor) {
  return sql<boolean>`drafts.removed_at is null and ${inProject("drafts", projectsWith(me, "propose"))}`;
}

/** `canRemoveFromProject`, on the table `drafts`, whether it is removed or not. */
export function removableDrafts(me: Actor) {
  return removableIn(me, "drafts");
}

/** Whether a draft that `madeBy` made could be removed from it, on the table `projects`: `canRemoveFromProject`. */
export function takingProjects(me: Actor, madeBy: string | null) {
  return madeBy === personOf(me).userId ? writtenProjects(me) : ownProjects(me);
}

function removableIn(me: Actor, table: "drafts" | "files") {
  const { userId } = personOf(me);
  const isMade = sql<boolean>`(${sql.ref(`${table}.made_by`)} = ${userId} or projects.owner_id = ${userId})`;
  return inProject(table, sql<boolean>`${writtenProjects(me)} and ${isMade}`);
}

/** `canSeeReview`, on the table `reviews`; the caller checks whether it is removed. */
export function seenReviews(me: Actor) {
  return inProject("reviews", seenProjects(me));
}

/** `canChangeReview`, on the table `reviews`; the caller checks whether it is removed. */
export function writtenReviews(me: Actor) {
  return inProject("reviews", writtenProjects(me));
}

/** `canSeeResearch`, on the table `research`; the caller checks whether it is removed. */
export function seenResearch(me: Actor) {
  return inProject("research", seenProjects(me));
}

/** `canChangeResearch`, on the table `research`; the caller checks whether it is removed. */
export function writtenResearch(me: Actor) {
  return inProject("research", writtenProjects(me));
}

/** `canSeeReview` for a run of a workflow, on the table `workflow_runs`; the caller checks whether it is removed. */
export function seenRuns(me: Actor) {
  return inProject("workflow_runs", seenProjects(me));
}

/** `canChangeReview` for a run of a workflow, on the table `workflow_runs`; the caller checks whether it is removed. */
export function writtenRuns(me: Actor) {
  return inProject("workflow_runs", writtenProjects(me));
}

/** `canSeeCollection`, on the table `discovery_collections`; the caller checks whether it is removed. */
export function seenCollections(me: Actor) {
  return inProject("discovery_collections", seenProjects(me));
}

/** `canChangeCollection`, on the table `discovery_collections`; the caller checks whether it is removed. */
export function writtenCollections(me: Actor) {
  return inProject("discovery_collections", writtenProjects(me));
}

type OfProject = "drafts" | "files" | "reviews" | "research" | "workflow_runs" | "discovery_collections";

function inProject(table: OfProject, condition: RawBuilder<boolean>) {
  return sql<boolean>`exists (select 1 from projects where projects.id = ${sql.ref(`${table}.project_id`)} and ${condition})`;
}

/** `canSeeDraft`, on the table `drafts`. */
export function seenDrafts(me: Actor) {
  return sql<boolean>`drafts.removed_at is null and ${inProject("drafts", seenProjects(me))}`;
}

/** `canChangeFile`, on the table `files`; the caller checks whether it is removed. */
export function ownFiles(me: Actor) {
  return sql<boolean>`(case when files.project_id is null then ${looseFiles(me)} else ${removableIn(me, "files")} end)`;
}

/** In no project. */
function looseFiles(me: Actor) {
  const person = personOf(me);
  return sql<boolean>`(files.owner_id = ${person.userId} and ${isMine(person, "files.organization_id")})`;
}

/** `canSeeFile`, on the table `files`. */
export function seenFiles(me: Actor) {
  return sql<boolean>`files.removed_at is null and (case when files.project_id is null then ${looseFiles(me)}
    else ${inProject("files", seenProjects(me))} end)`;
}

/** Among the files of their project: what was frozen to be rows of reviews is not. On the table `files`. */
export const listedFiles = sql<boolean>`files.frozen is null`;

/** `canSeeTemplate` in the current workspace, on the table `library_templates`; the caller checks whether it is removed. */
export function templatesHere(me: Actor) {
  const { userId, organizationId, scopes } = personOf(me);
  if (organizationId === null)
    return scopes === undefined
      ? sql<boolean>`(library_templates.user_id = ${userId} and library_templates.organization_id is null)`
      : sql<boolean>`false`;
  return mayMake(me)
    ? sql<boolean>`(library_templates.organization_id = ${organizationId}
        and (library_templates.user_id is null or ${scopes === undefined ? sql`library_templates.user_id = ${userId}` : sql`false`}))`
    : sql<boolean>`false`;
}

/** `canUseContact` in the current workspace, on the tables `contacts` and `conflict_checks`. */
export function contactsHere(me: Actor, table: "contacts" | "conflict_checks" = "contacts") {
  const { userId, organizationId, scopes } = personOf(me);
  const isOpen = table === "contacts" ? mayUse(me, "contacts:read") : scopes === undefined;
  if (!isOpen || !mayMake(me)) return sql<boolean>`false`;
  return organizationId === null
    ? sql<boolean>`${sql.ref(`${table}.user_id`)} = ${userId}`
    : sql<boolean>`${sql.ref(`${table}.organization_id`)} = ${organizationId}`;
}

/** `canSeeConflictCheck` in the current workspace, on the table `conflict_checks`. */
export function conflictChecksHere(me: Actor) {
  const { userId, organizationId } = personOf(me);
  const all = organizationId === null || mayManage(me, organizationId);
  const here = contactsHere(me, "conflict_checks");
  return all ? here : sql<boolean>`(${here} and conflict_checks.made_by = ${userId})`;
}

/** On the table `project_shares`. A share by address belongs to those who have verified it. */
export function sharedWith(me: Person) {
  const byAddress = sql<boolean>`project_shares.user_id is null and project_shares.email = ${me.email.toLowerCase()}`;
  return sql<boolean>`(project_shares.user_id = ${me.userId}${me.isVerified ? sql` or (${byAddress})` : sql``})`;
}

/** The personal workspace and those of the person's organizations. An API key has only its organization's. */
function isMine(me: Person, column: string) {
  const isTheirs = sql<boolean>`${sql.ref(column)} in ${idsOf(me.memberships)}`;
  return me.scopes === undefined ? sql<boolean>`(${sql.ref(column)} is null or ${isTheirs})` : isTheirs;
}

function idsOf(memberships: readonly Membership[]) {
  const organizations = JSON.stringify(memberships.map((membership) => membership.organizationId));
  return sql`(select json_array_elements_text(${organizations}::json))`;
}

function personOf(me: Actor): Person {
  if (me.kind !== "person") throw problem("not-signed-in");
  return me;
}
