/*
 * What a person may see, as query conditions. Each mirrors a rule of core/workspace/policy.ts; a test compares the two.
 */
import { sql } from "kysely";
import { mayMake, type Actor, type Person } from "#core/workspace/policy.ts";
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
    and (chats.project_id is null or exists (select 1 from projects where projects.id = chats.project_id and projects.removed_at is null))`;
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
  const person = personOf(me);
  return sql<boolean>`projects.removed_at is null and ${isMine(person, "projects.organization_id")}
    and (projects.owner_id = ${person.userId} or exists (select 1 from project_shares where project_shares.project_id = projects.id
      and ${sharedWith(person)}))`;
}

/** `canChangeDraft`, on the table `drafts`. Drafts of a deleted project count as deleted. */
export function ownDrafts(me: Actor, { removed = false } = {}) {
  const person = personOf(me);
  return sql<boolean>`drafts.owner_id = ${person.userId} and ${isMine(person, "drafts.organization_id")}${removed ? sql`` : sql` and drafts.removed_at is null`}
    and exists (select 1 from projects where projects.id = drafts.project_id and projects.removed_at is null)`;
}

/** `canSeeDraft`, on the table `drafts`. */
export function seenDrafts(me: Actor) {
  return sql<boolean>`drafts.removed_at is null
    and exists (select 1 from projects where projects.id = drafts.project_id and ${seenProjects(me)})`;
}

/** `canChangeFile`, on the table `files`; the caller checks whether it is removed. */
export function ownFiles(me: Actor) {
  const person = personOf(me);
  return sql<boolean>`files.owner_id = ${person.userId} and ${isMine(person, "files.organization_id")}
    and (files.project_id is null or exists (select 1 from projects where projects.id = files.project_id and projects.removed_at is null))`;
}

/** `canSeeFile`, on the table `files`. */
export function seenFiles(me: Actor) {
  return sql<boolean>`files.removed_at is null and (case when files.project_id is null then ${ownFiles(me)}
    else exists (select 1 from projects where projects.id = files.project_id and ${seenProjects(me)}) end)`;
}

/** `canSeeTemplate` in the current workspace, on the table `library_templates`; the caller checks whether it is removed. */
export function templatesHere(me: Actor) {
  const { userId, organizationId, scopes } = personOf(me);
  if (organizationId === null)
    return scopes === undefined ? sql<boolean>`library_templates.user_id = ${userId}` : sql<boolean>`false`;
  return mayMake(me) ? sql<boolean>`library_templates.organization_id = ${organizationId}` : sql<boolean>`false`;
}

/** On the table `project_shares`. A share by address belongs to those who have verified it. */
export function sharedWith(me: Person) {
  const byAddress = sql<boolean>`project_shares.user_id is null and project_shares.email = ${me.email.toLowerCase()}`;
  return sql<boolean>`(project_shares.user_id = ${me.userId}${me.isVerified ? sql` or (${byAddress})` : sql``})`;
}

/** The personal workspace and those of the person's organizations. An API key has only its organization's. */
function isMine(me: Person, column: string) {
  const organizations = JSON.stringify(me.memberships.map((membership) => membership.organizationId));
  const isTheirs = sql<boolean>`${sql.ref(column)} in (select json_array_elements_text(${organizations}::json))`;
  return me.scopes === undefined ? sql<boolean>`(${sql.ref(column)} is null or ${isTheirs})` : isTheirs;
}

function personOf(me: Actor): Person {
  if (me.kind !== "person") throw problem("not-signed-in");
  return me;
}
