/* The stored law. The same for every signed-in user; only Stet itself loads it. */
import { sql, type Selectable } from "kysely";
import type { Actor, Server } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { isSameText } from "#core/text/same-text.ts";
import type { ProseLanguage } from "#core/text/sentences.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db, Trx } from "../../db/database.ts";
import type { LawStatisticsTable } from "../../db/tables/sources.ts";
import { foundOf, type FoundSection } from "../../knowledge/found-section.ts";
import { isPast, pastOf, type LawAct } from "../../knowledge/law-act.ts";
import { gramCounts } from "../../knowledge/letter-grams.ts";
import { languageOf, type Indexed, type LawStatistics } from "../../knowledge/law-index.ts";
import { noteActCounts } from "./law-counts.ts";
import { forgetLawVectors } from "./law-vectors.ts";
import { keepOlder, keepOthers, keepReplaced, noteVersion, storedWordings, type StoredWording } from "./law-wordings.ts";

export type LawFilter = {
  /** Names of official sources: eurlex, swedish-law. */
  sources?: readonly string[];
  /** An ISO date: searches each section's wording of that day, leaving out what was not in force. */
  inForceOn?: string;
};

export type KnownAct = { id: string; title: string; shortNames: string[]; jurisdiction: string };

export type Saved = "new" | "same" | "amended" | "older";

/**
 * Search covers the newest text of an act. Replaced wordings are stored separately, section by section, for searches by
 * date and for the answers that cite them; a text older than the stored one only adds to those.
 */
export async function saveAct(me: Server, db: Db, act: LawAct, language: string): Promise<Saved> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const saved = await saveIn(me, trx, act, language);
    await noteActCounts(me, trx, act.id);
    return saved;
  });
}

async function saveIn(me: Server, trx: Trx, act: LawAct, language: string): Promise<Saved> {
  const stored = await trx
    .selectFrom("law_acts")
    .select(sql<string | null>`version::text`.as("version"))
    .select(sql<number>`(select count(*)::integer from law_sections where act_id = law_acts.id)`.as("sections"))
    .where("id", "=", act.id)
    .forUpdate()
    .executeTakeFirst();
  if (stored !== undefined && isOlder(act, stored)) {
    await keepOlder(me, trx, act, stored.version);
    return "older";
  }
  const before = stored === undefined ? [] : await storedWordings(me, trx, act.id);
  const texts = new Map(act.sections.map(({ ref, text }) => [ref, text]));
  const replaced = before.filter(({ ref, text }) => !isSameText(texts.get(ref), text));
  await writeAct(trx, act, language);
  await noteVersion(me, trx, act);
  if (replaced.length > 0) await keepReplaced(me, trx, act.id, stored?.version ?? null, replaced);
  await keepOthers(me, trx, act);
  if (stored !== undefined && replaced.length === 0 && before.length === texts.size) {
    await writeDays(trx, act, before);
    return "same";
  }
  await trx.deleteFrom("law_sections").where("act_id", "=", act.id).execute();
  const firstSeen = new Map(before.flatMap((one) => (replaced.includes(one) ? [] : [[one.ref, one.firstSeen] as const])));
  await writeSections(trx, act, firstSeen);
  if (stored !== undefined) await forgetLawVectors(me, trx, act.id);
  return stored === undefined ? "new" : "amended";
}

/**
 * A consolidated text is newer than the act as first published, which has no date of its own. A text without a date
 * never replaces a fuller one: it may be an extract.
 */
function isOlder({ version, source, sections }: LawAct, stored: { version: string | null; sections: number }): boolean {
  if (version === null) return sections.length < stored.sections || (source === "eurlex" && stored.version !== null);
  return stored.version !== null && version < stored.version;
}

async function writeAct(db: BoundDb, act: LawAct, language: string): Promise<void> {
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

/** `firstSeen`: since which text unchanged sections have had their wording; for all others it is this one. */
async function writeSections(db: BoundDb, act: LawAct, firstSeen: ReadonlyMap<string, string | null>): Promise<void> {
  for (let at = 0; at < act.sections.length; at += 500) {
    const rows = act.sections.slice(at, at + 500).map(({ ref, number, label, heading, path, text, url, inForce, ends = null }) => ({
      ref,
      number,
      label,
      heading,
      path,
      text,
      url,
      in_force: inForce,
      ends,
      first_seen: firstSeen.has(ref) ? firstSeen.get(ref) : act.version,
    }));
    await sql`insert into law_sections (act_id, ref, number, label, heading, path, text, url, in_force, ends, first_seen)
      select ${act.id}, ref, number, label, heading, path, text, url, in_force, ends, first_seen
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as row(ref text, number text, label text, heading text, path jsonb, text text, url text, in_force date, ends date, first_seen date)
      on conflict (ref) do nothing`.execute(db);
  }
}

/** The same wording for which the source now gives other dates. */
async function writeDays(db: BoundDb, { sections }: LawAct, before: readonly StoredWording[]): Promise<void> {
  const stored = new Map(before.map((one) => [one.ref, one]));
  const rows = sections.flatMap(({ ref, inForce, ends = null }) => {
    const known = stored.get(ref);
    return known === undefined || (known.inForce === inForce && known.ends === ends) ? [] : [{ ref, in_force: inForce, ends }];
  });
  if (rows.length === 0) return;
  await sql`update law_sections set in_force = row.in_force, ends = row.ends
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row(ref text, in_force date, ends date)
    where law_sections.ref = row.ref`.execute(db);
}

/**
 * After a large load: without fresh statistics, the database sorts the whole table for every batch of `readSections`.
 */
export async function measureLaw(me: Server, db: Db): Promise<void> {
  db = actAs(me, db);
  await sql`analyze law_acts, law_sections`.execute(db);
}

/** Sections for building the index: those after `after`, by id. */
export async function readSections(
  me: Server,
  db: Db,
  of: { jurisdiction: string } | { actId: string },
  { after, limit }: { after: number; limit: number },
): Promise<Indexed[]> {
  db = actAs(me, db);
  const rows = await db
    .selectFrom("law_sections")
    .innerJoin("law_acts", "law_acts.id", "law_sections.act_id")
    .select(["law_sections.id", "law_sections.text", "heading", "title", "short_names"])
    .where((where) => ("actId" in of ? where("act_id", "=", of.actId) : where("jurisdiction", "=", of.jurisdiction)))
    .where("law_sections.id", ">", after)
    .orderBy("law_sections.id")
    .limit(limit)
    .execute();
  return rows.map(({ id, text, heading, title, short_names: names }) => ({
    id,
    text,
    heading,
    title: `${title} ${(names as string[]).join(" ")}`,
  }));
}

export async function countSections(me: Server, db: Db, jurisdiction: string): Promise<number> {
  db = actAs(me, db);
  const { sections } = await db
    .selectFrom("law_sections")
    .innerJoin("law_acts", "law_acts.id", "law_sections.act_id")
    .select(({ fn }) => fn.countAll<string>().as("sections"))
    .where("jurisdiction", "=", jurisdiction)
    .executeTakeFirstOrThrow();
  return Number(sections);
}

export async function lawJurisdictions(me: Server, db: Db): Promise<string[]> {
  db = actAs(me, db);
  const rows = await db.selectFrom("law_acts").select("jurisdiction").distinct().orderBy("jurisdiction").execute();
  return rows.map(({ jurisdiction }) => jurisdiction);
}

/** Which jurisdictions are indexed and when, so that a cache is refreshed only when this changes. */
export async function lawIndexed(
  me: Actor,
  db: Db,
): Promise<
  { jurisdiction: string; at: number; /** The index of its other wordings. */ pastAt: number; language: ProseLanguage }[]
> {
  db = actAs(me, db);
  refuseVisitor(me);
  const rows = await db.selectFrom("law_statistics").select(["jurisdiction", "indexed_at"]).orderBy("jurisdiction").execute();
  const at = new Map(rows.map((row) => [row.jurisdiction, row.indexed_at.getTime()]));
  return rows.flatMap(({ jurisdiction }) =>
    isPast(jurisdiction)
      ? []
      : [
          {
            jurisdiction,
            at: at.get(jurisdiction)!,
            pastAt: at.get(pastOf(jurisdiction)) ?? 0,
            language: languageOf(jurisdiction),
          },
        ],
  );
}

export async function lawStatistics(me: Actor, db: Db, jurisdiction: string): Promise<LawStatistics | null> {
  db = actAs(me, db);
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
  db = actAs(me, db);
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
  wanted: { ids: readonly number[] } | { ref: string } | { actIds: readonly string[]; numbers: readonly string[] },
  { sources }: Pick<LawFilter, "sources"> = {},
): Promise<FoundSection[]> {
  db = actAs(me, db);
  refuseVisitor(me);
  if (isNothing(wanted)) return [];
  let query = db
    .selectFrom("law_sections")
    .innerJoin("law_acts", "law_acts.id", "law_sections.act_id")
    .selectAll("law_sections")
    .select(["title", "short_names", "jurisdiction", "source", "licence", "note"])
    .select(sql<string | null>`law_sections.in_force::text`.as("since"))
    .select(sql<string | null>`law_acts.version::text`.as("version"));
  if ("ids" in wanted) query = query.where("law_sections.id", "in", [...wanted.ids]);
  else if ("ref" in wanted) query = query.where("law_sections.ref", "=", wanted.ref);
  else query = query.where("act_id", "in", [...wanted.actIds]).where("number", "in", [...wanted.numbers]);
  if (sources !== undefined) query = query.where("source", "in", [...sources]);
  return (await query.execute()).map(foundOf);
}

function isNothing(wanted: Parameters<typeof readLaw>[2]): boolean {
  if ("ref" in wanted) return false;
  return "ids" in wanted ? wanted.ids.length === 0 : wanted.actIds.length === 0 || wanted.numbers.length === 0;
}

/** The chapters of an act that begin its numbers again and have this one: of "2:3" and "5:3", 2 and 5. */
export async function chaptersWith(me: Actor, db: Db, actId: string, number: string): Promise<string[]> {
  db = actAs(me, db);
  refuseVisitor(me);
  const rows = await db
    .selectFrom("law_sections")
    .select("number")
    .where("act_id", "=", actId)
    .where(sql<boolean>`split_part(number, ':', 2) = ${number}`)
    .orderBy("id")
    .execute();
  return rows.map((row) => row.number.slice(0, row.number.indexOf(":")));
}

function refuseVisitor(me: Actor): void {
  if (me.kind === "visitor") throw problem("not-signed-in");
}
