/*
 * The law shelf with ten thousand acts and six hundred thousand sections: its pages, a search, one act and its sections.
 * On the embedded engine and, if DATABASE_URL names an empty database, on PostgreSQL. Times in milliseconds.
 */
import { sql } from "kysely";
import { actQuerySchema } from "#core/requests/law.ts";
import type { Person } from "#core/workspace/policy.ts";
import { getAct, getLastChange, listActs, shelfJurisdictions } from "#server/data/law/law-shelf.ts";
import { listActSections } from "#server/data/law/law-shelf-sections.ts";
import type { BoundDb } from "#server/db/acting.ts";
import { openDatabase } from "#server/db/database.ts";
import { newPerson } from "#test/people.ts";
import { percentile, sayer, withDatabase } from "./search/legal-data.ts";

const say = sayer("law-shelf");
const acts = 10_000;
const rounds = 40;
const bar = 100;

/** 58 sections an act on average, a hundredth of them with 2,000; every fortieth section has another wording. */
async function fill(db: BoundDb): Promise<void> {
  await sql`insert into law_acts (id, source, jurisdiction, language, title, short_names, version, url, licence)
    select 'SFS ' || 1900 + n % 120 || ':' || n, 'swedish-law', (array['SE', 'DE', 'GB', 'NL', 'EU'])[1 + n % 5], 'sv',
      'Lag (' || 1900 + n % 120 || ':' || n || ') om ' || md5(n::text) || ' och ' || md5((n * 7)::text), '[]', '2026-01-01', '', ''
    from generate_series(1, ${acts}) as n`.execute(db);
  for (let from = 0; from < 100; from++) {
    const part = sql`(select * from (select id, row_number() over (order by id) as n from law_acts) as all_of_them
      where n % 100 = ${from}) as numbered`;
    await sql`insert into law_sections (act_id, ref, number, label, heading, path, text, url, first_seen)
      select id, id || ':' || section, section::text, section || ' §', 'Rubrik ' || section, '["1 kap."]',
        repeat('En bestämmelse om uppsägning, varsel och lön. ', 12), '', '2025-01-01'
      from ${part}, generate_series(1, case when n / 100 = ${from} then 2000 else 39 end) as section`.execute(db);
  }
  await sql`insert into law_past_sections (act_id, ref, number, label, heading, path, text, url, first_seen, version)
    select act_id, ref, number, label, heading, path, text || ' förr', '', '2020-01-01', '2024-01-01'
    from law_sections where id % 40 = 0`.execute(db);
  await sql`insert into law_vectors (ref, act_id, model, digest, dimensions, data, code)
    select ref, act_id, 'bench', '', 8, ''::bytea, ''::bytea from law_sections`.execute(db);
  await sql`update law_acts set sections = (select count(*) from law_sections where act_id = law_acts.id),
    wordings = (select count(*) from law_past_sections where act_id = law_acts.id),
    vectors = (select count(*) from law_vectors where act_id = law_acts.id), vectors_model = 'bench'`.execute(db);
  await sql`analyze`.execute(db);
}

async function measure(what: string, work: (round: number) => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now();
    await work(round);
    times.push(performance.now() - begun);
  }
  const [half, most] = [percentile(times, 0.5), percentile(times, 0.95)].map((one) => Math.round(one * 10) / 10);
  say(`${what}, p50`, half!, "ms");
  say(`${what}, p95`, most!, "ms", bar, most! <= bar);
}

async function pages(db: BoundDb, me: Person, engine: string): Promise<void> {
  const { rows } = await sql<{ sections: string }>`select count(*) as sections from law_sections`.execute(db);
  const named = (what: string) => `${engine}, ${acts} acts, ${rows[0]!.sections} sections: ${what}`;
  const shelf = { query: "", jurisdiction: undefined, after: undefined, model: "bench" };
  let next: string | null = null;
  await measure(named("a page of the shelf"), async () => {
    ({ next } = await listActs(me, db, { ...shelf, after: next ?? undefined }));
  });
  await measure(named("a page of one jurisdiction"), () => listActs(me, db, { ...shelf, jurisdiction: "DE" }));
  await measure(named("a search by number"), (round) => listActs(me, db, { ...shelf, query: `:${9000 + round}` }));
  await measure(named("a search that finds nothing"), () => listActs(me, db, { ...shelf, query: "arrende nyttjanderätt" }));
  await measure(named("the jurisdictions"), () => shelfJurisdictions(me, db));
  const { rows: large } = await sql<{ id: string }>`select act_id as id from law_sections group by act_id
    order by count(*) desc, act_id limit 1`.execute(db);
  const id = large[0]!.id;
  await measure(named("an act of 2,000 sections"), () => getAct(me, db, id, "bench"));
  await measure(named("what changed in it last"), () => getLastChange(me, db, id));
  for (const show of ["all", "other", "changed", "absent"] as const)
    await measure(named(`its sections, ${show}`), () => listActSections(me, db, actQuerySchema.parse({ id, show })));
  await measure(named("its sections, with words"), () => listActSections(me, db, actQuerySchema.parse({ id, query: "arrende" })));
}

await withDatabase(async ({ db }) => {
  await fill(db);
  await pages(db, await newPerson(db), "embedded");
});
const url = process.env["DATABASE_URL"];
if (url !== undefined) {
  const { db, close } = await openDatabase({ url });
  await fill(db);
  await pages(db, await newPerson(db), "PostgreSQL");
  await close();
}
