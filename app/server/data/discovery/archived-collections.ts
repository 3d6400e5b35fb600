/* Collections as archives hold them: what was read, document by document. The files themselves are in the archive. */
import { sql } from "kysely";
import type { Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { ownProjects, seenCollections } from "../visible.ts";

export type CollectionToArchive = { id: string; name: string; organizationId: string | null; updatedAt: Date };

/** The collections of a project that this person sees; without one, those of all projects that are theirs, wherever they are. */
export async function listCollectionsToArchive(me: Person, db: Db, projectId?: string): Promise<CollectionToArchive[]> {
  return actAs(me, db)
    .selectFrom("discovery_collections")
    .innerJoin("projects", "projects.id", "discovery_collections.project_id")
    .select(["discovery_collections.id", "discovery_collections.name", "organization_id as organizationId"])
    .select("discovery_collections.updated_at as updatedAt")
    .where("discovery_collections.removed_at", "is", null)
    .where(seenCollections(me))
    .where(projectId === undefined ? ownProjects(me) : sql<boolean>`projects.id = ${projectId}`)
    .orderBy("discovery_collections.id")
    .execute();
}

const atOnce = 1000;
const codingAtOnce = 5000;

/** Who said what of which document, page by page. For callers that have checked that the person sees the collection. */
export async function* archivedCoding(me: Person, db: Db, collectionId: string): AsyncGenerator<Record<string, unknown>[]> {
  db = actAs(me, db);
  type Row = { id: string } & Record<string, unknown>;
  for (let after = "0", isMore = true; isMore;) {
    const { rows } = await sql<Row>`select discovery_coding_changes.id::text as id, operation_id as "operationId",
        document_id as "documentId", code, is_set as "isSet", "user".name as by,
        to_char(made_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
      from discovery_coding_changes left join "user" on "user".id = made_by
      where collection_id = ${collectionId} and discovery_coding_changes.id > ${after}::bigint
      order by discovery_coding_changes.id limit ${codingAtOnce}`.execute(db);
    if (rows.length > 0) yield rows;
    after = rows.at(-1)?.id ?? after;
    isMore = rows.length === codingAtOnce;
  }
}

/** Also those that were taken back, page by page. For callers that have checked that the person sees the collection. */
export async function* archivedRedactions(me: Person, db: Db, collectionId: string): AsyncGenerator<Record<string, unknown>[]> {
  db = actAs(me, db);
  type Row = { id: string } & Record<string, unknown>;
  const time = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  for (let after = "00000000-0000-0000-0000-000000000000", isMore = true; isMore;) {
    const { rows } =
      await sql<Row>`select redaction.id, operation_id as "operationId", document_id as "documentId", start_at as start,
        end_at as "end", reason, maker.name as by, ${time("made_at")} as at, remover.name as "removedBy",
        ${time("removed_at")} as "removedAt"
      from discovery_redactions as redaction left join "user" as maker on maker.id = made_by
      left join "user" as remover on remover.id = removed_by
      where collection_id = ${collectionId} and redaction.id > ${after} order by redaction.id limit ${codingAtOnce}`.execute(db);
    if (rows.length > 0) yield rows;
    after = rows.at(-1)?.id ?? after;
    isMore = rows.length === codingAtOnce;
  }
}

export type ArchivedDocument = { number: number; name: string; sha256: string } & Record<string, unknown>;

/** Page by page. For callers that have checked that the person sees the collection. */
export async function* archivedDocuments(me: Person, db: Db, collectionId: string): AsyncGenerator<ArchivedDocument[]> {
  db = actAs(me, db);
  for (let after = 0, isMore = true; isMore;) {
    const { rows } = await sql<ArchivedDocument>`select document.id, number, family_id as "familyId", parent_id as "parentId",
        source.name as source, path, document.name, kind, size::float8 as size, sha256, document.custodian,
        to_char(dated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as date, sender as "from", recipients as "to", copied as cc,
        subject, message_id as "messageId", page_count as "pageCount", problem, duplicate_of as "duplicateOf", thread_id as "threadId",
        near_id as "nearId", near_score as "nearScore",
        array(select code from discovery_codings where document_id = document.id order by code) as codes
      from discovery_documents as document join discovery_sources as source on source.id = source_id
      where document.collection_id = ${collectionId} and number > ${after} order by number limit ${atOnce}`.execute(db);
    if (rows.length > 0) yield rows;
    after = rows.at(-1)?.number ?? after;
    isMore = rows.length === atOnce;
  }
}
