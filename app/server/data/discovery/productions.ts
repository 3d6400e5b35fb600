/* Productions of a collection: which documents, decided when one is made, under which numbers, and how far they are drawn. */
import { sql, type RawBuilder } from "kysely";
import { discoveryLimits } from "#core/discovery/discovery.ts";
import { pageNumber } from "#core/discovery/numbering.ts";
import { productionLimits, type Production, type ProductionPreview } from "#core/discovery/production.ts";
import type { NewProduction, ProductionChange } from "#core/requests/discovery.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import type { Person, Server } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { keptAfterRemovalDays } from "#core/workspace/project.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db, Trx } from "../../db/database.ts";
import { seenCollections } from "../visible.ts";
import { productionRuns } from "./collection-jobs.ts";
import { heldCollection } from "./held-collection.ts";
import { idsFound } from "./search-documents.ts";

const isPrivileged = sql<boolean>`exists (select 1 from discovery_codings as coding
  where coding.document_id = document.id and coding.code = 'privileged')`;
/** As core/discovery/production.ts names it. A document that no one could read to its end is not handed over. */
const treatment = sql`case when ${isPrivileged} then 'withheld' when btrim(document.text, E' \\n\\r\\t') = '' then 'unread'
  when length(document.text) > ${sql.lit(discoveryLimits.shown)} then 'too-long' else 'text' end`;
const hasRedactions = (id: RawBuilder<unknown>) => sql<boolean>`exists (select 1 from discovery_redactions as redaction
  where redaction.document_id = ${id} and redaction.removed_at is null)`;
const isIn = (ids: readonly string[]) =>
  sql<boolean>`document.id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`;

export async function previewProduction(
  me: Person,
  db: Db,
  { collectionId, query }: { collectionId: string; query: string },
): Promise<ProductionPreview> {
  const asMe = actAs(me, db);
  const ids = await idsFound(me, db, { collectionId, query });
  const same = sql`from discovery_documents as other where other.duplicate_of = chosen.duplicate_of and other.id <> chosen.id`;
  const { rows } =
    await sql<ProductionPreview>`with chosen as materialized (select document.id, duplicate_of, ${treatment} as treatment,
        ${hasRedactions(sql`document.id`)} as redacted
      from discovery_documents as document where collection_id = ${collectionId} and ${isIn(ids)})
    select count(*)::int as documents, count(*) filter (where redacted and treatment = 'text')::int as redacted,
      count(*) filter (where treatment = 'withheld')::int as withheld,
      count(*) filter (where treatment not in ('text', 'withheld'))::int as unread,
      count(*) filter (where treatment = 'text' and duplicate_of is not null and exists (select 1 ${same}
        and exists (select 1 from discovery_codings as coding where coding.document_id = other.id and coding.code = 'privileged')))::int
        as "likePrivileged",
      count(*) filter (where treatment = 'text' and not redacted and duplicate_of is not null
        and exists (select 1 ${same} and ${hasRedactions(sql`other.id`)}))::int as "likeRedacted"
    from chosen`.execute(asMe);
  return rows[0]!;
}

type Queue = (trx: Trx, productionId: string) => Promise<void>;

/** `queue` queues the job that draws the documents, in the same transaction. */
export async function createProduction(
  me: Person,
  db: Db,
  { collectionId, ...asked }: NewProduction & { collectionId: string },
  queue: Queue,
): Promise<string> {
  const asMe = actAs(me, db);
  const ids = await idsFound(me, db, { collectionId, query: asked.query });
  if (ids.length === 0) throw problem("bad-request", "No documents are found by this query.");
  if (ids.length > productionLimits.documents) throw problem("bad-request", tooMany);
  return asMe.transaction().execute(async (trx) => {
    const { projectId } = await heldCollection(me, trx, collectionId);
    const isOne = sql`production.collection_id = ${collectionId} and production.removed_at is null`;
    if ((await rowsOf(trx, isOne)).length >= productionLimits.list)
      throw problem("bad-request", `A collection has at most ${productionLimits.list} productions.`);
    await refuseUsedNumbers(trx, projectId, { ...asked, id: null, last: null });
    const id = uuidv7();
    const { name, query, prefix, firstNumber, width } = asked;
    const common = { id, collection_id: collectionId, made_by: me.userId, documents: ids.length };
    const row = { ...common, name, query, prefix, first_number: firstNumber, width };
    await trx.insertInto("discovery_productions").values(row).execute();
    await sql`insert into discovery_produced_documents (production_id, position, collection_id, document_id, treatment, redactions)
      select ${id}::uuid, row_number() over (order by document.number), ${collectionId}::uuid, document.id, ${treatment},
        coalesce((select jsonb_agg(jsonb_build_object('start', start_at, 'end', end_at, 'reason', reason)
            order by start_at, end_at, reason)
          from discovery_redactions as redaction where redaction.document_id = document.id and redaction.removed_at is null), '[]')
      from discovery_documents as document where collection_id = ${collectionId} and ${isIn(ids)}`.execute(trx);
    await queue(trx, id);
    return id;
  });
}

const tooMany = `A production has at most ${productionLimits.documents.toLocaleString("en")} documents. Narrow the query, and make several with numbers that follow one another.`;

type Numbers = { id: string | null; prefix: string; width: number; firstNumber: number; last: number | null };

/** A number is given once in a project, whichever of its collections is asked first. `last`: null while it is not known. */
async function refuseUsedNumbers(trx: BoundDb, projectId: string, numbers: Numbers): Promise<void> {
  type Row = { name: string; first: number; last: number | null };
  await sql`select pg_advisory_xact_lock(hashtextextended(${`numbers of ${projectId}`}, 0))`.execute(trx);
  const { rows } = await sql<Row>`select production.name, first_number as first,
      case when done = production.documents then first_number + pages - 1 end as last
    from discovery_productions as production
    join discovery_collections as collection on collection.id = collection_id
    where production.removed_at is null and production.prefix = ${numbers.prefix} and production.id is distinct from ${numbers.id}
      and collection.removed_at is null and collection.project_id = ${projectId}
    order by first_number`.execute(trx);
  for (const { name, first, last } of rows) {
    if ((last ?? Infinity) < numbers.firstNumber || first > (numbers.last ?? Infinity)) continue;
    if (last === null)
      throw problem(
        "bad-request",
        `“${name}” has numbers with this prefix and is not finished. Wait for it, or choose another prefix.`,
      );
    const [from, to] = [pageNumber(numbers, first), pageNumber(numbers, last)];
    const instead = numbers.id === null ? `Begin at ${last + 1}, or choose another prefix.` : "Delete that one first.";
    throw problem("bad-request", `The numbers ${from} to ${to} are used by “${name}”. ${instead}`);
  }
}

type Row = Omit<Production, "at" | "run"> & { at: Date };

/** Newest first. */
export async function listProductions(me: Person, db: Db, collectionId: string): Promise<Production[]> {
  const asMe = actAs(me, db);
  await refuseUnseen(me, asMe, collectionId);
  const rows = await rowsOf(asMe, sql`production.collection_id = ${collectionId} and production.removed_at is null`);
  const runs = await productionRuns(me, db, collectionId);
  return rows.map(({ at, ...row }) => Object.assign(row, { at: at.toISOString(), run: runs.get(row.id) ?? null }));
}

async function refuseUnseen(me: Person, db: BoundDb, collectionId: string): Promise<void> {
  const seen = db.selectFrom("discovery_collections").select("id").where("id", "=", collectionId).where("removed_at", "is", null);
  if ((await seen.where(seenCollections(me)).executeTakeFirst()) === undefined) throw problem("not-found");
}

async function rowsOf(db: BoundDb, condition: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } =
    await sql<Row>`select production.id, production.name, query, prefix, first_number as "firstNumber", width, documents,
      done, pages, "user".name as by, production.created_at as at, counts.*
    from discovery_productions as production left join "user" on "user".id = made_by,
      lateral (select count(*) filter (where treatment = 'text' and redactions <> '[]')::int as redacted,
          count(*) filter (where treatment = 'withheld')::int as withheld,
          count(*) filter (where treatment not in ('text', 'withheld'))::int as unread
        from discovery_produced_documents where production_id = production.id) as counts
    where ${condition} order by production.id desc limit ${productionLimits.list}`.execute(db);
  return rows;
}

/** One that can be downloaded: all of it is drawn. */
export async function finishedProduction(
  me: Person,
  db: Db,
  { collectionId, id }: { collectionId: string; id: string },
): Promise<Pick<Production, "id" | "name" | "prefix" | "width">> {
  const asMe = actAs(me, db);
  await refuseUnseen(me, asMe, collectionId);
  const isIt = sql`production.id = ${id} and production.collection_id = ${collectionId} and production.removed_at is null`;
  const [found] = await rowsOf(asMe, isIt);
  if (found === undefined) throw problem("not-found");
  if (found.done < found.documents) throw problem("bad-request", "Not all of its documents are produced yet.");
  return found;
}

/** `queue`: for one that was deleted before all of it was drawn, and is brought back. */
export async function changeProduction(
  me: Person,
  db: Db,
  { collectionId, id, isRemoved }: ProductionChange & { collectionId: string; id: string },
  queue: Queue,
): Promise<void> {
  const asMe = actAs(me, db);
  await asMe.transaction().execute(async (trx) => {
    const { projectId } = await heldCollection(me, trx, collectionId);
    const [row] = await rowsOf(trx, sql`production.id = ${id} and production.collection_id = ${collectionId}`);
    if (row === undefined) throw problem("not-found");
    const isFinished = row.done === row.documents;
    if (!isRemoved) {
      const last = isFinished ? row.firstNumber + row.pages - 1 : null;
      await refuseUsedNumbers(trx, projectId, { ...row, last });
      if (!isFinished) await queue(trx, id);
    }
    await trx
      .updateTable("discovery_productions")
      .set({ removed_at: isRemoved ? sql<Date>`now()` : null })
      .where("id", "=", id)
      .execute();
  });
}

/** Purges productions whose deletion can no longer be undone. */
export async function sweepRemovedProductions(me: Server, db: Db): Promise<number> {
  db = actAs(me, db);
  const { numDeletedRows } = await db
    .deleteFrom("discovery_productions")
    .where("removed_at", "<=", sql<Date>`now() - make_interval(days => ${keptAfterRemovalDays})`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
