/* The law that was loaded. It is the same for everybody who is signed in; only Stet itself loads it. */
import { sql, type Selectable } from "kysely";
import type { Actor, Server } from "#core/policy.ts";
import { problem } from "#core/problem.ts";
import { isSameText } from "#core/same-text.ts";
import type { ProseLanguage } from "#core/sentences.ts";
import type { Db } from "../db/database.ts";
import type { LawStatisticsTable } from "../db/tables.ts";
import type { LawAct } from "../knowledge/law-act.ts";
import { gramCounts } from "../knowledge/letter-grams.ts";
import { languageOf, type Indexed, type LawStatistics } from "../knowledge/law-index.ts";

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
    grams: { counts: gramCounts(grams), texts: sections, length: gramLength },
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
