/* One document of a collection, with those it belongs to. */
import { sql } from "kysely";
import { controlNumber, discoveryLimits, type CollectedDocument, type RelatedDocument } from "#core/discovery/discovery.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db } from "../../db/database.ts";
import { seenCollections } from "../visible.ts";
import { codingOf } from "./coding.ts";
import { redactionsOf } from "./redactions.ts";

const longestShown = discoveryLimits.shown;
const mostRelated = 100;

type Row = Omit<
  CollectedDocument,
  "date" | "number" | "family" | "thread" | "duplicates" | "nearDuplicates" | "isTextCut" | "codes" | "changes" | "redactions"
> & {
  number: number;
  prefix: string;
  at: Date | null;
  familyId: string;
  duplicateOf: string | null;
  nearId: string | null;
  threadId: string | null;
  length: number;
};

export async function getDocument(
  me: Person,
  db: Db,
  { collectionId, id }: { collectionId: string; id: string },
): Promise<CollectedDocument> {
  const asMe = actAs(me, db);
  const { rows } =
    await sql<Row>`select document.id, document.number, prefix, document.name, document.kind, sender as "from", subject,
      dated_at as at, parent_id is not null as "isAttachment", attachments, duplicate_of is not null as "isDuplicate",
      near_id is not null as "hasNearDuplicates", thread_id is not null as "inThread", problem, recipients as "to", copied as cc,
      document.custodian, source.name as source, path, size::float8 as size, sha256, page_count as "pageCount",
      left(text, ${longestShown}) as text, length(text) as length, family_id as "familyId", duplicate_of as "duplicateOf",
      near_id as "nearId", thread_id as "threadId"
    from discovery_documents as document
    join discovery_sources as source on source.id = source_id
    join discovery_collections on discovery_collections.id = document.collection_id
    where document.id = ${id} and document.collection_id = ${collectionId} and removed_at is null and ${seenCollections(me)}`.execute(
      asMe,
    );
  const [row] = rows;
  if (row === undefined) throw problem("not-found");
  const { number, prefix, at, familyId, duplicateOf, nearId, threadId, length, ...rest } = row;
  const others = { id, prefix };
  return {
    ...rest,
    number: controlNumber(prefix, number),
    date: at?.toISOString() ?? null,
    ...(await codingOf(me, db, id)),
    redactions: await redactionsOf(me, db, id),
    isTextCut: length > longestShown,
    family: await related(asMe, "family_id", familyId, { ...others, withItself: true }),
    thread: await related(asMe, "thread_id", threadId, { ...others, withItself: true, byTime: true }),
    duplicates: await related(asMe, "duplicate_of", duplicateOf, others),
    nearDuplicates: await related(asMe, "near_id", nearId, others),
  };
}

type Relation = "family_id" | "thread_id" | "duplicate_of" | "near_id";
type Others = { id: string; prefix: string; withItself?: boolean; byTime?: boolean };

/** Empty if there is no other. */
async function related(
  db: BoundDb,
  column: Relation,
  key: string | null,
  { id, prefix, withItself, byTime }: Others,
): Promise<RelatedDocument[]> {
  if (key === null) return [];
  type Found = Omit<RelatedDocument, "number" | "date"> & { number: number; at: Date | null };
  const { rows } =
    await sql<Found>`select id, number, coalesce(nullif(subject, ''), name) as title, sender as "from", dated_at as at,
      ${column === "near_id" ? sql`near_score` : sql`null::real`} as score
    from discovery_documents where ${sql.ref(column)} = ${key}
    order by ${byTime ? sql`dated_at nulls last, number` : sql`number`} limit ${mostRelated}`.execute(db);
  const found = rows
    .filter((row) => withItself === true || row.id !== id)
    .map(({ number, at, ...row }) =>
      Object.assign(row, { number: controlNumber(prefix, number), date: at?.toISOString() ?? null }),
    );
  return withItself === true && found.length === 1 ? [] : found;
}
