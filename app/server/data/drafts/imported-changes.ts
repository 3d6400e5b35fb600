/* A counterpart's changes in an imported file: rows of proposed_changes without an answer. */
import { sql } from "kysely";
import type { Decision, ImportedChange } from "#core/changes/imported-change.ts";
import type { Patch } from "#core/changes/patch.ts";
import type { Actor, Person, Server } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { actAs } from "../../db/acting.ts";
import type { Db, Trx } from "../../db/database.ts";
import { writtenDrafts, seenDrafts } from "../visible.ts";

const rowsAtOnce = 500;
const block = "imported";

/** In the transaction of the draft they belong to. */
export async function keepImportedChanges(me: Server, trx: Trx, draftId: string, changes: readonly Patch[]): Promise<void> {
  trx = actAs(me, trx);
  for (let from = 0; from < changes.length; from += rowsAtOnce) {
    const rows = changes.slice(from, from + rowsAtOnce).map((change, i) => ({
      id: uuidv7(),
      draft_id: draftId,
      block,
      place: from + i,
      state: "proposed" as const,
      patch: JSON.stringify(change),
      base_version: 1,
    }));
    await trx.insertInto("proposed_changes").values(rows).execute();
  }
}

export async function listImportedChanges(me: Actor, db: Db, draftId: string): Promise<ImportedChange[]> {
  db = actAs(me, db);
  const rows = await db
    .selectFrom("proposed_changes")
    .innerJoin("drafts", "drafts.id", "proposed_changes.draft_id")
    .select(["proposed_changes.id", "proposed_changes.patch", "proposed_changes.state"])
    .where("drafts.id", "=", draftId)
    .where("proposed_changes.message_id", "is", null)
    .where(seenDrafts(me))
    .orderBy("proposed_changes.place")
    .execute();
  return rows.map(({ id, patch, state }) => ({
    id,
    patch: patch as ImportedChange["patch"],
    decision: state === "applied" ? "accepted" : state === "rejected" ? "rejected" : null,
  }));
}

/** Null reverts a decision. */
export async function decideImportedChange(
  me: Person,
  db: Db,
  { draftId, changeId, decision }: { draftId: string; changeId: string; decision: Decision },
): Promise<void> {
  db = actAs(me, db);
  const state = decision === null ? "proposed" : decision === "accepted" ? "applied" : "rejected";
  const { numUpdatedRows } = await db
    .updateTable("proposed_changes")
    .set({ state, made_by: decision === null ? null : me.userId, updated_at: sql`now()` })
    .where("id", "=", changeId)
    .where("message_id", "is", null)
    .where("draft_id", "in", (query) =>
      query.selectFrom("drafts").select("drafts.id").where("drafts.id", "=", draftId).where(writtenDrafts(me)),
    )
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  const seen = await db.selectFrom("drafts").select("id").where("id", "=", draftId).where(seenDrafts(me)).executeTakeFirst();
  throw problem(seen === undefined ? "not-found" : "not-allowed");
}
