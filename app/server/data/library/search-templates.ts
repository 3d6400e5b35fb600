/* Searches a workspace's own items of the library: by name, then by summary, then by text. */
import { sql } from "kysely";
import type { LibraryKind, LibraryShelf, LibraryStatus } from "#core/templates/library.ts";
import { kinds, libraryShelves, statusOf } from "#core/templates/library.ts";
import type { LibrarySearch } from "#core/templates/library-search.ts";
import { isUuid } from "#core/text/uuid.ts";
import type { Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { containsAll } from "../../db/word-pattern.ts";
import { templatesHere } from "../visible.ts";
import { tsqueryOf, type AskedWord } from "./library-words.ts";

/** Behind what has a higher rank, or the same and a later id. */
export type Behind = { rank: number; id: string };
/** What an item is worth that has every word in its name, in name and summary, or in its text; the rest is how often. */
export const tiers = { name: 3_000_000, summary: 2_000_000, text: 1_000_000 } as const;
export const wholeTier = 100_000;
const mostCounted = 500;
/** No source is read further for an excerpt. */
const longestRead = 100_000;

export type FoundItem = {
  id: string;
  rank: number;
  name: string;
  summary: string;
  source: string;
  kind: LibraryKind;
  jurisdiction: string;
  language: string;
  status: LibraryStatus;
};

type Asked = Pick<LibrarySearch, "query" | "jurisdiction" | "status"> & {
  words: readonly AskedWord[];
  shelves: readonly LibraryShelf[];
};
type Row = Omit<FoundItem, "status"> & { version: number; approvedVersion: number | null; isRetired: boolean };

/** The best first, `limit` of them, behind a place. */
export async function searchTemplates(
  me: Person,
  db: Db,
  { query, words, shelves, jurisdiction, status }: Asked,
  { behind, limit }: { behind: Behind | null; limit: number },
): Promise<FoundItem[]> {
  db = actAs(me, db);
  if (words.length === 0 || shelves.length === 0) return [];
  const [inName, inHead, anywhere] = [tsqueryOf(words, "A"), tsqueryOf(words, "AB"), tsqueryOf(words)];
  const isOfShelf = ofShelves(shelves);
  // What has not been read yet has no words: its text is searched. Of very many, how often a word is in the text isn't counted.
  const counted = sql`case when (select count(*) from hits) > ${sql.lit(mostCounted)} then head_words else words end`;
  const rank = sql<number>`case when words is null then ${sql.lit(tiers.text)}
    else (case when head_words @@ ${inName}::tsquery then ${sql.lit(tiers.name)}
        when head_words @@ ${inHead}::tsquery then ${sql.lit(tiers.summary)} else ${sql.lit(tiers.text)} end)
      + round(ts_rank(${counted}, ${anywhere}::tsquery) * ${sql.lit(wholeTier)})::int end`;
  // Kept apart by its offset: a rank is worked out once, not wherever it is named.
  const ranked = sql`select id, ${rank} as rank from library_templates
    where id in (select id from hits) and ${templatesHere(me)} and removed_at is null and ${statusCondition(status)} and ${isOfShelf}
      and ${jurisdiction === undefined ? sql`true` : sql`jurisdiction = ${jurisdiction}`} offset 0`;
  const { rows } = await sql<Row>`with hits as materialized (
      select library_with_words(${anywhere}::tsquery) as id union all select id from library_templates
        where words is null and ${templatesHere(me)} and ${containsAll(sql`(name || ' ' || summary || ' ' || source)`, query)}),
    page as (select id, rank from (${ranked}) as ranked
      where ${isBehind(behind)} order by rank desc, id desc limit ${sql.lit(limit)})
    select id, rank, name, summary, left(source, ${sql.lit(longestRead)}) as source, kind, jurisdiction, language,
      version, approved_version as "approvedVersion", retired_at is not null as "isRetired"
    from page join library_templates using (id) order by rank desc, id desc`.execute(db);
  return rows.map(({ version, approvedVersion, isRetired, ...row }) =>
    Object.assign(row, { status: statusOf({ version, approvedVersion, isRetired }) }),
  );
}

/** On the table `library_templates`. What is not of another shelf is a template. */
export function ofShelves(shelves: readonly LibraryShelf[]) {
  const others = libraryShelves.flatMap((shelf) => (shelf === "templates" ? [] : [kinds[shelf]]));
  const named = shelves.flatMap((shelf) => (shelf === "templates" ? [] : [kinds[shelf]]));
  return shelves.includes("templates")
    ? sql<boolean>`not (kind = any (${others.filter((kind) => !named.includes(kind))}::text[]))`
    : sql<boolean>`kind = any (${named}::text[])`;
}

export function isBehind(behind: Behind | null) {
  if (behind === null) return sql<boolean>`true`;
  const { rank, id } = behind;
  return isUuid(id) ? sql<boolean>`(rank, id) < (${rank}::int, ${id}::uuid)` : sql<boolean>`rank < ${rank}::int`;
}

function statusCondition(status: LibrarySearch["status"]) {
  switch (status) {
    case undefined:
      return sql`retired_at is null`;
    case "retired":
      return sql`retired_at is not null`;
    case "approved":
      return sql`retired_at is null and approved_version = version`;
    case "unapproved":
      return sql`retired_at is null and approved_version is distinct from version`;
  }
}
