/*
 * Contacts: a person's own in their personal workspace, an organization's in its own, where every member keeps them. A
 * deleted contact can be brought back until a sweep purges it.
 */
import { sql } from "kysely";
import { foldedName, nameKeys } from "#core/contacts/folded-name.ts";
import { contactLimits, type Contact, type ContactFields, type ContactPage, type ContactSummary } from "#core/contacts/contact.ts";
import type { ContactRelation } from "#core/contacts/relation.ts";
import type { ContactQuery } from "#core/requests/contacts.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import type { Person, Server } from "#core/workspace/policy.ts";
import { mayMake, mayUse } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { keptAfterRemovalDays } from "#core/workspace/project.ts";
import { actAs } from "../../db/acting.ts";
import type { Db, Trx } from "../../db/database.ts";
import { contactsHere } from "../visible.ts";
import { relationsOf } from "./relations-of.ts";

const atOnce = 50;

/** By name, continued after the contact with this id. Every word is in the name, an address, a number or a tag. */
export async function listContacts(me: Person, db: Db, { query, role, after }: ContactQuery): Promise<ContactPage> {
  db = actAs(me, db);
  const words = query.toLowerCase().split(/\s+/u).filter(Boolean).slice(0, 8);
  let found = db.selectFrom("contacts").select(["id", "name", "fields"]).where(contactsHere(me)).where(isListed);
  for (const word of words) found = found.where(sql<boolean>`strpos(searched, ${word}) > 0`);
  if (role !== undefined) found = found.where(sql<boolean>`fields->'roles' ? ${role}`);
  if (after !== undefined)
    found = found.where(
      sql<boolean>`(folded collate "C", id) > (select last.folded collate "C", last.id from contacts last where last.id = ${after})`,
    );
  const rows = await found
    .orderBy(sql`folded collate "C"`)
    .orderBy("id")
    .limit(atOnce + 1)
    .execute();
  const contacts = rows.slice(0, atOnce).map(({ id, fields }) => summaryOf(id, fields));
  return { contacts, next: rows.length > atOnce ? contacts.at(-1)!.id : null };
}

export const isListed = sql<boolean>`removed_at is null and merged_into is null`;

function summaryOf(id: string, { kind, name, roles, emails, country, tags }: ContactFields): ContactSummary {
  return { id, kind, name, roles, emails, country, tags };
}

export async function getContact(me: Person, db: Db, id: string): Promise<Contact> {
  db = actAs(me, db);
  const row = await db
    .selectFrom("contacts")
    .select(["id", "fields", "version", "updated_at"])
    .where("id", "=", id)
    .where(contactsHere(me))
    .where(isListed)
    .executeTakeFirst();
  if (row === undefined) throw problem("not-found");
  const merged = await db
    .selectFrom("contacts")
    .select(["id", "name"])
    .where("merged_into", "=", id)
    .where(contactsHere(me))
    .orderBy("id")
    .execute();
  const { fields, version, updated_at } = row;
  const relations = (await relationsOf(me, db, [id])).get(id) ?? [];
  return { ...fields, id, version, updatedAt: updated_at.toISOString(), merged, relations };
}

export async function createContact(me: Person, db: Db, fields: ContactFields): Promise<string> {
  db = actAs(me, db);
  if (!mayMake(me) || !mayUse(me, "contacts:write")) throw problem("not-allowed");
  return db.transaction().execute(async (trx) => {
    const id = uuidv7();
    await trx
      .insertInto("contacts")
      .values({ id, ...ownerOf(me), ...columnsOf(fields) })
      .execute();
    await refuseTooMany(me, trx);
    return id;
  });
}

/** Whose a new row is: of the current workspace. */
export function ownerOf(me: Person) {
  const owner = me.organizationId === null ? { user_id: me.userId } : { organization_id: me.organizationId };
  return { ...owner, made_by: me.userId };
}

/** What a row says of a contact besides its fields: how it is compared, sorted and found. */
export function columnsOf(fields: ContactFields) {
  const { name, emails, phones, identifiers, tags } = fields;
  const numbers = identifiers.flatMap(({ value }) => [value, value.replaceAll(/[^\p{L}\p{N}]/gu, "")]);
  return {
    name,
    folded: foldedName(name),
    name_keys: nameKeys(name),
    searched: [name, foldedName(name), ...emails, ...phones, ...numbers, ...tags].join("\n").toLowerCase(),
    fields: JSON.stringify(fields),
  };
}

/** The new version. A save on top of another one than the newest is refused: nothing is overwritten unseen. */
export async function saveContact(
  me: Person,
  db: Db,
  save: { id: string; version: number; fields: ContactFields },
): Promise<number> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const { version } = await heldContact(me, trx, save.id);
    if (version !== save.version) throw problem("text-changed", "Reload to see the changes, then enter yours again.");
    return writeFields(me, trx, { id: save.id, version: version + 1, fields: save.fields });
  });
}

export async function writeFields(
  me: Person,
  trx: Trx,
  { id, version, fields }: { id: string; version: number; fields: ContactFields },
): Promise<number> {
  trx = actAs(me, trx);
  await trx
    .updateTable("contacts")
    .set({ ...columnsOf(fields), version, updated_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where(contactsHere(me))
    .execute();
  return version;
}

/** Removes a contact, or brings it back. */
export async function setContactRemoved(me: Person, db: Db, id: string, isRemoved: boolean): Promise<void> {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    await heldContact(me, trx, id, { removed: true });
    await trx
      .updateTable("contacts")
      .set({ removed_at: isRemoved ? sql<Date>`now()` : null })
      .where("id", "=", id)
      .execute();
    if (!isRemoved) await refuseTooMany(me, trx);
  });
}

/** To be changed: locked until the transaction ends. */
export async function heldContact(me: Person, trx: Trx, id: string, { removed = false } = {}) {
  trx = actAs(me, trx);
  if (!mayUse(me, "contacts:write")) throw problem("not-allowed");
  const row = await trx
    .selectFrom("contacts")
    .select(["version", "fields", "removed_at"])
    .where("id", "=", id)
    .where(contactsHere(me))
    .where("merged_into", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined || (row.removed_at !== null && !removed)) throw problem("not-found");
  return row;
}

export async function refuseTooMany(me: Person, trx: Trx): Promise<void> {
  trx = actAs(me, trx);
  const { count } = await trx
    .selectFrom("contacts")
    .select(sql<number>`count(*)::int`.as("count"))
    .where(contactsHere(me))
    .where(isListed)
    .executeTakeFirstOrThrow();
  if (count > contactLimits.contacts)
    throw problem(
      "bad-request",
      `A workspace can hold at most ${contactLimits.contacts.toLocaleString("en")} contacts. Delete some first.`,
    );
}

/** Purges contacts whose deletion can no longer be undone. */
export async function sweepRemovedContacts(me: Server, db: Db): Promise<number> {
  db = actAs(me, db);
  const { numDeletedRows } = await db
    .deleteFrom("contacts")
    .where("removed_at", "<=", sql<Date>`now() - make_interval(days => ${keptAfterRemovalDays})`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** All of the current workspace, or all of a person's own wherever they are, a part at a time. */
export async function* eachContact(
  me: Person,
  db: Db,
  of: "person" | "workspace" = "workspace",
): AsyncGenerator<ContactFields & { id: string; relations: ContactRelation[] }> {
  db = actAs(me, db);
  for (let last = ""; ;) {
    const rows = await db
      .selectFrom("contacts")
      .select(["id", "fields"])
      .where(of === "person" ? sql<boolean>`user_id = ${me.userId}` : contactsHere(me))
      .where("removed_at", "is", null)
      .where(sql<boolean>`(${last} = '' or id > nullif(${last}, '')::uuid)`)
      .orderBy("id")
      .limit(500)
      .execute();
    const relations = await relationsOf(
      me,
      db,
      rows.map(({ id }) => id),
    );
    for (const { id, fields } of rows) yield { id, ...fields, relations: relations.get(id) ?? [] };
    if (rows.length < 500) return;
    last = rows.at(-1)!.id;
  }
}
