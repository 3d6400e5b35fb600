/* The law that was loaded. It is the same for everybody who is signed in; only Stet itself loads it. */
import { sql } from "kysely";
import type { Actor, Server } from "#core/policy.ts";
import { problem } from "#core/problem.ts";
import type { Db } from "../db/database.ts";
import type { LawAct } from "../knowledge/law-act.ts";
import { worthReading, type Indexed, type LawStatistics, type Postings } from "../knowledge/law-index.ts";

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
  };
};

export type KnownAct = { id: string; title: string; shortNames: string[]; jurisdiction: string };

/** An act that was loaded before is replaced whole. */
export async function saveAct(_me: Server, db: Db, act: LawAct, language: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom("law_acts").where("id", "=", act.id).execute();
    await trx
      .insertInto("law_acts")
      .values({
        id: act.id,
        source: act.source,
        jurisdiction: act.jurisdiction,
        language,
        title: act.title,
        short_names: JSON.stringify(act.shortNames),
        version: act.version,
        in_force: act.inForce,
        url: act.url,
        licence: act.licence,
      })
      .execute();
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
        on conflict (ref) do nothing`.execute(trx);
    }
  });
}

/** Everything of a jurisdiction, as the index is built from it. */
export async function readSections(_me: Server, db: Db, jurisdiction: string): Promise<Indexed[]> {
  const rows = await db
    .selectFrom("law_sections")
    .innerJoin("law_acts", "law_acts.id", "law_sections.act_id")
    .select(["law_sections.id", "law_sections.text", "heading", "label", "title", "short_names"])
    .where("jurisdiction", "=", jurisdiction)
    .orderBy("law_sections.id")
    .execute();
  return rows.map(({ id, text, heading, title, short_names: names }) => ({
    id,
    text,
    heading,
    title: `${title} ${(names as string[]).join(" ")}`,
  }));
}

export async function saveIndex(
  _me: Server,
  db: Db,
  jurisdiction: string,
  { postings, statistics }: { postings: Postings; statistics: LawStatistics },
): Promise<void> {
  const terms = [...postings];
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom("law_postings").where("jurisdiction", "=", jurisdiction).execute();
    let from = 0;
    while (from < terms.length) {
      let to = from;
      // By size and not by number: a few terms have most of the bytes.
      for (let bytes = 0; to < terms.length && to - from < 4_000 && bytes < 2_000_000; to++) bytes += terms[to]![1].length;
      const rows = terms
        .slice(from, to)
        .map(([term, data]) => ({ term, sections: data.length / 6, data: data.toString("base64") }));
      await sql`insert into law_postings (jurisdiction, term, sections, data)
        select ${jurisdiction}, term, sections, decode(data, 'base64')
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row(term text, sections integer, data text)`.execute(trx);
      from = to;
    }
    const row = {
      sections: statistics.sections,
      average_length: statistics.averageLength,
      lexicon: JSON.stringify(Object.fromEntries(statistics.lexicon)),
    };
    await trx
      .insertInto("law_statistics")
      .values({ jurisdiction, ...row })
      .onConflict((conflict) => conflict.column("jurisdiction").doUpdateSet(row))
      .execute();
  });
}

export async function lawStatistics(me: Actor, db: Db): Promise<Map<string, LawStatistics>> {
  refuseVisitor(me);
  const rows = await db.selectFrom("law_statistics").selectAll().execute();
  return new Map(
    rows.map((row) => [
      row.jurisdiction,
      {
        sections: row.sections,
        averageLength: row.average_length,
        lexicon: new Map(Object.entries(row.lexicon as Record<string, number>)),
      },
    ]),
  );
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

export async function readPostings(
  me: Actor,
  db: Db,
  jurisdiction: string,
  { terms, sections }: { terms: readonly string[]; sections: number },
): Promise<Postings> {
  refuseVisitor(me);
  if (terms.length === 0) return new Map();
  const here = db.selectFrom("law_postings").where("jurisdiction", "=", jurisdiction);
  const counts = await here
    .select(["term", "sections"])
    .where("term", "in", [...terms])
    .execute();
  const wanted = worthReading(new Map(counts.map((row) => [row.term, row.sections])), sections);
  if (wanted.length === 0) return new Map();
  const rows = await here.select(["term", "data"]).where("term", "in", wanted).execute();
  return new Map(rows.map(({ term, data }) => [term, Buffer.from(data.buffer, data.byteOffset, data.byteLength)]));
}

export async function readLaw(
  me: Actor,
  db: Db,
  wanted: { ids: readonly number[] } | { actIds: readonly string[]; numbers: readonly string[] },
): Promise<FoundSection[]> {
  refuseVisitor(me);
  const isEmpty = "ids" in wanted ? wanted.ids.length === 0 : wanted.actIds.length === 0 || wanted.numbers.length === 0;
  if (isEmpty) return [];
  let query = db
    .selectFrom("law_sections")
    .innerJoin("law_acts", "law_acts.id", "law_sections.act_id")
    .selectAll("law_sections")
    .select(["title", "short_names", "jurisdiction", "source", "licence"])
    .select(sql<string | null>`law_sections.in_force::text`.as("since"))
    .select(sql<string | null>`law_acts.version::text`.as("version"));
  if ("ids" in wanted) query = query.where("law_sections.id", "in", [...wanted.ids]);
  else query = query.where("act_id", "in", [...wanted.actIds]).where("number", "in", [...wanted.numbers]);
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
    },
  }));
}

function refuseVisitor(me: Actor): void {
  if (me.kind === "visitor") throw problem("not-signed-in");
}
