/* The Word file a draft was made from, which belongs to the draft. Its content is in the file store. */
import { sql } from "kysely";
import type { Actor, Server } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db, Trx } from "../../db/database.ts";
import { seenDrafts } from "../visible.ts";

export type DraftPackage = { key: string; name: string; size: number; sha256: string };
/** `anchors` as JSON text (core/document/package-anchors.ts). */
export type NewDraftPackage = DraftPackage & { anchors: string };

/** In the transaction of the draft. */
export async function keepDraftPackage(me: Server, trx: Trx, draftId: string, kept: NewDraftPackage): Promise<void> {
  trx = actAs(me, trx);
  await trx
    .insertInto("draft_packages")
    .values({ draft_id: draftId, ...kept })
    .execute();
}

/** Null if the draft was not made from a Word file. */
export async function getDraftPackage(me: Actor, db: Db, draftId: string): Promise<DraftPackage | null> {
  db = actAs(me, db);
  const row = await db
    .selectFrom("draft_packages")
    .innerJoin("drafts", "drafts.id", "draft_packages.draft_id")
    .select(["draft_packages.key", "draft_packages.name", "draft_packages.size", "draft_packages.sha256"])
    .where("drafts.id", "=", draftId)
    .where(seenDrafts(me))
    .executeTakeFirst();
  return row ?? null;
}

/** What is needed to write into the file: `anchors` and the document as it was imported, as JSON texts. */
export type ReceivedFile = { key: string; name: string; anchors: string; imported: string };

export async function getReceivedFile(me: Actor, db: Db, draftId: string): Promise<ReceivedFile | null> {
  db = actAs(me, db);
  const row = await db
    .selectFrom("draft_packages")
    .innerJoin("drafts", "drafts.id", "draft_packages.draft_id")
    .innerJoin("draft_versions", "draft_versions.draft_id", "drafts.id")
    .select(["draft_packages.key", "draft_packages.name", sql<string>`draft_packages.anchors::text`.as("anchors")])
    .select(sql<string>`draft_versions.document::text`.as("imported"))
    .where("drafts.id", "=", draftId)
    .where("draft_versions.version", "=", 1)
    .where("draft_versions.kind", "=", "import")
    .where(seenDrafts(me))
    .executeTakeFirst();
  return row ?? null;
}
