/* The timeline of a draft: reading and naming versions, and recording which were sent. */
import { sql } from "kysely";
import type { Authorship } from "#core/authorship/authorship.ts";
import type { DraftVersion } from "#core/document/draft.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db } from "../../db/database.ts";
import { getDraftVersion, refusalOf } from "./drafts.ts";
import { writtenDrafts, seenDrafts } from "../visible.ts";

const versionsShown = 500;

/** Newest first. */
export async function listDraftVersions(me: Person, db: Db, draftId: string): Promise<DraftVersion[]> {
  db = actAs(me, db);
  await getDraftVersion(me, db, draftId);
  const rows = await db
    .selectFrom("draft_versions")
    .leftJoin("user", "user.id", "draft_versions.made_by")
    .select([
      "draft_versions.id",
      "version",
      "kind",
      "summary",
      "draft_versions.name",
      "words",
      "created_at",
      "updated_at",
      "sent_at",
    ])
    .select("user.name as made_by")
    .select(
      sql<DraftVersion["agent"]>`case when agent is not null then json_build_object('messageId', agent ->> 'messageId',
      'model', agent ->> 'model', 'changes', jsonb_array_length(agent -> 'changes'), 'isUndo', (agent ->> 'isUndo')::boolean) end`.as(
        "agent",
      ),
    )
    .where("draft_id", "=", draftId)
    .orderBy("version", "desc")
    .limit(versionsShown)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    kind: row.kind,
    summary: row.summary,
    name: row.name,
    words: row.words,
    agent: row.agent,
    madeBy: row.made_by,
    sentAt: row.sent_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }));
}

/** `document` as JSON text. */
export async function getVersionDocument(
  me: Person,
  db: Db,
  at: { draftId: string; versionId: string },
): Promise<{ document: string; authorship: Authorship | null }> {
  db = actAs(me, db);
  const row = await db
    .selectFrom("draft_versions")
    .innerJoin("drafts", "drafts.id", "draft_versions.draft_id")
    .select([sql<string>`draft_versions.document::text`.as("document"), "draft_versions.authorship"])
    .where("draft_versions.id", "=", at.versionId)
    .where("drafts.id", "=", at.draftId)
    .where(seenDrafts(me))
    .executeTakeFirst();
  if (row === undefined) throw problem("not-found");
  return { document: row.document, authorship: row.authorship as Authorship | null };
}

/** The newest version was saved as a file to send; further typing starts another entry. An existing name is kept. */
export async function noteDraftSent(me: Person, db: Db, at: { draftId: string; version: number; name: string }): Promise<void> {
  db = actAs(me, db);
  const own = (query: BoundDb) => query.selectFrom("drafts").select("id").where("id", "=", at.draftId).where(writtenDrafts(me));
  await db
    .updateTable("draft_versions")
    .set({ name: sql`coalesce(name, ${at.name})`, sent_at: sql<Date>`now()` })
    .where("version", "=", at.version)
    .where("draft_id", "in", own(db))
    .execute();
}

export async function nameDraftVersion(
  me: Person,
  db: Db,
  at: { draftId: string; versionId: string; name: string | null },
): Promise<void> {
  db = actAs(me, db);
  const own = (query: BoundDb) => query.selectFrom("drafts").select("id").where("id", "=", at.draftId).where(writtenDrafts(me));
  const { numUpdatedRows } = await db
    .updateTable("draft_versions")
    .set({ name: at.name })
    .where("id", "=", at.versionId)
    .where("draft_id", "in", own(db))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw await refusalOf(me, db, at.draftId);
}
