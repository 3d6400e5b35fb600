/*
 * The documents of a collection that a query finds. Row-level security would keep the indexes of words from being used,
 * since the operators of text search are not leakproof. So the collection is looked up as the person who asks, and
 * Stet itself searches in it.
 */
import { sql, type RawBuilder } from "kysely";
import {
  controlNumber,
  discoveryLimits,
  type DocumentPage,
  type DocumentSort,
  type DocumentSummary,
  type Facets,
  type FacetValue,
} from "#core/discovery/discovery.ts";
import { readQuery } from "#core/discovery/query.ts";
import { theServer, type Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { seenCollections } from "../visible.ts";
import { conditionOf } from "./query-condition.ts";

export type Search = { collectionId: string; query: string; sort: DocumentSort; after?: string | undefined };

const found = sql`discovery_documents as document join discovery_words as word on word.document_id = document.id`;

type Row = Omit<DocumentSummary, "date" | "number"> & { number: number; at: Date | null };

const summaryColumns = sql`document.id, document.number, document.name, document.kind, sender as "from", subject,
  dated_at as at, parent_id is not null as "isAttachment", attachments, duplicate_of is not null as "isDuplicate",
  near_id is not null as "hasNearDuplicates", thread_id is not null as "inThread", problem,
  array(select code from discovery_codings where document_id = document.id order by code) as codes`;

/** Refused for those who may not see the collection: what follows is asked as Stet itself. */
async function prefixOf(me: Person, db: Db, collectionId: string): Promise<string> {
  const collection = await actAs(me, db)
    .selectFrom("discovery_collections")
    .select("prefix")
    .where("id", "=", collectionId)
    .where("removed_at", "is", null)
    .where(seenCollections(me))
    .executeTakeFirst();
  if (collection === undefined) throw problem("not-found");
  return collection.prefix;
}

/** All of them, for what is done with each. */
export async function idsFound(
  me: Person,
  db: Db,
  { collectionId, query }: Pick<Search, "collectionId" | "query">,
): Promise<string[]> {
  const all = actAs(theServer, db);
  await prefixOf(me, db, collectionId);
  const read = readQuery(query);
  if (!read.ok) throw problem("bad-request", read.fault.sentence);
  const { rows } = await sql<{ id: string }>`select document.id from ${found} where document.collection_id = ${collectionId}
    and word.collection_id = ${collectionId} and (${conditionOf(read.query)}) order by document.number`.execute(all);
  return rows.map(({ id }) => id);
}

export async function searchDocuments(me: Person, db: Db, { collectionId, query, sort, after }: Search): Promise<DocumentPage> {
  const all = actAs(theServer, db);
  const prefix = await prefixOf(me, db, collectionId);
  const read = readQuery(query);
  if (!read.ok) return { documents: [], next: null, fault: read.fault };
  const { rows } = await sql<Row>`select ${summaryColumns} from ${found}
    where document.collection_id = ${collectionId} and word.collection_id = ${collectionId} and (${conditionOf(read.query)})
      ${after === undefined ? sql`` : behind(sort, after)}
    order by ${orders[sort]} limit ${discoveryLimits.atOnce + 1}`.execute(all);
  const documents = rows
    .slice(0, discoveryLimits.atOnce)
    .map(({ at, number, ...row }) =>
      Object.assign(row, { number: controlNumber(prefix, number), date: at?.toISOString() ?? null }),
    );
  return { documents, next: rows.length > discoveryLimits.atOnce ? documents.at(-1)!.id : null, fault: null };
}

const time = (column: RawBuilder<unknown>) => sql`coalesce(${column}, '-infinity'::timestamptz)`;
const orders: Record<DocumentSort, RawBuilder<unknown>> = {
  number: sql`document.number`,
  newest: sql`coalesce(document.dated_at, '-infinity'::timestamptz) desc, document.number desc`,
  oldest: sql`coalesce(document.dated_at, '-infinity'::timestamptz), document.number`,
};

function behind(sort: DocumentSort, after: string): RawBuilder<unknown> {
  const last = (column: RawBuilder<unknown>) => sql`(select ${column} from discovery_documents as last where last.id = ${after})`;
  if (sort === "number") return sql`and document.number > ${last(sql`number`)}`;
  const [own, lastTime] = [time(sql`document.dated_at`), last(time(sql`dated_at`))];
  const sign = sort === "newest" ? sql`<` : sql`>`;
  return sql`and (${own}, document.number) ${sign} (${lastTime}, ${last(sql`number`)})`;
}

const mostValues = 8;
const mostMonths = 240;

/** How the documents that a query finds are spread. */
export async function countFacets(
  me: Person,
  db: Db,
  { collectionId, query }: Pick<Search, "collectionId" | "query">,
): Promise<Facets> {
  const all = actAs(theServer, db);
  await prefixOf(me, db, collectionId);
  const read = readQuery(query);
  if (!read.ok) return { total: 0, types: [], custodians: [], senders: [], months: [], marks: [], codes: [] };
  type Counted = FacetValue & { facet: string };
  const { rows } =
    await sql<Counted>`with hits as materialized (select document.id, kind, custodian, sender, dated_at, attachments > 0 as attachment,
        duplicate_of is not null as duplicate, near_id is not null as near, thread_id is not null as thread,
        problem is not null as exception
      from ${found} where document.collection_id = ${collectionId} and word.collection_id = ${collectionId} and (${conditionOf(read.query)}))
    select 'total' as facet, '' as value, count(*)::int as count from hits
    union all (select 'types', kind, count(*)::int from hits group by kind order by 3 desc, 2 limit ${2 * mostValues})
    union all (select 'custodians', custodian, count(*)::int from hits where custodian <> '' group by 2 order by 3 desc, 2 limit ${mostValues})
    union all (select 'senders', sender, count(*)::int from hits where sender <> '' group by 2 order by 3 desc, 2 limit ${mostValues})
    union all (select 'months', to_char(dated_at at time zone 'utc', 'YYYY-MM'), count(*)::int from hits where dated_at is not null
      group by 2 order by 2 limit ${mostMonths})
    union all (select 'codes', code, count(*)::int from discovery_codings join hits on hits.id = document_id group by code order by 3 desc, 2)
    union all select 'marks', mark, of from (select count(*) filter (where attachment)::int as a, count(*) filter (where duplicate)::int as d,
        count(*) filter (where near)::int as n, count(*) filter (where thread)::int as t, count(*) filter (where exception)::int as e from hits) as sums,
      lateral (values ('attachment', a), ('duplicate', d), ('near-duplicate', n), ('thread', t), ('exception', e)) as marks (mark, of)
      where of > 0`.execute(all);
  const of = (facet: string) => rows.filter((row) => row.facet === facet).map(({ value, count }) => ({ value, count }));
  return {
    total: of("total")[0]?.count ?? 0,
    types: of("types"),
    custodians: of("custodians"),
    senders: of("senders"),
    months: of("months"),
    marks: of("marks"),
    codes: of("codes"),
  };
}
