/*
 * A project's or an organization's list of pseudonyms, as the people there see and change it. Stet itself writes it, once it
 * is known that they may.
 */
import { sql } from "kysely";
import { changedEntries, onlyConceals, shownEntries, type ListChange, type ShownList } from "#core/pseudonyms/list-change.ts";
import { partyOf, suggestNames, type NameSuggestion } from "#core/pseudonyms/suggest-names.ts";
import { hasRight, mayManage, theServer, type Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { getProject } from "../organizations/projects.ts";
import { lockedList, type Place } from "./pseudonym-lists.ts";

/** Null is the organization of this request. */
export type ListOf = { projectId: string } | null;

type Rights = { place: Place; mayReveal: boolean; mayConceal: boolean };

async function rightsIn(me: Person, db: Db, of: ListOf): Promise<Rights> {
  if (of !== null) {
    const { id, organizationId, role } = await getProject(me, db, of.projectId);
    const place = { organizationId, projectId: id, userId: me.userId };
    return { place, mayReveal: hasRight(role, "reveal"), mayConceal: hasRight(role, "conceal") };
  }
  const { organizationId } = me;
  if (organizationId === null) throw problem("not-found");
  const isManager = mayManage(me, organizationId);
  if (!isManager) throw problem("not-allowed");
  return { place: { organizationId, projectId: null, userId: me.userId }, mayReveal: true, mayConceal: true };
}

export async function getPseudonyms(me: Person, db: Db, of: ListOf): Promise<ShownList> {
  db = actAs(me, db);
  const { place, mayReveal, mayConceal } = await rightsIn(me, db, of);
  const rows = await db
    .selectFrom("pseudonym_lists")
    .select(["project_id", "is_on", "entries", "codes"])
    .where("user_id", "is", null)
    .where((eb) => eb.or([eb("project_id", "=", place.projectId), eb("organization_id", "=", place.organizationId)]))
    .execute();
  const own = rows.find((row) => (row.project_id === null) === (of === null));
  const above = of === null ? undefined : rows.find((row) => row.project_id === null);
  return {
    isOn: own?.is_on ?? false,
    isOnAbove: above?.is_on ?? false,
    mayReveal,
    mayConceal,
    entries: own === undefined ? [] : shownEntries(own),
  };
}

export async function changePseudonyms(me: Person, db: Db, of: ListOf, change: ListChange): Promise<ShownList> {
  const asStet = actAs(theServer, db);
  const { place, mayReveal, mayConceal } = await rightsIn(me, db, of);
  if (!(onlyConceals(change) ? mayConceal : mayReveal))
    throw problem("not-allowed", "Only its owner can turn pseudonyms on or off and have names sent as they are.");
  await asStet.transaction().execute(async (trx) => {
    const id = await lockedList(theServer, trx, of === null ? "organization" : "project", place);
    const { entries } = await trx.selectFrom("pseudonym_lists").select("entries").where("id", "=", id).executeTakeFirstOrThrow();
    const changed = "isOn" in change ? entries : changedEntries(entries, change, uuidv7);
    if (changed === null) throw problem("add" in change ? "too-large" : "not-found");
    await trx
      .updateTable("pseudonym_lists")
      .set({
        ...("isOn" in change && { is_on: change.isOn }),
        entries: JSON.stringify(changed),
        version: sql`version + 1`,
        updated_at: sql`now()`,
      })
      .where("id", "=", id)
      .execute();
  });
  return getPseudonyms(me, db, of);
}

const textsRead = 40;
const charactersRead = 60_000;

/** From the project's files, drafts and name. */
export async function suggestedNames(me: Person, db: Db, projectId: string): Promise<NameSuggestion[]> {
  db = actAs(me, db);
  const { entries } = await getPseudonyms(me, db, { projectId });
  const { matter } = await getProject(me, db, projectId);
  const { rows } = await sql<{ text: string }>`
    (select left(file_texts.text, ${charactersRead}) as text from file_texts join files on files.id = file_texts.file_id
      where files.project_id = ${projectId} and files.removed_at is null order by files.created_at desc limit ${textsRead})
    union all
    (select left(content, ${charactersRead}) from drafts where project_id = ${projectId} and removed_at is null
      order by updated_at desc limit ${textsRead})`.execute(db);
  const known = new Set(entries.flatMap(({ forms }) => forms));
  const parties = [matter.client, matter.counterparty].filter((name) => name !== "" && !known.has(name));
  const found = suggestNames(
    rows.map(({ text }) => text),
    (name) => known.has(name) || parties.includes(name),
  );
  return [...parties.map((name) => partyOf(name)), ...found];
}
