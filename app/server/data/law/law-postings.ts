/* The search index for law: each jurisdiction's postings, in blocks. */
import { sql } from "kysely";
import type { Actor, Server } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db } from "../../db/database.ts";
import type { Lexicon } from "../../knowledge/analyse.ts";
import { gramBytes, gramCounts } from "../../knowledge/letter-grams.ts";
import { entryBytes, type LawBlock } from "../../knowledge/law-index.ts";

type NewBlock = {
  made: LawBlock;
  lexicon: Lexicon;
  /** The first block of a rebuild replaces the old index. */
  isFirst: boolean;
  /** Later blocks may be merged into it while it is small. */
  isOpen: boolean;
};

/** An open block accepts more until it has this many sections. */
const openSections = 4_000;

/** Adds a block to the index, or appends it to the last one while that is open. */
export async function saveBlock(me: Server, db: Db, jurisdiction: string, block: NewBlock): Promise<void> {
  db = actAs(me, db);
  const { made, lexicon, isFirst, isOpen } = block;
  await db.transaction().execute(async (trx) => {
    // One at a time: sections of a later act must come after those of an earlier one.
    await sql`select pg_advisory_xact_lock(hashtext(${`law index ${jurisdiction}`}))`.execute(trx);
    if (isFirst) {
      await trx.deleteFrom("law_postings").where("jurisdiction", "=", jurisdiction).execute();
      await trx.deleteFrom("law_statistics").where("jurisdiction", "=", jurisdiction).execute();
    }
    const before = await trx
      .selectFrom("law_statistics")
      .select(["sections", "length", "blocks", "open", "grams", "gram_length"])
      .where("jurisdiction", "=", jurisdiction)
      .executeTakeFirst();
    const hasRoom = before !== undefined && before.open > 0 && before.open < openSections;
    const number = before === undefined ? 0 : hasRoom ? before.blocks - 1 : before.blocks;
    await writePostings(trx, jurisdiction, number, made);
    const row = {
      sections: (before?.sections ?? 0) + made.sections,
      length: (before?.length ?? 0) + made.length,
      blocks: number + 1,
      open: isOpen ? (hasRoom ? before.open : 0) + made.sections : 0,
      grams: gramBytes(before === undefined ? made.grams.counts : addedCounts(gramCounts(before.grams), made.grams.counts)),
      gram_length: (before?.gram_length ?? 0) + made.grams.length,
    };
    if (before !== undefined)
      await trx
        .updateTable("law_statistics")
        .set({ ...row, indexed_at: new Date() })
        .where("jurisdiction", "=", jurisdiction)
        .execute();
    else
      await trx
        .insertInto("law_statistics")
        .values({ jurisdiction, ...row, lexicon: JSON.stringify(Object.fromEntries(lexicon)) })
        .execute();
  });
}

/** Bytes per statement: a block's postings go as one value, from which each row takes its part. */
const mostBytes = 4_000_000;
const mostTerms = 20_000;

async function writePostings(db: BoundDb, jurisdiction: string, block: number, { terms, counts, data }: LawBlock): Promise<void> {
  for (let from = 0, start = 0; from < terms.length;) {
    const starts: number[] = [];
    let end = start;
    let to = from;
    // Split by size rather than count: a few terms have most of the bytes.
    for (; to < terms.length && to - from < mostTerms && end - start < mostBytes; end += counts[to++]! * entryBytes)
      starts.push(end - start + 1);
    const sent = Buffer.from(data.buffer, data.byteOffset + start, end - start);
    await sql`insert into law_postings (jurisdiction, block, term, sections, data)
      select ${jurisdiction}, ${block}::integer, term, sections, substring(${sent}::bytea from start for sections * ${entryBytes}::integer)
      from unnest(${terms.slice(from, to)}::text[], ${starts}::integer[], ${[...counts.subarray(from, to)]}::integer[])
        as row(term, start, sections)
      on conflict (jurisdiction, term, block) do update
        set sections = law_postings.sections + excluded.sections, data = law_postings.data || excluded.data`.execute(db);
    from = to;
    start = end;
  }
}

function addedCounts(one: Uint32Array, other: Uint32Array): Uint32Array {
  return one.map((count, slot) => count + other[slot]!);
}

/** For each of these terms, the number of sections that contain it. */
export async function countPostings(
  me: Actor,
  db: Db,
  jurisdiction: string,
  terms: readonly string[],
): Promise<Map<string, number>> {
  db = actAs(me, db);
  refuseVisitor(me);
  if (terms.length === 0) return new Map();
  const rows = await db
    .selectFrom("law_postings")
    .select(({ fn }) => ["term", fn.sum<string>("sections").as("sections")])
    .where("jurisdiction", "=", jurisdiction)
    .where("term", "in", [...terms])
    .groupBy("term")
    .execute();
  return new Map(rows.map((row) => [row.term, Number(row.sections)]));
}

export async function readPostings(
  me: Actor,
  db: Db,
  jurisdiction: string,
  terms: readonly string[],
): Promise<Map<string, Uint8Array[]>> {
  db = actAs(me, db);
  refuseVisitor(me);
  const found = new Map<string, Uint8Array[]>();
  if (terms.length === 0) return found;
  const rows = await db
    .selectFrom("law_postings")
    .select(["term", "data"])
    .where("jurisdiction", "=", jurisdiction)
    .where("term", "in", [...terms])
    .orderBy("term")
    .orderBy("block")
    .execute();
  for (const { term, data } of rows) {
    const pieces = found.get(term);
    if (pieces) pieces.push(data);
    else found.set(term, [data]);
  }
  return found;
}

function refuseVisitor(me: Actor): void {
  if (me.kind === "visitor") throw problem("not-signed-in");
}
