/* The law that was loaded. It is the same for everybody who is signed in; only Stet itself loads it. */
import { sql, type Selectable } from "kysely";
import type { Actor, Server } from "#core/policy.ts";
import { problem } from "#core/problem.ts";
import { isSameText } from "#core/same-text.ts";
import type { ProseLanguage } from "#core/sentences.ts";
import type { Db } from "../db/database.ts";
import type { LawStatisticsTable } from "../db/tables.ts";
import type { Lexicon } from "../knowledge/analyse.ts";
import type { LawAct } from "../knowledge/law-act.ts";
import { entryBytes, languageOf, type Indexed, type LawBlock, type LawStatistics } from "../knowledge/law-index.ts";

export type FoundSection = {
  id: number;
  ref: string;
  number: string;
  label: string;
  heading: string;
  path: string[];
  text: string;
  url: string;
  inForce: string | null;
  act: {
    id: string;
    title: string;
    shortNames: string[];
    jurisdiction: string;
    source: string;
    version: string | null;
    licence: string;
    note: string | null;
  };
};

export type LawFilter = {
  /** Names of official sources: eurlex, swedish-law. */
  sources?: readonly string[];
  /** An ISO date: what was not in force then is left out. */
  inForceOn?: string;
};

export type KnownAct = { id: string; title: string; shortNames: string[]; jurisdiction: string };

export type Saved = "new" | "same" | "amended" | "older";

/**
 * The newest text of an act is the one that is searched. What it replaces is
 * kept apart, section by section, because stored answers cite it; a text older
 * than the stored one changes nothing.
 */
export async function saveAct(_me: Server, db: Db, act: LawAct, language: string): Promise<Saved> {
  return db.transaction().execute(async (trx) => {
    const stored = await trx
      .selectFrom("law_acts")
      .select(sql<string | null>`version::text`.as("version"))
      .where("id", "=", act.id)
      .forUpdate()
      .executeTakeFirst();
    if (stored?.version && act.version !== null && act.version < stored.version) return "older";
    // A consolidated text is newer than the act as it was first published, which has no day of its own.
    if (stored?.version && act.version === null && act.source === "eurlex") return "older";
    const before = stored === undefined ? [] : await storedSections(trx, act.id);
    const texts = new Map(act.sections.map(({ ref, text }) => [ref, text]));
    const replaced = before.filter(({ ref, text }) => !isSameText(texts.get(ref), text));
    await writeAct(trx, act, language);
    if (stored !== undefined && replaced.length === 0 && before.length === texts.size) return "same";
    await keepPast(trx, act.id, stored?.version ?? null, replaced);
    await trx.deleteFrom("law_sections").where("act_id", "=", act.id).execute();
    await writeSections(trx, act);
    return stored === undefined ? "new" : "amended";
  });
}

function storedSections(db: Db, actId: string) {
  return db
    .selectFrom("law_sections")
    .select(["ref", "label", "heading", "text", "url", sql<string | null>`in_force::text`.as("in_force")])
    .where("act_id", "=", actId)
    .execute();
}

async function writeAct(db: Db, act: LawAct, language: string): Promise<void> {
  const row = {
    source: act.source,
    jurisdiction: act.jurisdiction,
    language,
    title: act.title,
    short_names: JSON.stringify(act.shortNames),
    version: act.version,
    in_force: act.inForce,
    url: act.url,
    licence: act.licence,
    note: act.note ?? null,
    loaded_at: new Date(),
  };
  await db
    .insertInto("law_acts")
    .values({ id: act.id, ...row })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
    .execute();
}

async function keepPast(
  db: Db,
  actId: string,
  version: string | null,
  replaced: Awaited<ReturnType<typeof storedSections>>,
): Promise<void> {
  for (let at = 0; at < replaced.length; at += 500) {
    const rows = replaced.slice(at, at + 500).map((section) => Object.assign(section, { act_id: actId, version }));
    await db.insertInto("law_past_sections").values(rows).execute();
  }
}

async function writeSections(db: Db, act: LawAct): Promise<void> {
  for (let at = 0; at < act.sections.length; at += 500) {
    const rows = act.sections.slice(at, at + 500).map(({ ref, number, label, heading, path, text, url, inForce }) => ({
      ref,
      number,
      label,
      heading,
      path,
      text,
      url,
      in_force: inForce,
    }));
    await sql`insert into law_sections (act_id, ref, number, label, heading, path, text, url, in_force)
      select ${act.id}, ref, number, label, heading, path, text, url, in_force
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as row(ref text, number text, label text, heading text, path jsonb, text text, url text, in_force date)
      on conflict (ref) do nothing`.execute(db);
  }
}

/** Sections as the index is built from them: those after `after`, in the order of their ids. */
export async function readSections(
  _me: Server,
  db: Db,
  of: { jurisdiction: string } | { actId: string },
  { after, limit }: { after: number; limit: number },
): Promise<Indexed[]> {
  const rows = await db
    .selectFrom("law_sections")
    .innerJoin("law_acts", "law_acts.id", "law_sections.act_id")
    .select(["law_sections.id", "law_sections.text", "heading", "path", "title", "short_names"])
    .where((where) => ("actId" in of ? where("act_id", "=", of.actId) : where("jurisdiction", "=", of.jurisdiction)))
    .where("law_sections.id", ">", after)
    .orderBy("law_sections.id")
    .limit(limit)
    .execute();
  return rows.map(({ id, text, heading, path, title, short_names: names }) => ({
    id,
    text,
    heading,
    path: (path as string[]).join("\n"),
    title: `${title} ${(names as string[]).join(" ")}`,
  }));
}

export async function countSections(_me: Server, db: Db, jurisdiction: string): Promise<number> {
  const { sections } = await db
    .selectFrom("law_sections")
    .innerJoin("law_acts", "law_acts.id", "law_sections.act_id")
    .select(({ fn }) => fn.countAll<string>().as("sections"))
    .where("jurisdiction", "=", jurisdiction)
    .executeTakeFirstOrThrow();
  return Number(sections);
}

export async function lawJurisdictions(_me: Server, db: Db): Promise<string[]> {
  const rows = await db.selectFrom("law_acts").select("jurisdiction").distinct().orderBy("jurisdiction").execute();
  return rows.map(({ jurisdiction }) => jurisdiction);
}

type NewBlock = {
  made: LawBlock;
  lexicon: Lexicon;
  /** The first of an index takes the place of what was there. */
  isFirst: boolean;
  /** Later blocks may go into it while it is small. */
  isOpen: boolean;
};

/** A block that is open takes in what comes until it has so many sections. */
const openSections = 4_000;

/** Adds a block to the index, or puts it behind the last one while that is open. */
export async function saveBlock(_me: Server, db: Db, jurisdiction: string, block: NewBlock): Promise<void> {
  const { made, lexicon, isFirst, isOpen } = block;
  await db.transaction().execute(async (trx) => {
    // One at a time: sections of a later act must stand behind those of an earlier.
    await sql`select pg_advisory_xact_lock(hashtext(${`law index ${jurisdiction}`}))`.execute(trx);
    if (isFirst) {
      await trx.deleteFrom("law_postings").where("jurisdiction", "=", jurisdiction).execute();
      await trx.deleteFrom("law_statistics").where("jurisdiction", "=", jurisdiction).execute();
    }
    const before = await trx.selectFrom("law_statistics").selectAll().where("jurisdiction", "=", jurisdiction).executeTakeFirst();
    const hasRoom = before !== undefined && before.open > 0 && before.open < openSections;
    const number = before === undefined ? 0 : hasRoom ? before.blocks - 1 : before.blocks;
    await writePostings(trx, jurisdiction, number, made.postings);
    const grams = before === undefined ? made.grams.counts : addedCounts(countsIn(before.grams), made.grams.counts);
    const row = {
      sections: (before?.sections ?? 0) + made.sections,
      length: (before?.length ?? 0) + made.length,
      blocks: number + 1,
      open: isOpen ? (hasRoom ? before.open : 0) + made.sections : 0,
      lexicon: JSON.stringify(Object.fromEntries(lexicon)),
      grams: Buffer.from(grams.buffer, grams.byteOffset, grams.byteLength),
      gram_length: (before?.gram_length ?? 0) + made.grams.length,
    };
    await trx
      .insertInto("law_statistics")
      .values({ jurisdiction, ...row })
      .onConflict((conflict) => conflict.column("jurisdiction").doUpdateSet({ ...row, indexed_at: new Date() }))
      .execute();
  });
}

async function writePostings(db: Db, jurisdiction: string, block: number, postings: LawBlock["postings"]): Promise<void> {
  let from = 0;
  while (from < postings.length) {
    let to = from;
    // By size and not by number: a few terms have most of the bytes.
    for (let bytes = 0; to < postings.length && to - from < 8_000 && bytes < 2_000_000; to++) bytes += postings[to]![1].length;
    const rows = postings.slice(from, to).map(([term, data]) => ({
      term,
      sections: data.length / entryBytes,
      data: Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("base64"),
    }));
    await sql`insert into law_postings (jurisdiction, block, term, sections, data)
      select ${jurisdiction}, ${block}::integer, term, sections, decode(data, 'base64')
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row(term text, sections integer, data text)
      on conflict (jurisdiction, term, block) do update
        set sections = law_postings.sections + excluded.sections, data = law_postings.data || excluded.data`.execute(db);
    from = to;
  }
}

function countsIn(stored: Uint8Array): Uint32Array {
  return new Uint32Array(Uint8Array.from(stored).buffer);
}

function addedCounts(one: Uint32Array, other: Uint32Array): Uint32Array {
  return one.map((count, slot) => count + other[slot]!);
}

/** Which jurisdictions are indexed, and since when: so that what is known is read anew only when it is another. */
export async function lawIndexed(me: Actor, db: Db): Promise<{ jurisdiction: string; at: number; language: ProseLanguage }[]> {
  refuseVisitor(me);
  const rows = await db.selectFrom("law_statistics").select(["jurisdiction", "indexed_at"]).orderBy("jurisdiction").execute();
  return rows.map((row) => ({
    jurisdiction: row.jurisdiction,
    at: row.indexed_at.getTime(),
    language: languageOf(row.jurisdiction),
  }));
}

export async function lawStatistics(me: Actor, db: Db, jurisdiction: string): Promise<LawStatistics | null> {
  refuseVisitor(me);
  const row = await db.selectFrom("law_statistics").selectAll().where("jurisdiction", "=", jurisdiction).executeTakeFirst();
  if (row === undefined) return null;
  return statisticsOf(row);
}

type StoredStatistics = Omit<Selectable<LawStatisticsTable>, "jurisdiction" | "indexed_at" | "open">;

function statisticsOf({ sections, length, blocks, lexicon, grams, gram_length: gramLength }: StoredStatistics): LawStatistics {
  return {
    sections,
    length,
    blocks,
    lexicon: new Map(Object.entries(lexicon as Record<string, number>)),
    grams: { counts: countsIn(grams), texts: sections, length: gramLength },
  };
}

export async function lawActs(me: Actor, db: Db): Promise<KnownAct[]> {
  refuseVisitor(me);
  const rows = await db.selectFrom("law_acts").select(["id", "title", "short_names", "jurisdiction"]).execute();
  return rows.map(({ id, title, short_names: names, jurisdiction }) => ({
    id,
    title,
    shortNames: names as string[],
    jurisdiction,
  }));
}

/** Of each of these terms in how many sections it is. */
export async function countPostings(
  me: Actor,
  db: Db,
  jurisdiction: string,
  terms: readonly string[],
): Promise<Map<string, number>> {
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

export async function readLaw(
  me: Actor,
  db: Db,
  wanted: { ids: readonly number[] } | { actIds: readonly string[]; numbers: readonly string[] },
  { sources, inForceOn }: LawFilter = {},
): Promise<FoundSection[]> {
  refuseVisitor(me);
  const isEmpty = "ids" in wanted ? wanted.ids.length === 0 : wanted.actIds.length === 0 || wanted.numbers.length === 0;
  if (isEmpty) return [];
  let query = db
    .selectFrom("law_sections")
    .innerJoin("law_acts", "law_acts.id", "law_sections.act_id")
    .selectAll("law_sections")
    .select(["title", "short_names", "jurisdiction", "source", "licence", "note"])
    .select(sql<string | null>`law_sections.in_force::text`.as("since"))
    .select(sql<string | null>`law_acts.version::text`.as("version"));
  if ("ids" in wanted) query = query.where("law_sections.id", "in", [...wanted.ids]);
  else query = query.where("act_id", "in", [...wanted.actIds]).where("number", "in", [...wanted.numbers]);
  if (sources !== undefined) query = query.where("source", "in", [...sources]);
  if (inForceOn !== undefined)
    query = query.where(sql<boolean>`coalesce(law_sections.in_force, law_acts.in_force, '-infinity'::date) <= ${inForceOn}::date`);
  return (await query.execute()).map((row) => ({
    id: row.id,
    ref: row.ref,
    number: row.number,
    label: row.label,
    heading: row.heading,
    path: row.path as string[],
    text: row.text,
    url: row.url,
    inForce: row.since,
    act: {
      id: row.act_id,
      title: row.title,
      shortNames: row.short_names as string[],
      jurisdiction: row.jurisdiction,
      source: row.source,
      version: row.version,
      licence: row.licence,
      note: row.note,
    },
  }));
}

function refuseVisitor(me: Actor): void {
  if (me.kind === "visitor") throw problem("not-signed-in");
}
