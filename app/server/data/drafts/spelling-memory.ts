/*
 * What a person has taught the spell checker in this workspace. Devices send changes since their last sync and receive
 * the current state.
 */
import { sql } from "kysely";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { mostIgnored, mostWords, type SpellingMemory } from "#core/prose/spelling-memory.ts";
import type { SpellingChange } from "#core/requests/spelling.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db, Trx } from "../../db/database.ts";
import { isHere, seenDrafts } from "../visible.ts";

export async function getSpellingMemory(me: Person, db: Db, draftId?: string): Promise<SpellingMemory> {
  db = actAs(me, db);
  if (draftId !== undefined) await refuseUnseen(me, db, draftId);
  return readMemory(me, db, draftId);
}

/** Idempotent. */
export async function changeSpellingMemory(me: Person, db: Db, change: SpellingChange): Promise<SpellingMemory> {
  db = actAs(me, db);
  const { added, removed, draftId, ignored } = change;
  return db.transaction().execute(async (trx) => {
    if (draftId !== undefined) await refuseUnseen(me, trx, draftId);
    await remove(me, trx, removed);
    await keep(me, trx, null, added, mostWords);
    if (draftId !== undefined) await keep(me, trx, draftId, ignored, mostIgnored);
    return readMemory(me, trx, draftId);
  });
}

async function refuseUnseen(me: Person, db: BoundDb, draftId: string): Promise<void> {
  const seen = await db.selectFrom("drafts").select("id").where("id", "=", draftId).where(seenDrafts(me)).executeTakeFirst();
  if (seen === undefined) throw problem("not-found");
}

async function readMemory(me: Person, db: BoundDb, draftId: string | undefined): Promise<SpellingMemory> {
  const { rows } = await sql<{ entry: string; isWord: boolean }>`
    select entry, draft_id is null as "isWord" from spelling_memory
    where owner_id = ${me.userId} and ${isHere(me, "spelling_memory.organization_id")}
      and (draft_id is null or draft_id = ${draftId ?? null}::uuid)
    order by created_at, entry`.execute(db);
  const entries = (isWord: boolean) => rows.flatMap((row) => (row.isWord === isWord ? [row.entry] : []));
  return { words: entries(true), ignored: entries(false) };
}

async function keep(me: Person, trx: Trx, draftId: string | null, entries: readonly string[], most: number): Promise<void> {
  if (entries.length === 0) return;
  // Always in the same order, so that two devices cannot deadlock.
  const sorted = JSON.stringify([...new Set(entries)].toSorted());
  await sql`insert into spelling_memory (owner_id, organization_id, draft_id, entry)
    select ${me.userId}, ${me.organizationId}, ${draftId}::uuid, given from json_array_elements_text(${sorted}::json) given
    on conflict do nothing`.execute(trx);
  const own = sql<boolean>`owner_id = ${me.userId} and ${isHere(me, "spelling_memory.organization_id")}
    and draft_id is not distinct from ${draftId}::uuid`;
  await sql`delete from spelling_memory where ${own} and entry in (
    select entry from spelling_memory where ${own} order by created_at desc, entry offset ${most})`.execute(trx);
}

async function remove(me: Person, trx: Trx, words: readonly string[]): Promise<void> {
  if (words.length === 0) return;
  await trx
    .deleteFrom("spelling_memory")
    .where("owner_id", "=", me.userId)
    .where(isHere(me, "spelling_memory.organization_id"))
    .where("draft_id", "is", null)
    .where("entry", "in", words)
    .execute();
}
