/*
 * Stores what was read of the files of a collection. The documents of a batch, their numbers and how far the file is are
 * stored together, so a kill loses at most what was being read, and nothing is there twice.
 */
import { sql } from "kysely";
import type { CollectedMember } from "#core/discovery/collected.ts";
import { fieldVector } from "#core/discovery/vectors.ts";
import { wordFields } from "#core/discovery/query.ts";
import { storable, storableJson } from "#core/text/storable.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import type { Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db, Trx } from "../../db/database.ts";
import { writtenCollections } from "../visible.ts";
import { heldCollection } from "./held-collection.ts";

export type SourceToRead = {
  id: string;
  collectionId: string;
  projectId: string;
  /** Null if it was deleted. */
  fileId: string | null;
  name: string;
  custodian: string;
  done: number;
  total: number | null;
};

/** The next file of a batch that is not wholly read. Null as well for those who may not change the collection any more. */
export async function nextSource(me: Person, db: Db, batchId: string): Promise<SourceToRead | null> {
  db = actAs(me, db);
  const { rows } = await sql<SourceToRead>`select discovery_sources.id, collection_id as "collectionId", project_id as "projectId",
      file_id as "fileId", discovery_sources.name, custodian, done, total
    from discovery_sources join discovery_collections on discovery_collections.id = collection_id
    where batch_id = ${batchId} and not is_done and discovery_collections.removed_at is null and ${writtenCollections(me)}
    order by discovery_sources.id limit 1`.execute(db);
  return rows[0] ?? null;
}

/** How many families of a batch are stored, of those that are counted, and its collection. */
export async function batchFacts(me: Person, db: Db, batchId: string) {
  db = actAs(me, db);
  type Facts = { collectionId: string | null; projectId: string | null; done: number; of: number };
  const { rows } = await sql<Facts>`select min(collection_id::text) as "collectionId", min(project_id::text) as "projectId",
      coalesce(sum(done), 0)::int as done, coalesce(sum(coalesce(total, 1)), 0)::int as of
    from discovery_sources join discovery_collections on discovery_collections.id = collection_id
    where batch_id = ${batchId} and removed_at is null and ${writtenCollections(me)}`.execute(db);
  return rows[0]!;
}

type Read = { families: readonly (readonly CollectedMember[])[]; done: number; total: number; isDone: boolean };

export async function storeFamilies(me: Person, db: Db, source: SourceToRead, read: Read): Promise<void> {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    const { lastNumber } = await heldCollection(me, trx, source.collectionId);
    const rows = read.families.flatMap((family) => rowsOf(family, source));
    rows.forEach((row, at) => (row.number = lastNumber + at + 1));
    await insertDocuments(trx, source, rows);
    await trx
      .updateTable("discovery_sources")
      .set({
        done: read.done,
        total: read.total,
        is_done: read.isDone,
        documents: sql<number>`documents + ${rows.length}`,
      })
      .where("id", "=", source.id)
      .execute();
    await trx
      .updateTable("discovery_collections")
      .set({
        last_number: lastNumber + rows.length,
        exceptions: sql<number>`exceptions + ${rows.filter(({ problem }) => problem !== null).length}`,
        updated_at: sql<Date>`now()`,
      })
      .where("id", "=", source.collectionId)
      .execute();
  });
}

type Row = ReturnType<typeof rowOf>;

function rowsOf(family: readonly CollectedMember[], source: SourceToRead): Row[] {
  const ids = family.map(() => uuidv7());
  const date = family[0]?.email?.sentAt ?? null;
  return family.map((member, at) => {
    const attachments = family.filter(({ parent }) => parent === at).length;
    return rowOf(member, { ids, at, date, attachments, custodian: source.custodian });
  });
}

type Around = { ids: readonly string[]; at: number; date: string | null; attachments: number; custodian: string };

function rowOf(member: CollectedMember, { ids, at, date, attachments, custodian }: Around) {
  const { email, parent } = member;
  const fields = {
    [wordFields.from]: email?.from ?? "",
    [wordFields.to]: email?.to ?? "",
    [wordFields.cc]: email?.cc ?? "",
    [wordFields.subject]: email?.subject ?? "",
    [wordFields.name]: member.name,
    [wordFields.custodian]: custodian,
  };
  return {
    id: ids[at]!,
    number: 0,
    family: ids[0]!,
    parent: parent === null ? null : ids[parent]!,
    attachments,
    path: storable(member.path).slice(0, 2_000),
    name: storable(member.name).slice(0, 500),
    kind: member.kind,
    size: member.size,
    sha256: member.sha256,
    same: member.sameKey,
    // An email within an email has its own.
    date: email?.sentAt ?? date,
    sender: email?.from ?? "",
    recipients: email?.to ?? "",
    copied: email?.cc ?? "",
    subject: email?.subject ?? "",
    message: email?.messageId ?? null,
    named: { references: email?.references ?? [], people: email?.people ?? [] },
    text: member.text,
    pages: member.pageCount,
    count: member.wordCount,
    signature: member.signature === null ? null : Buffer.from(member.signature).toString("hex"),
    problem: member.problem,
    words: member.words,
    more: member.more,
    fields: fieldVector(fields),
  };
}

async function insertDocuments(trx: Trx, { id, collectionId, custodian }: SourceToRead, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const json = storableJson(rows);
  await sql`with given as (select * from jsonb_to_recordset(${json}::jsonb) as row (id uuid, number integer, family uuid, parent uuid,
      attachments integer, path text, name text, kind text, size bigint, sha256 text, same text, date timestamptz, sender text,
      recipients text, copied text, subject text, message text, named jsonb, text text, pages integer, count integer, signature text,
      problem text, words text, more jsonb, fields text)),
    added as (insert into discovery_documents (id, collection_id, source_id, number, family_id, parent_id, attachments, path, name, kind,
        size, sha256, same_key, custodian, dated_at, sender, recipients, copied, subject, message_id, named, text, page_count,
        word_count, signature, problem)
      select id, ${collectionId}, ${id}, number, family, parent, attachments, path, name, kind, size, sha256, same, ${custodian}, date,
        sender, recipients, copied, subject, message, named, text, pages, count, decode(signature, 'hex'), problem from given)
    insert into discovery_words (document_id, collection_id, words, more, fields)
    select id, ${collectionId}, words::tsvector,
      case when jsonb_array_length(more) > 0 then array(select part::tsvector from jsonb_array_elements_text(more) as part) end,
      fields::tsvector from given`.execute(trx);
}
