/* What is compared when the files of a collection are read: exact duplicates, threads and near duplicates. */
import { sql } from "kysely";
import { signatureLength } from "#core/discovery/near-duplicates.ts";
import type { ThreadEmail } from "#core/discovery/threads.ts";
import type { Person, Server } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";

const atOnce = 2_000;
/** An embedded database answers nothing else while it writes, and every row is in many indexes. */
const writtenAtOnce = 500;

/**
 * After many documents were stored and compared: with the statistics of before, the database reads all of them for a search that
 * finds the first few at once, and what its indexes of words have not sorted in yet is read by every search. Step by step, as
 * each takes long.
 */
export async function measureDocuments(me: Server, db: Db): Promise<void> {
  db = actAs(me, db);
  for (const index of ["discovery_words_found", "discovery_words_fields"])
    await sql`select gin_clean_pending_list(${index})`.execute(db);
  for (const column of ["words", "more", "fields", "collection_id"])
    await sql`analyze discovery_words (${sql.ref(column)})`.execute(db);
  await sql`analyze discovery_documents`.execute(db);
}

/** Documents that say the same as others, each with the first of them. */
export async function* duplicatesIn(me: Person, db: Db, collectionId: string, last: number): AsyncGenerator<[string, string]> {
  db = actAs(me, db);
  for (let after = 0; after < last; after += atOnce) {
    const { rows } = await sql<{ id: string; first: string }>`select page.id, others.first
      from discovery_documents as page, lateral (select (array_agg(id order by number))[1] as first, count(*) as of
        from discovery_documents where collection_id = ${collectionId} and same_key = page.same_key) as others
      where page.collection_id = ${collectionId} and page.number > ${after} and page.number <= ${after + atOnce}
        and others.of > 1`.execute(db);
    for (const { id, first } of rows) yield [id, first];
  }
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
    const { rows } = await sql<Row>`select id, number, signature from discovery_documents as document
      where collection_id = ${collectionId} and number > ${after} and signature is not null
        and not exists (select 1 from discovery_documents as earlier where earlier.collection_id = ${collectionId}
          and earlier.same_key = document.same_key and earlier.number < document.number)
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

/** Null of what it has none of. */
export type Marks = { duplicate: string | null; thread: string | null; near: string | null; score: number | null };

/**
 * Of all documents; those not named have none. What is right already is not written, and what a kill leaves is made again.
 * In one update, as each writes a document again.
 */
export async function storeMarks(
  me: Person,
  db: Db,
  collectionId: string,
  { last, of }: { last: number; of: (id: string) => Marks },
) {
  db = actAs(me, db);
  for (let after = 0; after < last; after += writtenAtOnce) {
    const { rows } = await sql<Marks & { id: string }>`select id, duplicate_of as duplicate, thread_id as thread, near_id as near,
        near_score as score
      from discovery_documents where collection_id = ${collectionId} and number > ${after} and number <= ${after + writtenAtOnce}`.execute(
      db,
    );
    const changed = rows.flatMap(({ id, duplicate, thread, near, score }) => {
      const now = of(id);
      const isSame = duplicate === now.duplicate && thread === now.thread && near === now.near;
      return isSame && score === (now.score === null ? null : Math.fround(now.score)) ? [] : [{ id, ...now }];
    });
    if (changed.length === 0) continue;
    await sql`update discovery_documents as document
      set duplicate_of = duplicate, thread_id = thread, near_id = near, near_score = score
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as given (id uuid, duplicate uuid, thread uuid, near uuid, score real)
      where document.id = given.id and document.collection_id = ${collectionId}`.execute(db);
  }
}
