/* Contacts that are the same: found, merged and separated again, and whole files of them taken in and taken back. */
import { sql } from "kysely";
import { mergedFields, type ContactFields } from "#core/contacts/contact.ts";
import { foldedName } from "#core/contacts/folded-name.ts";
import type { ImportedContact } from "#core/requests/contacts.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { mayMake, type Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { Db, Trx } from "../../db/database.ts";
import { contactsHere } from "../visible.ts";
import { removeImportedRelations } from "./contact-relations.ts";
import { columnsOf, heldContact, isListed, ownerOf, refuseTooMany, writeFields } from "./contacts.ts";

/** The other one's details are added, none are replaced; the other is no longer listed. */
export async function mergeContacts(me: Person, db: Db, { id, otherId }: { id: string; otherId: string }): Promise<void> {
  db = actAs(me, db);
  if (id === otherId) throw problem("bad-request", "Choose another contact.");
  await db.transaction().execute(async (trx) => {
    // Always in the same order, so that two who merge the same contacts do not wait for each other.
    const held = new Map<string, Awaited<ReturnType<typeof heldContact>>>();
    for (const one of [id, otherId].sort()) held.set(one, await heldContact(me, trx, one));
    const [kept, other] = [held.get(id)!, held.get(otherId)!];
    const version = await writeFields(me, trx, {
      id,
      version: kept.version + 1,
      fields: mergedFields(kept.fields, other.fields),
    });
    await trx
      .updateTable("contacts")
      .set({ merged_into: id, fields_before: JSON.stringify(kept.fields), version_since: version, updated_at: sql<Date>`now()` })
      .where("id", "=", otherId)
      .execute();
    // Those that the other had taken over go along, and stay whole.
    await trx
      .updateTable("contacts")
      .set({ merged_into: id, fields_before: null, version_since: null })
      .where("merged_into", "=", otherId)
      .execute();
  });
}

/** The other is listed again. What came from it is taken back as long as the contact has not been changed since. */
export async function separateContacts(me: Person, db: Db, { id, otherId }: { id: string; otherId: string }): Promise<void> {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    const kept = await heldContact(me, trx, id);
    const other = await trx
      .updateTable("contacts")
      .set({ merged_into: null })
      .where("id", "=", otherId)
      .where("merged_into", "=", id)
      .where(contactsHere(me))
      .returning(["fields_before", "version_since"])
      .executeTakeFirst();
    if (other === undefined) throw problem("not-found");
    if (other.fields_before !== null && other.version_since === kept.version)
      await restoreFields(me, trx, { id, version: kept.version, fields: other.fields_before });
    await trx.updateTable("contacts").set({ fields_before: null, version_since: null }).where("id", "=", otherId).execute();
    await refuseTooMany(me, trx);
  });
}

/** As they were before the last merge; the merge before that can then be taken back too. */
async function restoreFields(
  me: Person,
  trx: Trx,
  { id, version, fields }: { id: string; version: number; fields: ContactFields },
) {
  await writeFields(me, trx, { id, version: version + 1, fields });
  await trx
    .updateTable("contacts")
    .set({ version_since: version + 1 })
    .where("merged_into", "=", id)
    .where("version_since", "=", version - 1)
    .execute();
}

export type Match = { id: string; name: string };

/** For each name the stored contact with this id, or with the same name, however it is spelt. */
export async function findSameNames(
  me: Person,
  db: Db,
  { names, ids = [] }: { names: readonly string[]; ids?: readonly (string | null)[] },
): Promise<(Match | null)[]> {
  db = actAs(me, db);
  const folded = names.map(foldedName);
  const rows = await db
    .selectFrom("contacts")
    .select(["id", "name", "folded"])
    .where(contactsHere(me))
    .where(isListed)
    .where(sql<boolean>`(folded = any (${[...new Set(folded)]}::text[]) or id = any (${ids.filter((id) => id !== null)}::uuid[]))`)
    .orderBy("id")
    .execute();
  const byName = new Map(rows.toReversed().map(({ id, name, folded: key }) => [key, { id, name }]));
  const byId = new Map(rows.map(({ id, name }) => [id, { id, name }]));
  return folded.map((name, at) => byId.get(ids[at] ?? "") ?? (name === "" ? null : (byName.get(name) ?? null)));
}

/**
 * Adds contacts, or the details of each to the one it is; `undoImport` takes all of one import back. `ids` are of all of
 * them, in order.
 */
export async function importContacts(
  me: Person,
  db: Db,
  { importId, contacts }: { importId: string; contacts: readonly ImportedContact[] },
): Promise<{ added: number; merged: number; ids: string[] }> {
  db = actAs(me, db);
  if (!mayMake(me)) throw problem("not-allowed");
  return db.transaction().execute(async (trx) => {
    const placed = contacts.map((one) => Object.assign({ id: one.into ?? uuidv7() }, one));
    const rows = placed
      .filter(({ into }) => into === null)
      .map(({ id, fields }) => Object.assign({ id, import_id: importId }, ownerOf(me), columnsOf(fields)));
    if (rows.length > 0) await trx.insertInto("contacts").values(rows).execute();
    const merging = contacts.filter((one): one is ImportedContact & { into: string } => one.into !== null);
    for (const { into, fields } of merging) await takeInto(me, trx, { importId, into, fields });
    await refuseTooMany(me, trx);
    return { added: rows.length, merged: merging.length, ids: placed.map(({ id }) => id) };
  });
}

async function takeInto(
  me: Person,
  trx: Trx,
  { importId, into, fields }: { importId: string; into: string; fields: ImportedContact["fields"] },
) {
  const kept = await heldContact(me, trx, into);
  const merged = mergedFields(kept.fields, fields);
  if (JSON.stringify(merged) === JSON.stringify(kept.fields)) return;
  const version = await writeFields(me, trx, { id: into, version: kept.version + 1, fields: merged });
  const before = { merged_into: into, fields_before: JSON.stringify(kept.fields), version_since: version };
  await trx
    .insertInto("contacts")
    .values({ id: uuidv7(), import_id: importId, ...before, ...ownerOf(me), ...columnsOf(fields) })
    .execute();
}

/** Of what it added, what has been changed since stays; contacts that it added to get their details back. */
export async function undoImport(me: Person, db: Db, importId: string): Promise<{ removed: number; kept: number }> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom("contacts")
      .select(["id", "version", "merged_into"])
      .where("import_id", "=", importId)
      .where("made_by", "=", me.userId)
      .where(contactsHere(me))
      .where("removed_at", "is", null)
      .orderBy("id", "desc")
      .forUpdate()
      .execute();
    const relations = await removeImportedRelations(me, trx, importId);
    if (rows.length + relations === 0) throw problem("not-found");
    for (const { id, merged_into } of rows) if (merged_into !== null) await takeBack(me, trx, { id, into: merged_into });
    const added = rows.filter(({ merged_into }) => merged_into === null);
    const unchanged = added.filter(({ version }) => version === 1).map(({ id }) => id);
    if (unchanged.length > 0)
      await trx
        .updateTable("contacts")
        .set({ removed_at: sql<Date>`now()` })
        .where("id", "in", unchanged)
        .execute();
    return { removed: unchanged.length, kept: added.length - unchanged.length };
  });
}

async function takeBack(me: Person, trx: Trx, { id, into }: { id: string; into: string }): Promise<void> {
  const kept = await heldContact(me, trx, into, { removed: true });
  const row = await trx
    .deleteFrom("contacts")
    .where("id", "=", id)
    .returning(["fields_before", "version_since"])
    .executeTakeFirstOrThrow();
  if (row.fields_before !== null && row.version_since === kept.version)
    await restoreFields(me, trx, { id: into, version: kept.version, fields: row.fields_before });
}
