/*
 * The search of a library with ten thousand items of one's own: texts like those that come with Stet, under other names. On
 * the embedded engine and, if DATABASE_URL names an empty database, on PostgreSQL. Times in milliseconds.
 */
import type { Person } from "#core/workspace/policy.ts";
import { createTemplates } from "#server/data/library/templates.ts";
import type { BoundDb } from "#server/db/acting.ts";
import { openDatabase } from "#server/db/database.ts";
import { builtInItems } from "#server/library/built-in-items.ts";
import { searchLibrary } from "#server/library/search-library.ts";
import { newPerson } from "#test/people.ts";
import { percentile, sayer, withDatabase } from "./search/legal-data.ts";

const say = sayer("library-search");
const items = Number(process.env["LIBRARY_ITEMS"] ?? 10_000);
const atOnce = 50;
const rounds = 30;
const bar = 250;

async function fill(me: Person, db: BoundDb): Promise<number> {
  const sources = builtInItems().map(({ source }) => source);
  let longest = 0;
  for (let from = 0; from < items; from += atOnce) {
    const files = Array.from({ length: atOnce }, (_, at) => {
      const source = sources[(from + at) % sources.length]!;
      return source.replace(/^name: .*$/mu, `name: Matter ${from + at}`).replace(/\s*$/, `\n\nCode${from + at}.\n`);
    });
    const begun = performance.now();
    await createTemplates(me, db, files);
    longest = Math.max(longest, performance.now() - begun);
  }
  return longest;
}

async function measure(what: string, work: (round: number) => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now();
    await work(round);
    times.push(performance.now() - begun);
  }
  say(`${what}, p50`, percentile(times, 0.5), "ms");
  const most = percentile(times, 0.95);
  say(`${what}, p95`, most, "ms", bar, most <= bar);
}

async function searches(me: Person, db: BoundDb, engine: string): Promise<void> {
  const named = (what: string) => `${engine}, ${items} items: ${what}`;
  say(named(`the slowest ${atOnce} saved together`), Math.round(await fill(me, db)), "ms");
  const search = (query: string, after?: string) => searchLibrary(me, db, { query, after });
  await measure(named("a word of one text"), (round) => search(`code${4_000 + round}`));
  await measure(named("a word of one name"), (round) => search(`matter ${7_000 + round}`));
  await measure(named("a word of some texts"), () => search("Vertragsstrafe"));
  await measure(named("a word of very many texts"), () => search("agreement"));
  await measure(named("a word of every text, with another"), () => search("the notice"));
  const { next } = await search("agreement");
  await measure(named("the page after that"), () => search("agreement", next ?? undefined));
  await measure(named("nothing"), () => search("zyxwvut nothing"));
}

await withDatabase(async ({ db }) => searches(await newPerson(db), db, "embedded"));
const url = process.env["DATABASE_URL"];
if (url !== undefined) {
  const { db, close } = await openDatabase({ url });
  await searches(await newPerson(db), db, "PostgreSQL");
  await close();
}
