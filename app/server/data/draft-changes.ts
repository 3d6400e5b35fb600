/* What became of the changes that answers proposed for a draft and of what they wrote into it, each kept so that it can be taken back. */
import { sql } from "kysely";
import { writtenBlock, type ChangeNote, type ChangePlace, type ChangeSummary, type MadeChange } from "#core/draft-change.ts";
import type { AppliedPatch } from "#core/patch.ts";
import type { Actor, Person } from "#core/policy.ts";
import { problem } from "#core/problem.ts";
import { uuidv7 } from "#core/uuid.ts";
import type { Db } from "../db/database.ts";
import { ownDrafts, seenDrafts } from "./visible.ts";

/** In the order in which they were made. */
export async function listDraftChanges(me: Actor, db: Db, draftId: string): Promise<ChangeSummary[]> {
  const rows = await db
    .selectFrom("draft_changes")
    .innerJoin("drafts", "drafts.id", "draft_changes.draft_id")
    .select(["message_id", "block", "place", "state"])
    .select([
      sql<AppliedPatch | null>`case when block = ${writtenBlock} then null else draft_changes.change -> 'applied' end`.as(
        "applied",
      ),
      sql<number>`coalesce((draft_changes.change ->> 'added')::int, 0)`.as("added"),
      sql<number>`coalesce((draft_changes.change ->> 'deleted')::int, 0)`.as("deleted"),
    ])
    .where("drafts.id", "=", draftId)
    .where(seenDrafts(me))
    .orderBy("draft_changes.id")
    .execute();
  return rows.map(({ message_id: messageId, ...row }) => Object.assign(row, { messageId }));
}

export async function getDraftChange(me: Actor, db: Db, at: ChangePlace & { draftId: string }): Promise<MadeChange> {
  const row = await db
    .selectFrom("draft_changes")
    .innerJoin("drafts", "drafts.id", "draft_changes.draft_id")
    .select("draft_changes.change")
    .where("drafts.id", "=", at.draftId)
    .where("message_id", "=", at.messageId)
    .where("block", "=", at.block)
    .where("place", "=", at.place)
    .where(seenDrafts(me))
    .executeTakeFirst();
  if (!row?.change) throw problem("not-found");
  return row.change as MadeChange;
}

export async function keepDraftChange(me: Person, db: Db, draftId: string, note: ChangeNote): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const draft = await trx.selectFrom("drafts").select("id").where("id", "=", draftId).where(ownDrafts(me)).executeTakeFirst();
    if (draft === undefined) {
      const seen = await trx.selectFrom("drafts").select("id").where("id", "=", draftId).where(seenDrafts(me)).executeTakeFirst();
      throw problem(seen === undefined ? "not-found" : "not-allowed");
    }
    const { messageId, block, place, state, change } = note;
    if (state === null) {
      await trx
        .deleteFrom("draft_changes")
        .where("draft_id", "=", draftId)
        .where("message_id", "=", messageId)
        .where("block", "=", block)
        .where("place", "=", place)
        .execute();
      return;
    }
    const known = { state, made_by: me.userId, ...(change && { change: JSON.stringify(change) }) };
    await trx
      .insertInto("draft_changes")
      .values({ id: uuidv7(), draft_id: draftId, message_id: messageId, block, place, ...known })
      .onConflict((conflict) =>
        conflict.columns(["draft_id", "message_id", "block", "place"]).doUpdateSet({ ...known, updated_at: sql`now()` }),
      )
      .execute();
  });
}
