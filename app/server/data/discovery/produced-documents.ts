/*
 * The documents of a production: those that are to be drawn, and what was drawn of them. Some are stored together with
 * how far the production is, so a kill loses at most what was being drawn, and no number is given twice.
 */
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { kindWords } from "#core/discovery/discovery.ts";
import type { Numbering } from "#core/discovery/numbering.ts";
import type { ProducedFields, Treatment } from "#core/discovery/production.ts";
import type { FrozenRedaction } from "#core/discovery/redaction.ts";
import type { Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db } from "../../db/database.ts";
import { writtenCollections } from "../visible.ts";

export type ProductionToDraw = Numbering & { id: string; collectionId: string; projectId: string; documents: number; done: number };

/** With the next number. Null if it is deleted, and for those who may not change the collection any more. */
export async function productionToDraw(me: Person, db: Db, id: string): Promise<ProductionToDraw | null> {
  db = actAs(me, db);
  const { rows } = await sql<ProductionToDraw>`select production.id, collection_id as "collectionId", project_id as "projectId",
      production.prefix, width, first_number + pages as first, documents, done
    from discovery_productions as production join discovery_collections on discovery_collections.id = collection_id
    where production.id = ${id} and production.removed_at is null and discovery_collections.removed_at is null
      and ${writtenCollections(me)}`.execute(db);
  return rows[0] ?? null;
}

export type UndrawnDocument = {
  position: number;
  treatment: Treatment;
  text: string;
  redactions: FrozenRedaction[];
  /** What is redacted in the documents of its family, itself included. */
  passages: string[];
  fields: ProducedFields;
};

/** As many of the next as have this many characters together, but at least one. */
export async function nextUndrawn(
  me: Person,
  db: Db,
  { id, done }: Pick<ProductionToDraw, "id" | "done">,
  { most, characters }: { most: number; characters: number },
): Promise<UndrawnDocument[]> {
  db = actAs(me, db);
  type Row = Omit<UndrawnDocument, "fields" | "passages"> & Omit<ProducedFields, "type"> & { kind: string; familyId: string };
  const { rows } =
    await sql<Row>`select position, treatment, case when treatment = 'text' then document.text else '' end as text, redactions,
      family_id as "familyId", document.custodian, sender as "from", recipients as "to", copied as cc, subject, document.name, document.kind, document.sha256,
      coalesce(to_char(dated_at at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS'), '') as date
    from (select produced.*, sum(length(document.text)) over (order by position) - length(document.text) as before
      from (select * from discovery_produced_documents where production_id = ${id} and position > ${done}
        order by position limit ${most}) as produced
      join discovery_documents as document on document.id = document_id) as produced
    join discovery_documents as document on document.id = document_id
    where before < ${characters} order by position`.execute(db);
  const redacted = await passagesOf(db, id, [...new Set(rows.map(({ familyId }) => familyId))]);
  return rows.map(({ position, treatment, text, redactions, kind, familyId, ...fields }) => {
    const passages = redacted.get(familyId) ?? [];
    return { position, treatment, text, redactions, passages, fields: Object.assign(fields, { type: kindWords[kind] ?? kind }) };
  });
}

/** What is redacted in the production, by family. Places count UTF-16 units, as the database does not. */
async function passagesOf(db: BoundDb, productionId: string, families: readonly string[]): Promise<Map<string, string[]>> {
  type Row = { familyId: string; text: string; redactions: FrozenRedaction[] };
  const { rows } = await sql<Row>`select family_id as "familyId", text, redactions from discovery_produced_documents as produced
    join discovery_documents as document on document.id = document_id
    where production_id = ${productionId} and redactions <> '[]'
      and family_id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(families)}::jsonb))`.execute(db);
  const passages = new Map<string, Set<string>>();
  for (const { familyId, text, redactions } of rows) {
    const known = passages.get(familyId) ?? new Set();
    for (const { start, end } of redactions) known.add(text.slice(start, end));
    passages.set(familyId, known);
  }
  return new Map([...passages].map(([id, own]) => [id, [...own]]));
}

export type ToStore = {
  position: number;
  first: number;
  pages: number;
  fields: ProducedFields;
  pdf: Uint8Array;
  treatment?: Treatment;
};

/** False if another attempt has stored them: then nothing is stored. */
export async function storeDrawn(
  me: Person,
  db: Db,
  production: Pick<ProductionToDraw, "id" | "done">,
  drawn: readonly ToStore[],
): Promise<boolean> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const pages = drawn.reduce((sum, one) => sum + one.pages, 0);
    const { numUpdatedRows } = await trx
      .updateTable("discovery_productions")
      .set({ done: production.done + drawn.length, pages: sql<number>`pages + ${pages}` })
      .where("id", "=", production.id)
      .where("done", "=", production.done)
      .where("removed_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    for (const { position, first, pages: own, fields, pdf, treatment } of drawn)
      await trx
        .updateTable("discovery_produced_documents")
        .set({
          first_number: first,
          pages: own,
          fields: JSON.stringify(fields),
          pdf: Buffer.from(pdf),
          sha256: createHash("sha256").update(pdf).digest("hex"),
          ...(treatment !== undefined && { treatment }),
        })
        .where("production_id", "=", production.id)
        .where("position", "=", position)
        .execute();
    return true;
  });
}

export type ProducedDocument = {
  position: number;
  documentId: string;
  familyId: string;
  treatment: Treatment;
  redactions: FrozenRedaction[];
  first: number;
  pages: number;
  fields: ProducedFields;
  sha256: string;
};

/** In order. For callers that have checked that the person sees the collection. */
export async function listProduced(me: Person, db: Db, productionId: string): Promise<ProducedDocument[]> {
  db = actAs(me, db);
  const { rows } =
    await sql<ProducedDocument>`select position, document_id as "documentId", family_id as "familyId", treatment, redactions,
      first_number as first, produced.pages, fields, produced.sha256
    from discovery_produced_documents as produced join discovery_documents as document on document.id = document_id
    where production_id = ${productionId} and pdf is not null order by position`.execute(db);
  return rows;
}

const filesAtOnce = 25;

/** In order, some at a time. For callers that have checked that the person sees the collection. */
export async function* eachProducedFile(
  me: Person,
  db: Db,
  productionId: string,
): AsyncGenerator<{ first: number; pdf: Uint8Array }> {
  db = actAs(me, db);
  for (let after = 0, isMore = true; isMore;) {
    const { rows } = await sql<{ position: number; first: number; pdf: Uint8Array }>`select position, first_number as first, pdf
      from discovery_produced_documents where production_id = ${productionId} and position > ${after} and pdf is not null
      order by position limit ${filesAtOnce}`.execute(db);
    for (const { first, pdf } of rows) yield { first, pdf };
    after = rows.at(-1)?.position ?? after;
    isMore = rows.length === filesAtOnce;
  }
}
