/* Which sections of the stored law cite which. */
import { sql } from "kysely";
import type { Actor, Server } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { wordPattern } from "../../db/word-pattern.ts";

export type ActToRead = {
  id: string;
  title: string;
  shortNames: string[];
  jurisdiction: string;
  loadedAt: string;
  /** Its citations were never read: other acts may name it. */
  isNew: boolean;
};

/** Acts whose citations were not read since they were loaded; of these acts alone, if given. */
export async function actsToRead(me: Server, db: Db, limit: number, only?: readonly string[]): Promise<ActToRead[]> {
  db = actAs(me, db);
  const { rows } = await sql<ActToRead>`select id, title, short_names as "shortNames", jurisdiction, loaded_at::text as "loadedAt",
      citations_at is null as "isNew" from law_acts where (citations_at is null or citations_at < loaded_at)
      ${only === undefined ? sql`` : sql`and id = any (${[...only]}::text[])`}
    order by id limit ${limit}`.execute(db);
  return rows;
}

export async function sectionsOfAct(me: Server, db: Db, actId: string): Promise<{ ref: string; text: string }[]> {
  db = actAs(me, db);
  return db.selectFrom("law_sections").select(["ref", "text"]).where("act_id", "=", actId).orderBy("id").execute();
}

export type CitedNumbers = {
  from: string;
  /** The first of these that is stored is meant. */ to: { actId: string; number: string }[];
};

/** Replaces what was read before. A text loaded in the meantime is read once more. */
export async function keepCitations(
  me: Server,
  db: Db,
  { id, loadedAt }: Pick<ActToRead, "id" | "loadedAt">,
  citations: readonly CitedNumbers[],
): Promise<void> {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom("law_citations").where("act_id", "=", id).execute();
    for (let at = 0; at < citations.length; at += 2000) {
      const rows = citations
        .slice(at, at + 2000)
        .flatMap(({ from, to }, one) => to.map(({ actId, number }, rank) => ({ one, rank, from, act: actId, number })));
      await sql`insert into law_citations (act_id, from_ref, to_ref)
        select distinct ${id}::text, meant."from", meant.ref from (
          select distinct on (given.one) given."from", law_sections.ref
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(one int, rank int, "from" text, act text, number text)
          join law_sections on law_sections.act_id = given.act and law_sections.number = given.number
          order by given.one, given.rank) as meant
        where meant.ref <> meant."from" on conflict do nothing`.execute(trx);
    }
    await sql`update law_acts set citations_at = ${loadedAt}::timestamptz where id = ${id}`.execute(trx);
  });
}

/** Acts read before that name one of these words are to be read again: they may cite an act that was not known then. */
export async function readAgain(me: Server, db: Db, words: readonly string[], except: readonly string[]): Promise<void> {
  db = actAs(me, db);
  if (words.length === 0) return;
  await sql`update law_acts set citations_at = '-infinity' where citations_at is not null and id <> all (${[...except]}::text[])
    and exists (select 1 from law_sections where act_id = law_acts.id and text ~ ${words.map(wordPattern).join("|")})`.execute(db);
}

export type CitedSection = { ref: string; label: string; title: string; url: string };
export type CitationPair = { from: CitedSection; to: CitedSection };

/** What these sections cite, and what cites them: stored sections alone, at most `limit` each way. */
export async function citationsAround(me: Actor, db: Db, refs: readonly string[], limit: number): Promise<CitationPair[]> {
  db = actAs(me, db);
  if (me.kind === "visitor") throw problem("not-signed-in");
  if (refs.length === 0) return [];
  const section = (name: "one" | "other") =>
    sql`jsonb_build_object('ref', ${sql.ref(`${name}.ref`)}, 'label', ${sql.ref(`${name}.label`)},
      'title', (select title from law_acts where law_acts.id = ${sql.ref(`${name}.act_id`)}), 'url', ${sql.ref(`${name}.url`)})`;
  const way = (column: "from_ref" | "to_ref") =>
    sql`(select from_ref, to_ref from law_citations where ${sql.ref(column)} = any (${[...refs]}::text[]) order by from_ref, to_ref limit ${limit})`;
  const { rows } = await sql<CitationPair>`select ${section("one")} as "from", ${section("other")} as "to"
    from (${way("from_ref")} union ${way("to_ref")}) as pairs
    join law_sections one on one.ref = from_ref join law_sections other on other.ref = to_ref
    order by from_ref, to_ref`.execute(db);
  return rows;
}

/** The stored sections that cite these, other than themselves. */
export async function citingRefs(me: Actor, db: Db, refs: readonly string[], limit: number): Promise<string[]> {
  db = actAs(me, db);
  if (me.kind === "visitor") throw problem("not-signed-in");
  if (refs.length === 0) return [];
  const { rows } = await sql<{ ref: string }>`select from_ref as ref from law_citations
    where to_ref = any (${[...refs]}::text[]) and not from_ref = any (${[...refs]}::text[])
    group by from_ref order by count(*) desc, from_ref limit ${limit}`.execute(db);
  return rows.map(({ ref }) => ref);
}
