/* What is compared when the files of a collection are read: exact duplicates, threads and near duplicates. */
import { sql } from "kysely";
import { signatureLength } from "#core/discovery/near-duplicates.ts";
import type { ThreadEmail } from "#core/discovery/threads.ts";
import type { Person, Server } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";

const atOnce = 2_000;

/**
 * After many documents were stored and compared: with the statistics of before, the database reads all of them for a search that
 * finds the first few at once, and what its indexes of words have not sorted in yet is read by every search.
 */
export async function measureDocuments(me: Server, db: Db): Promise<void> {
  db = actAs(me, db);
  await sql`select gin_clean_pending_list('discovery_words_found'), gin_clean_pending_list('discovery_words_fields')`.execute(db);
  await sql`analyze discovery_documents, discovery_words`.execute(db);
}

/** In one statement; rows that are right already are not written. */
export async function markDuplicates(me: Person, db: Db, collectionId: string): Promise<void> {
  db = actAs(me, db);
  await sql`with ranked as (select id, first_value(id) over same as first, count(*) over (partition by same_key) as of
      from discovery_documents where collection_id = ${collectionId}
      window same as (partition by same_key order by number))
    update discovery_documents as document set duplicate_of = case when ranked.of > 1 then ranked.first end
    from ranked where document.id = ranked.id
      and document.duplicate_of is distinct from case when ranked.of > 1 then ranked.first end`.execute(db);
}

/** All emails of a collection in the order of their times. */
export async function* emailsToThread(me: Person, db: Db, collectionId: string): AsyncGenerator<ThreadEmail & { id: string }> {
  db = actAs(me, db);
  type Row = {
    id: string;
    number: number;
    messageId: string | null;
    subject: string;
    at: string | null;
    named: { references: string[]; people: string[] };
  };
  let after: Row | undefined;
  do {
    const rows: Row[] = (
      await sql<Row>`select id, number, message_id as "messageId", subject, extract(epoch from dated_at)::float8 * 1000 as at, named
        from discovery_documents where collection_id = ${collectionId} and kind in ('email', 'msg')
          ${after === undefined ? sql`` : sql`and (coalesce(dated_at, 'infinity'), number) > (coalesce(to_timestamp(${after.at}::float8 / 1000), 'infinity'), ${after.number})`}
        order by coalesce(dated_at, 'infinity'), number limit ${atOnce}`.execute(db)
    ).rows;
    for (const { id, messageId, subject, at, named } of rows)
      yield { id, messageId, subject, at: at === null ? null : Number(at), ...named };
    after = rows.length < atOnce ? undefined : rows.at(-1);
  } while (after !== undefined);
}

/** The signatures of all documents that have one, the first of each set of duplicates only, in the order of their numbers. */
export async function signaturesToCompare(
  me: Person,
  db: Db,
  collectionId: string,
): Promise<{ ids: string[]; signatures: Uint32Array }> {
  db = actAs(me, db);
  const ids: string[] = [];
  const parts: Uint32Array[] = [];
  type Row = { id: string; number: number; signature: Buffer };
  for (let after = 0, isMore = true; isMore;) {
    const { rows } = await sql<Row>`select id, number, signature from discovery_documents
      where collection_id = ${collectionId} and number > ${after} and signature is not null and coalesce(duplicate_of, id) = id
      order by number limit ${atOnce}`.execute(db);
    const part = new Uint32Array(rows.length * signatureLength);
    rows.forEach(({ id, signature }, at) => {
      ids.push(id);
      for (let index = 0; index < signatureLength; index++) part[at * signatureLength + index] = signature.readUInt32LE(index * 4);
    });
    parts.push(part);
    after = rows.at(-1)?.number ?? after;
    isMore = rows.length === atOnce;
  }
  const signatures = new Uint32Array(ids.length * signatureLength);
  let at = 0;
  for (const part of parts) {
    signatures.set(part, at);
    at += part.length;
  }
  return { ids, signatures };
}

/** Those not named have none. `threads`: document and the first of its thread. */
export async function storeThreads(me: Person, db: Db, collectionId: string, threads: readonly (readonly [string, string])[]) {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    for (let from = 0; from < threads.length; from += atOnce) {
      const json = JSON.stringify(threads.slice(from, from + atOnce));
      await sql`update discovery_documents as document set thread_id = given.first
        from (select (pair ->> 0)::uuid as id, (pair ->> 1)::uuid as first from jsonb_array_elements(${json}::jsonb) as pair) as given
        where document.id = given.id and document.collection_id = ${collectionId}
          and document.thread_id is distinct from given.first`.execute(trx);
    }
  });
}

type Near = { id: string; near: string | null; score: number | null };

export async function storeNear(me: Person, db: Db, collectionId: string, groups: readonly Near[]) {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    for (let from = 0; from < groups.length; from += atOnce) {
      const json = JSON.stringify(groups.slice(from, from + atOnce));
      await sql`update discovery_documents as document set near_id = given.near, near_score = given.score
        from jsonb_to_recordset(${json}::jsonb) as given (id uuid, near uuid, score real)
        where document.id = given.id and document.collection_id = ${collectionId}
          and (document.near_id is distinct from given.near or document.near_score is distinct from given.score)`.execute(trx);
    }
  });
}
