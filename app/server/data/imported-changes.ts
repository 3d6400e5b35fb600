/* What a counterpart changed in a file that became a draft: kept until it is accepted or rejected, and after that for the record. */
import { sql } from "kysely";
import type { Decision, ImportedChange } from "#core/imported-change.ts";
import type { Patch } from "#core/patch.ts";
import type { Actor, Person, Server } from "#core/policy.ts";
import { problem } from "#core/problem.ts";
import { uuidv7 } from "#core/uuid.ts";
import type { Db, Trx } from "../db/database.ts";
import type { PlacedChange, SavedDraft } from "../long-work/draft-tasks.ts";
import { ownDrafts, seenDrafts } from "./visible.ts";

const rowsAtOnce = 500;

/** With the draft that they belong to, in its transaction. */
export async function keepImportedChanges(_me: Server, trx: Trx, draftId: string, changes: readonly Patch[]): Promise<void> {
  for (let from = 0; from < changes.length; from += rowsAtOnce) {
    const rows = changes.slice(from, from + rowsAtOnce).map((change, i) => ({
      id: uuidv7(),
      draft_id: draftId,
      place: from + i,
      change: JSON.stringify(change),
    }));
    await trx.insertInto("imported_changes").values(rows).execute();
  }
}

export async function listImportedChanges(me: Actor, db: Db, draftId: string): Promise<ImportedChange[]> {
  const rows = await db
    .selectFrom("imported_changes")
    .innerJoin("drafts", "drafts.id", "imported_changes.draft_id")
    .select(["imported_changes.id", "imported_changes.change", "imported_changes.decision"])
    .where("drafts.id", "=", draftId)
    .where(seenDrafts(me))
    .orderBy("imported_changes.place")
    .execute();
  return rows.map(({ id, change, decision }) => ({ id, patch: change as ImportedChange["patch"], decision }));
}

/** What is open and has a place in the text. */
export async function placedChanges(_me: Server, db: Db | Trx, draftId: string): Promise<PlacedChange[]> {
  const rows = await db
    .selectFrom("imported_changes")
    .select(["id", "change"])
    .where("draft_id", "=", draftId)
    .where("decision", "is", null)
    .orderBy("place")
    .execute();
  return rows.flatMap(({ id, change }) => {
    const patch = change as ImportedChange["patch"];
    return patch.place === undefined ? [] : [{ id, patch }];
  });
}

/** With the document in which they stand so, in the same transaction. */
export async function writeChangePlaces(_me: Server, trx: Trx, moved: SavedDraft["changes"]): Promise<void> {
  if (moved.length === 0) return;
  await sql`update imported_changes set change = given.change::jsonb
    from json_to_recordset(${JSON.stringify(moved)}::json) as given (id uuid, change text)
    where imported_changes.id = given.id`.execute(trx);
}

/** Null takes a decision back. */
export async function decideImportedChange(
  me: Person,
  db: Db,
  { draftId, changeId, decision }: { draftId: string; changeId: string; decision: Decision },
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("imported_changes")
    .set({ decision, decided_at: decision === null ? null : sql`now()` })
    .where("id", "=", changeId)
    .where("draft_id", "in", (query) =>
      query.selectFrom("drafts").select("drafts.id").where("drafts.id", "=", draftId).where(ownDrafts(me)),
    )
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  const seen = await db.selectFrom("drafts").select("id").where("id", "=", draftId).where(seenDrafts(me)).executeTakeFirst();
  throw problem(seen === undefined ? "not-found" : "not-allowed");
}
