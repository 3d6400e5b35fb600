/*
 * Words of documents that are not shown to others. One choice may mark the same words in several places, also of other
 * documents; all of them are stored together, with who made them and when, and can be taken back and made again.
 */
import { sql } from "kysely";
import {
  headEnd,
  isWithin,
  placesOfWords,
  redactionLimits,
  wholeWords,
  type Redaction,
  type RedactionReason,
  type TextPlace,
} from "#core/discovery/redaction.ts";
import type { RedactionChange, RedactionRequest } from "#core/requests/discovery.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db, Trx } from "../../db/database.ts";
import { heldCollection } from "./held-collection.ts";

export type Redacted = { redactions: number; documents: number };

/** What is marked already for the same reason is not marked again. */
export async function redactWords(me: Person, db: Db, collectionId: string, asked: RedactionRequest): Promise<Redacted> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    await heldCollection(me, trx, collectionId);
    const marked = await textOf(trx, collectionId, asked.documentId);
    const place = wholeWords(marked.text, asked);
    if (place === null) throw problem("bad-request", "Select some words of the document.");
    const others = asked.scope === "family" ? await relatives(trx, collectionId, asked.documentId) : [];
    const phrase = marked.text.slice(place.start, place.end);
    const own = placesIn(marked, place, asked.scope !== "here");
    const rows: NewRow[] = own.map(({ start, end }) => ({ start, end, documentId: asked.documentId }));
    for (const other of others) for (const one of placesOfWords(other.text, phrase)) rows.push({ ...one, documentId: other.id });
    if (rows.length > redactionLimits.atOnce)
      throw problem("bad-request", `These words stand in more than ${redactionLimits.atOnce.toLocaleString("en")} places.`);
    return storeNew(me, trx, { ...asked, collectionId, rows });
  });
}

type Text = { id: string; kind: string; subject: string; text: string };
type NewRow = TextPlace & { documentId: string };

async function textOf(trx: BoundDb, collectionId: string, documentId: string): Promise<Text> {
  const found = trx.selectFrom("discovery_documents").select(["id", "kind", "subject", "text"]).where("id", "=", documentId);
  const row = await found.where("collection_id", "=", collectionId).executeTakeFirst();
  if (row === undefined) throw problem("not-found");
  return row;
}

/** The subject and the people of an email are repeated at the head of its text: no word is left there. */
function placesIn(document: Text, place: TextPlace, isEverywhere: boolean): TextPlace[] {
  const phrase = document.text.slice(place.start, place.end);
  const head = headEnd(document);
  const same = placesOfWords(document.text, phrase).filter(({ end }) => isEverywhere || end <= head);
  return [place, ...same.filter((one) => !isWithin(one, place))];
}

const tooManyRelatives = `Its family and their duplicates are more than ${redactionLimits.relatives.toLocaleString("en")} documents. Redact the words in each of them.`;

/** Its family, its exact duplicates, and those of each. */
async function relatives(trx: BoundDb, collectionId: string, documentId: string): Promise<Text[]> {
  const { rows } = await sql<Text>`with family as (select relative.id, relative.duplicate_of from discovery_documents as relative
        join discovery_documents as own on own.family_id = relative.family_id where own.id = ${documentId})
      select id, kind, subject, text from discovery_documents where collection_id = ${collectionId} and id <> ${documentId}
        and (id in (select id from family) or duplicate_of in (select duplicate_of from family where duplicate_of is not null))
      order by number limit ${redactionLimits.relatives + 1}`.execute(trx);
  if (rows.length > redactionLimits.relatives) throw problem("bad-request", tooManyRelatives);
  return rows;
}

type ToStore = { collectionId: string; operationId: string; reason: RedactionReason; rows: readonly NewRow[] };

async function storeNew(me: Person, trx: Trx, { collectionId, operationId, reason, rows }: ToStore): Promise<Redacted> {
  trx = actAs(me, trx);
  const given = rows.map((row) => Object.assign(row, { id: uuidv7() }));
  await sql`insert into discovery_redactions (id, collection_id, document_id, operation_id, start_at, end_at, reason, made_by)
    select given.id, ${collectionId}, "documentId", ${operationId}, start, "end", ${reason}, ${me.userId}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (id uuid, "documentId" uuid, start integer, "end" integer)
    where not exists (select 1 from discovery_redactions as known where known.document_id = "documentId" and known.reason = ${reason}
      and known.removed_at is null and known.start_at <= start and known.end_at >= "end")
    on conflict do nothing`.execute(trx);
  const { rows: made } = await sql<Redacted>`select count(*)::int as redactions, count(distinct document_id)::int as documents
    from discovery_redactions where operation_id = ${operationId} and collection_id = ${collectionId}`.execute(trx);
  return made[0]!;
}

/** Takes redactions back, or makes them again. Returns how many changed. */
export async function changeRedactions(
  me: Person,
  db: Db,
  collectionId: string,
  { id, operationId, isRemoved }: RedactionChange,
): Promise<number> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    await heldCollection(me, trx, collectionId);
    const { numUpdatedRows } = await trx
      .updateTable("discovery_redactions")
      .set({ removed_at: isRemoved ? sql<Date>`now()` : null, removed_by: isRemoved ? me.userId : null })
      .where("collection_id", "=", collectionId)
      .where(id === undefined ? sql<boolean>`operation_id = ${operationId}` : sql<boolean>`id = ${id}`)
      .where("removed_at", isRemoved ? "is" : "is not", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw problem("nothing-to-undo");
    return Number(numUpdatedRows);
  });
}

/** In the order of the text. For callers that have checked that the person sees the document. */
export async function redactionsOf(me: Person, db: Db, documentId: string): Promise<Redaction[]> {
  db = actAs(me, db);
  type Row = Omit<Redaction, "at"> & { at: Date };
  const { rows } =
    await sql<Row>`select discovery_redactions.id, start_at as start, end_at as "end", reason, "user".name as by, made_at as at
    from discovery_redactions left join "user" on "user".id = made_by
    where document_id = ${documentId} and removed_at is null order by start_at, end_at, discovery_redactions.id`.execute(db);
  return rows.map(({ at, ...row }) => Object.assign(row, { at: at.toISOString() }));
}
