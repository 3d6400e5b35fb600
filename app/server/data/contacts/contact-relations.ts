/*
 * What contacts are to each other. A relation keeps the contacts it was entered for: one that is merged brings its
 * relations along, and takes them back when it is separated. Removed ones can be brought back until a sweep purges them.
 */
import { sql, type RawBuilder } from "kysely";
import { relationLimits, type RelationKind, type RelationSide } from "#core/contacts/relation.ts";
import { foldedName } from "#core/contacts/folded-name.ts";
import type { ImportedRelation } from "#core/requests/contacts.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { mayMake, type Person, type Server } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { keptAfterRemovalDays } from "#core/workspace/project.ts";
import { actAs } from "../../db/acting.ts";
import type { Db, Trx } from "../../db/database.ts";
import { contactsHere } from "../visible.ts";
import { heldContact } from "./contacts.ts";
import { relationsOf } from "./relations-of.ts";

export type NewRelation = RelationSide & { id: string; otherId: string };

/** Returns its id; of one that is there already, that one's. */
export async function addRelation(me: Person, db: Db, { id, otherId, ...side }: NewRelation): Promise<string> {
  db = actAs(me, db);
  if (id === otherId) throw problem("bad-request", "Choose another contact.");
  return db.transaction().execute(async (trx) => {
    // Always in the same order, so that two who relate the same contacts do not wait for each other.
    for (const one of [id, otherId].sort()) await heldContact(me, trx, one);
    const known = (await relationsOf(me, trx, [id])).get(id) ?? [];
    const same = known.find((one) => one.kind === side.kind && one.isFrom === side.isFrom && one.other.id === otherId);
    if (same !== undefined) return same.id;
    if (known.length >= relationLimits.relations)
      throw problem("bad-request", `A contact can have at most ${relationLimits.relations} relations.`);
    const [from, to] = side.isFrom ? [id, otherId] : [otherId, id];
    return insertRelation(me, trx, { from, to, kind: side.kind });
  });
}

type Inserted = { from: string; to: string; kind: RelationKind; importId?: string };

async function insertRelation(me: Person, trx: Trx, { from, to, kind, importId }: Inserted): Promise<string> {
  const id = uuidv7();
  await actAs(me, trx)
    .insertInto("contact_relations")
    .values({ id, from_id: from, to_id: to, relation: kind, made_by: me.userId, import_id: importId ?? null })
    .execute();
  return id;
}

/** Removes a relation of this contact, or brings it back. */
export async function setRelationRemoved(
  me: Person,
  db: Db,
  { id, relationId, isRemoved }: { id: string; relationId: string; isRemoved: boolean },
): Promise<void> {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    await heldContact(me, trx, id);
    const { numUpdatedRows } = await trx
      .updateTable("contact_relations")
      .set({ removed_at: isRemoved ? sql<Date>`now()` : null })
      .where("id", "=", relationId)
      .where(isOf(id))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw problem("not-found");
  });
}

function isOf(id: string): RawBuilder<boolean> {
  const these = sql`(select contacts.id from contacts where contacts.id = ${id} or contacts.merged_into = ${id})`;
  return sql<boolean>`(from_id in ${these} or to_id in ${these})`;
}

/**
 * Of a file whose contacts were imported before: both are found by the ids they got then, or else by their names. What
 * names a contact that is not here is left out and counted.
 */
export async function importRelations(
  me: Person,
  db: Db,
  { importId, relations }: { importId: string; relations: readonly ImportedRelation[] },
): Promise<{ added: number; unknown: number }> {
  db = actAs(me, db);
  if (!mayMake(me)) throw problem("not-allowed");
  return db.transaction().execute(async (trx) => {
    const ids = await idsByName(
      me,
      trx,
      relations.flatMap(({ of, name }) => [of, name]),
    );
    const here = await idsHere(
      me,
      trx,
      relations.flatMap(({ ofId, otherId }) => [ofId ?? [], otherId ?? []].flat()),
    );
    const found = (id: string | undefined, name: string) => (here.has(id ?? "") ? id : ids.get(foldedName(name)));
    const placed = relations.flatMap(({ of, name, ofId, otherId, kind, isFrom }) => {
      const [one, other] = [found(ofId, of), found(otherId, name)];
      if (one === undefined || other === undefined || one === other) return [];
      return [isFrom ? { from: one, to: other, kind } : { from: other, to: one, kind }];
    });
    const known = await relationsOf(me, trx, [...new Set(placed.map(({ from }) => from))]);
    const keyOf = ({ from, to, kind }: Omit<Inserted, "importId">) => `${from} ${kind} ${to}`;
    const there = new Set(
      [...known].flatMap(([from, all]) =>
        all.filter(({ isFrom }) => isFrom).map(({ kind, other }) => keyOf({ from, to: other.id, kind })),
      ),
    );
    const fresh = new Map(placed.filter((one) => !there.has(keyOf(one))).map((one) => [keyOf(one), one]));
    for (const one of fresh.values()) await insertRelation(me, trx, { ...one, importId });
    return { added: fresh.size, unknown: relations.length - placed.length };
  });
}

/** The first of each name. */
async function idsByName(me: Person, trx: Trx, names: readonly string[]): Promise<Map<string, string>> {
  const folded = [...new Set(names.map(foldedName).filter(Boolean))];
  const rows = await actAs(me, trx)
    .selectFrom("contacts")
    .select(["id", "folded"])
    .where(contactsHere(me))
    .where("removed_at", "is", null)
    .where("merged_into", "is", null)
    .where("folded", "in", sql<string>`(select unnest(${folded}::text[]))`)
    .orderBy("id", "desc")
    .execute();
  return new Map(rows.map(({ id, folded: name }) => [name, id]));
}

async function idsHere(me: Person, trx: Trx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await actAs(me, trx)
    .selectFrom("contacts")
    .select("id")
    .where(contactsHere(me))
    .where("removed_at", "is", null)
    .where("merged_into", "is", null)
    .where(sql<boolean>`id = any (${[...new Set(ids)]}::uuid[])`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Of an import that is taken back; returns how many. */
export async function removeImportedRelations(me: Person, trx: Trx, importId: string): Promise<number> {
  const { numUpdatedRows } = await actAs(me, trx)
    .updateTable("contact_relations")
    .set({ removed_at: sql<Date>`now()` })
    .where("import_id", "=", importId)
    .where("made_by", "=", me.userId)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Purges relations whose removal can no longer be undone. */
export async function sweepRemovedRelations(me: Server, db: Db): Promise<number> {
  const { numDeletedRows } = await actAs(me, db)
    .deleteFrom("contact_relations")
    .where("removed_at", "<=", sql<Date>`now() - make_interval(days => ${keptAfterRemovalDays})`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
