/*
 * The lists of pseudonyms: which apply where something is asked, and the codes that are added as texts are sent. Stet itself
 * reads and adds to them, because they apply to everyone who asks in a project; people see and change them in
 * `own-lists.ts`.
 */
import { sql, type Expression } from "kysely";
import { listScopes, type ListScope, type PseudonymList } from "#core/pseudonyms/entry.ts";
import type { Person, Server } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db, Trx } from "../../db/database.ts";
import { prepared } from "../../db/prepared.ts";
import type { ListRow } from "../../db/tables/pseudonyms.ts";
import { isHere, seenProjects } from "../visible.ts";

/** Where something is asked: it decides which lists apply. */
export type Place = { organizationId: string | null; projectId: string | null; userId: string };

export type AppliedList = { scope: ListScope; list: PseudonymList; version: number };

/** From the widest to the one that is added to; empty if nothing is replaced there. */
export async function appliedLists(me: Server, db: Db, place: Place): Promise<AppliedList[]> {
  return readApplied(actAs(me, db), place);
}

async function readApplied(db: BoundDb | Trx, place: Place): Promise<AppliedList[]> {
  const { organizationId, projectId, userId } = place;
  const rows = await db
    .selectFrom("pseudonym_lists")
    .select(["project_id", "user_id", "is_on", "entries", "codes", "version"])
    .where(isOfPlace(sql`${organizationId}::text`, sql`${projectId}::uuid`, sql`${userId}::text`))
    .modifyEnd(prepared)
    .execute();
  return appliedOf(rows, place);
}

/** The condition on a list that may apply there, for statements that read more than lists. */
export function isOfPlace(organizationId: Expression<unknown>, projectId: Expression<unknown>, userId: Expression<unknown>) {
  return sql<boolean>`(pseudonym_lists.project_id = ${projectId} or pseudonym_lists.organization_id = ${organizationId}
    and (pseudonym_lists.user_id is null or pseudonym_lists.user_id = ${userId}))`;
}

/** Of the lists of a place (`isOfPlace`), those that apply. */
export function appliedOf(rows: readonly ListRow[], { projectId }: Place): AppliedList[] {
  const listOf = (row: ListRow | undefined, scope: ListScope): AppliedList => ({
    scope,
    list: { entries: row?.entries ?? [], codes: row?.codes ?? [] },
    version: row?.version ?? 0,
  });
  const ofOrganization = rows.find((row) => row.project_id === null && row.user_id === null);
  const ofProject = rows.find((row) => row.project_id !== null);
  const isOn = ofOrganization?.is_on === true || (projectId !== null && ofProject?.is_on === true);
  if (!isOn) return [];
  const wide = ofOrganization?.is_on === true ? [listOf(ofOrganization, "organization")] : [];
  const own =
    projectId === null
      ? listOf(
          rows.find((row) => row.user_id !== null),
          "person",
        )
      : listOf(ofProject, "project");
  return [...wide, own];
}

/** Adds what a text brought. False if a list has changed since it was read: then it is read again, and the text with it. */
export async function growLists(me: Server, db: Db, place: Place, grown: readonly AppliedList[]): Promise<boolean> {
  db = actAs(me, db);
  return db
    .transaction()
    .execute(async (trx) => {
      // Always in the same order, so that two do not wait for each other.
      for (const one of grown.toSorted((a, b) => listScopes.indexOf(a.scope) - listScopes.indexOf(b.scope))) {
        const id = await lockedList(me, trx, one.scope, place);
        const { numUpdatedRows } = await trx
          .updateTable("pseudonym_lists")
          .set({
            entries: JSON.stringify(one.list.entries),
            codes: JSON.stringify(one.list.codes),
            version: one.version + 1,
            updated_at: sql`now()`,
          })
          .where("id", "=", id)
          .where("version", "=", one.version)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw new ListChanged();
      }
      return true;
    })
    .catch((error: unknown) => {
      if (error instanceof ListChanged) return false;
      throw error;
    });
}

class ListChanged extends Error {}

/** Made if there is none. */
export async function lockedList(me: Server, trx: Trx, scope: ListScope, place: Place): Promise<string> {
  trx = actAs(me, trx);
  const { organizationId, projectId, userId } = place;
  const owner = {
    organization: { organization_id: organizationId, project_id: null, user_id: null },
    project: { organization_id: null, project_id: projectId, user_id: null },
    person: { organization_id: organizationId, project_id: null, user_id: userId },
  }[scope];
  await trx
    .insertInto("pseudonym_lists")
    .values({ id: uuidv7(), ...owner })
    .onConflict((oc) => oc.doNothing())
    .execute();
  const { id } = await trx
    .selectFrom("pseudonym_lists")
    .select("id")
    .where(sql<boolean>`project_id is not distinct from ${owner.project_id}::uuid
      and organization_id is not distinct from ${owner.organization_id} and user_id is not distinct from ${owner.user_id}`)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return id;
}

/** Whether anything is replaced in one of the places of this workspace in which the person works. */
export async function isOnAround(me: Person, db: Db): Promise<boolean> {
  db = actAs(me, db);
  const row = await db
    .selectFrom("pseudonym_lists")
    .leftJoin("projects", "projects.id", "pseudonym_lists.project_id")
    .select("pseudonym_lists.id")
    .where("pseudonym_lists.is_on", "=", true)
    .where((eb) =>
      eb.or([
        eb("pseudonym_lists.organization_id", "=", me.organizationId),
        eb.and([eb("projects.removed_at", "is", null), isHere(me, "projects.organization_id"), seenProjects(me)]),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** Of a chat, or where it will be once its first question is stored. */
export async function placeOfChat(me: Server, db: Db, person: Person, chatId: string, newIn: string | null): Promise<Place> {
  db = actAs(me, db);
  const row = await db.selectFrom("chats").select(["organization_id", "project_id"]).where("id", "=", chatId).executeTakeFirst();
  return {
    organizationId: row === undefined ? person.organizationId : row.organization_id,
    projectId: row === undefined ? newIn : row.project_id,
    userId: person.userId,
  };
}

/** Of a draft that the person may see. A text of no draft may be any project's. */
export async function placeOfDraft(me: Person, db: Db, draftId: string | null): Promise<Place> {
  db = actAs(me, db);
  if (draftId === null && (await isOnAround(me, db)))
    throw problem("not-allowed", "Pseudonyms are on in this workspace, and the text does not say which draft it is from.");
  const row =
    draftId === null
      ? undefined
      : await db
          .selectFrom("drafts")
          .innerJoin("projects", "projects.id", "drafts.project_id")
          .select(["projects.id", "projects.organization_id"])
          .where("drafts.id", "=", draftId)
          .executeTakeFirst();
  if (draftId !== null && row === undefined) throw problem("not-found");
  return {
    organizationId: row === undefined ? me.organizationId : row.organization_id,
    projectId: row?.id ?? null,
    userId: me.userId,
  };
}
