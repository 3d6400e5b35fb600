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
import { asksForWords, conditionOf } from "./query-condition.ts";

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

type Counted = {
  facet: "total" | "types" | "custodians" | "senders" | "months";
  value: string;
  count: number;
  attachments: number;
  duplicates: number;
  near: number;
  threads: number;
  exceptions: number;
};

const month = sql`date_trunc('month', dated_at at time zone 'utc')`;
const mostOf = { types: 2 * mostValues, custodians: mostValues, senders: mostValues, months: mostMonths, total: 1 };

/**
 * How the documents that a query finds are spread, in one reading of them. Their words are found through the index even if most
 * documents have them: the database does not know what reading all the words of all documents costs.
 */
export async function countFacets(
  me: Person,
  db: Db,
  { collectionId, query }: Pick<Search, "collectionId" | "query">,
): Promise<Facets> {
  const all = actAs(theServer, db);
  await prefixOf(me, db, collectionId);
  const read = readQuery(query);
  if (!read.ok) return { total: 0, types: [], custodians: [], senders: [], months: [], marks: [], codes: [] };
  const hits = asksForWords(read.query)
    ? sql`${found} where document.collection_id = ${collectionId} and word.collection_id = ${collectionId} and (${conditionOf(read.query)})`
    : sql`discovery_documents as document where document.collection_id = ${collectionId} and (${conditionOf(read.query)})`;
  const { rows, codes } = await all.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    const spread = await sql<Counted>`with counted as (
        select case grouping(kind, custodian, sender, ${month}) when 15 then 'total' when 7 then 'types' when 11 then 'custodians'
            when 13 then 'senders' else 'months' end as facet,
          coalesce(kind, custodian, sender, to_char(${month}, 'YYYY-MM'), '') as value, count(*)::int as count,
          count(*) filter (where attachments > 0)::int as attachments, count(duplicate_of)::int as duplicates,
          count(near_id)::int as near, count(thread_id)::int as threads, count(problem)::int as exceptions
        from ${hits} group by grouping sets ((), (kind), (custodian), (sender), (${month}))),
      ranked as (select *, row_number() over (partition by facet
          order by case when facet <> 'months' then count end desc, value) as nth
        from counted where value <> '' or facet = 'total')
      select facet, value, count, attachments, duplicates, near, threads, exceptions from ranked
      where nth <= ${mostMonths} order by facet, nth`.execute(trx);
    const coded = await sql<FacetValue>`select code as value, count(*)::int as count from discovery_codings
      where document_id in (select document.id from ${hits}) group by code order by 2 desc, 1`.execute(trx);
    return { rows: spread.rows, codes: coded.rows };
  });
  const of = (facet: keyof typeof mostOf) =>
    rows
      .filter((row) => row.facet === facet)
      .slice(0, mostOf[facet])
      .map(({ value, count }) => ({ value, count }));
  const total = rows.find(({ facet }) => facet === "total");
  const marks = [
    { value: "attachment", count: total?.attachments ?? 0 },
    { value: "duplicate", count: total?.duplicates ?? 0 },
    { value: "near-duplicate", count: total?.near ?? 0 },
    { value: "thread", count: total?.threads ?? 0 },
    { value: "exception", count: total?.exceptions ?? 0 },
  ];
  return {
    total: total?.count ?? 0,
    types: of("types"),
    custodians: of("custodians"),
    senders: of("senders"),
    months: of("months"),
    marks: marks.filter(({ count }) => count > 0),
    codes,
  };
}
