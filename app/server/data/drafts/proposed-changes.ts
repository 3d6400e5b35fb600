/*
 * The states of changes proposed by answers: one row each, in the draft or in the chat that has the text. The card, the
 * mark in the text and the next request's briefing all read these rows.
 */
import { sql } from "kysely";
import { agentBlock } from "#core/changes/change-blocks.ts";
import type { ChangeNote, LocatedAgain, AppliedChangeRow } from "#core/requests/changes.ts";
import type { ChangePlace } from "#core/changes/proposed-change.ts";
import type { ChangeSummary } from "#core/changes/proposed-change.ts";
import type { Patch } from "#core/changes/patch.ts";
import type { Range } from "#core/law/quotation.ts";
import type { Actor, Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { summaryColumns, summaryOf } from "../../db/change-row.ts";
import { actAs } from "../../db/acting.ts";
import type { Db, Trx } from "../../db/database.ts";
import { ownChats, seenDrafts, writtenDrafts } from "../visible.ts";

export type ChangeHome = { draft_id: string; chat_id?: never } | { chat_id: string; draft_id?: never };

/** A proposed change, located or not. */
export type ProposedChange = ChangePlace & {
  state: "proposed" | "refused";
  reason: ChangeSummary["reason"];
  patch: Patch;
  baseVersion: number | null;
  textName: string | null;
};

/** In the order they were made. */
export async function listDraftChanges(me: Actor, db: Db, draftId: string): Promise<ChangeSummary[]> {
  db = actAs(me, db);
  const rows = await db
    .selectFrom("proposed_changes")
    .innerJoin("drafts", "drafts.id", "proposed_changes.draft_id")
    .select([...summaryColumns, isOwnAnswer(me).as("isOwn")])
    .where("drafts.id", "=", draftId)
    .where("proposed_changes.message_id", "is not", null)
    .where(seenDrafts(me))
    .orderBy("proposed_changes.id")
    .execute();
  return rows.map(summaryOf);
}

/**
 * Whether a change comes from an answer that is shown in a chat of the reader's own, on the table `proposed_changes`.
 * An agent's changes are kept under the answer in which its work began, also when another continues it.
 */
export function isOwnAnswer(me: Actor) {
  const continued = sql`proposed_changes.block = ${agentBlock} and exists (select 1 from messages shown
    where shown.chat_id = messages.chat_id and shown.parent_id = messages.parent_id and shown.role = messages.role
      and shown.removed_by is null and shown.seq > messages.seq
      and not exists (select 1 from messages earlier join operations on operations.id = earlier.removed_by
        where earlier.chat_id = messages.chat_id and earlier.parent_id = messages.parent_id and earlier.role = messages.role
          and earlier.seq >= messages.seq and earlier.seq < shown.seq and operations.kind <> 'continue'))`;
  return sql<boolean>`exists (select 1 from messages join chats on chats.id = messages.chat_id
    where messages.id = proposed_changes.message_id and (messages.removed_by is null or (${continued})) and ${ownChats(me)})`;
}

/** Undecided changes in a draft, except one agent's own. */
export async function listPending(
  me: Actor,
  db: Db,
  { draftId, work }: { draftId: string; work: string },
): Promise<{ original: string; replacement: string; place: Range }[]> {
  db = actAs(me, db);
  const rows = await db
    .selectFrom("proposed_changes")
    .innerJoin("drafts", "drafts.id", "proposed_changes.draft_id")
    .select("proposed_changes.patch")
    .where("drafts.id", "=", draftId)
    .where("proposed_changes.state", "=", "proposed")
    .where("proposed_changes.patch", "is not", null)
    .where("proposed_changes.message_id", "is distinct from", work)
    .where(seenDrafts(me))
    .orderBy("proposed_changes.id")
    .execute();
  return rows.flatMap(({ patch }) => {
    const { original, replacement, place } = patch as Patch;
    return place ? [{ original, replacement, place: { start: place.start, end: place.end } }] : [];
  });
}

export async function getDraftChange(me: Actor, db: Db, at: ChangePlace & { draftId: string }): Promise<AppliedChangeRow> {
  db = actAs(me, db);
  const row = await db
    .selectFrom("proposed_changes")
    .innerJoin("drafts", "drafts.id", "proposed_changes.draft_id")
    .select("proposed_changes.change")
    .where("drafts.id", "=", at.draftId)
    .where("message_id", "=", at.messageId)
    .where("block", "=", at.block)
    .where("place", "=", at.place)
    .where(seenDrafts(me))
    .executeTakeFirst();
  if (!row?.change) throw problem("not-found");
  return row.change as AppliedChangeRow;
}

export async function keepDraftChange(me: Person, db: Db, draftId: string, note: ChangeNote): Promise<void> {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    const draft = await trx.selectFrom("drafts").select("id").where("id", "=", draftId).where(writtenDrafts(me)).executeTakeFirst();
    if (draft === undefined) {
      const seen = await trx.selectFrom("drafts").select("id").where("id", "=", draftId).where(seenDrafts(me)).executeTakeFirst();
      throw problem(seen === undefined ? "not-found" : "not-allowed");
    }
    await decideChange(me, trx, { draft_id: draftId }, note);
  });
}

type Decision = ChangePlace & {
  state: ChangeNote["state"];
  change?: unknown;
  located?: LocatedAgain | undefined;
  rejectReason?: string | undefined;
};

/** The caller has checked permissions. */
export async function decideChange(me: Person, trx: Trx, home: ChangeHome, note: Decision): Promise<void> {
  trx = actAs(me, trx);
  const { messageId, block, place, state, change, located, rejectReason } = note;
  const column = home.draft_id === undefined ? "chat_id" : "draft_id";
  const owner = home.draft_id ?? home.chat_id!;
  if (state === null) {
    // Reopened: its old position refers to another text. Rows from before proposals were stored hold nothing but the
    // new one.
    const again = sql`patch - 'place' || ${JSON.stringify(located ?? {})}::jsonb`;
    await trx
      .updateTable("proposed_changes")
      .set({ state: "proposed", change: null, made_by: null, reject_reason: null, updated_at: sql`now()`, patch: again as never })
      .where(column, "=", owner)
      .where("message_id", "=", messageId)
      .where("block", "=", block)
      .where("place", "=", place)
      .execute();
    await trx
      .deleteFrom("proposed_changes")
      .where(column, "=", owner)
      .where("message_id", "=", messageId)
      .where("block", "=", block)
      .where("place", "=", place)
      .where("patch", "is", null)
      .execute();
    return;
  }
  const why = (state === "rejected" && rejectReason) || null;
  const known = { state, made_by: me.userId, reject_reason: why, ...(change !== undefined && { change: JSON.stringify(change) }) };
  await trx
    .insertInto("proposed_changes")
    .values({ id: uuidv7(), ...home, message_id: messageId, block, place, ...known })
    .onConflict((conflict) =>
      conflict
        .columns(["draft_id", "chat_id", "message_id", "block", "place"])
        .doUpdateSet({ ...known, reason: null, updated_at: sql`now()` }),
    )
    .execute();
}

/** A statement takes at most 65,535 values. */
const rowsAtOnce = 500;

/** Stores an answer's proposals when it has ended. The state of changes already stored is kept. */
export async function keepProposed(me: Person, db: Db, home: ChangeHome, changes: readonly ProposedChange[]): Promise<void> {
  db = actAs(me, db);
  const rows = changes.map(({ messageId, block, place, state, reason, patch, baseVersion, textName }) => ({
    id: uuidv7(),
    ...home,
    message_id: messageId,
    block,
    place,
    state,
    reason,
    patch: JSON.stringify(patch),
    base_version: baseVersion,
    text_name: textName,
  }));
  if (rows.length === 0) return;
  await db.transaction().execute(async (trx) => {
    if (home.draft_id !== undefined && !(await isOwnDraft(me, trx, home.draft_id))) return;
    for (let from = 0; from < rows.length; from += rowsAtOnce)
      await trx
        .insertInto("proposed_changes")
        .values(rows.slice(from, from + rowsAtOnce))
        .onConflict((conflict) =>
          conflict
            .columns(["draft_id", "chat_id", "message_id", "block", "place"])
            .doUpdateSet((row) => ({ patch: row.ref("excluded.patch"), base_version: row.ref("excluded.base_version") }))
            .where("proposed_changes.patch", "is", null),
        )
        .execute();
  });
}

async function isOwnDraft(me: Person, trx: Trx, draftId: string): Promise<boolean> {
  return (
    (await trx.selectFrom("drafts").select("id").where("id", "=", draftId).where(writtenDrafts(me)).executeTakeFirst()) !==
    undefined
  );
}
