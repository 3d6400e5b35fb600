/* Documents of a collection that are to be rows of a review of the same project. */
import { sql } from "kysely";
import { controlNumber } from "#core/discovery/discovery.ts";
import type { CollectedRows } from "#core/requests/reviews.ts";
import { reviewLimits } from "#core/review/review.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { seenCollections, seenFiles } from "../visible.ts";
import { idsFound } from "./search-documents.ts";

export type DocumentForReview = {
  id: string;
  number: string;
  title: string;
  text: string;
  /** The file of the project that it is; null if it was in an archive or a mailbox, or its file is gone. */
  fileId: string | null;
};

/** In the collection's order. */
export async function documentsForReview(
  me: Person,
  db: Db,
  { projectId, collected }: { projectId: string; collected: CollectedRows },
): Promise<DocumentForReview[]> {
  db = actAs(me, db);
  const { collectionId, query } = collected;
  const ids = query === undefined ? (collected.documentIds ?? []) : await idsFound(me, db, { collectionId, query });
  if (ids.length > reviewLimits.collectedAtOnce)
    throw problem(
      "bad-request",
      `These are ${ids.length.toLocaleString("en")} documents; at most ${reviewLimits.collectedAtOnce} can be added at once. Narrow the search, or select some.`,
    );
  type Row = Omit<DocumentForReview, "number"> & { number: number; prefix: string };
  const { rows } =
    await sql<Row>`select document.id, document.number, prefix, coalesce(nullif(subject, ''), document.name) as title, document.text,
      (select files.id from files where files.project_id = discovery_collections.project_id and files.sha256 = document.sha256
        and status = 'ready' and chat_id is null and ${seenFiles(me)} order by files.id limit 1) as "fileId"
    from discovery_documents as document join discovery_collections on discovery_collections.id = document.collection_id
    where document.collection_id = ${collectionId} and document.id = any (${[...ids]}::uuid[])
      and discovery_collections.project_id = ${projectId} and discovery_collections.removed_at is null and ${seenCollections(me)}
    order by document.number`.execute(db);
  if (rows.length === 0) throw problem("not-found");
  return rows.map(({ number, prefix, ...row }) => Object.assign(row, { number: controlNumber(prefix, number) }));
}
