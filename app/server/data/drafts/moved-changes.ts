/*
 * Keeps open changes at their places while their text changes, as described in core/changes/moved-patches.ts.
 */
import { sql } from "kysely";
import { isDraftText } from "#core/chat/text-names.ts";
import { markdownWords } from "#core/text/markdown-words.ts";
import type { Patch } from "#core/changes/patch.ts";
import { theServer, type Actor, type Server } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db, Trx } from "../../db/database.ts";
import { changesMoved, type PlacedChange, type SavedDraft } from "../../long-work/draft-tasks.ts";

type Row = { id: string; state: string; patch: unknown };

function placedOf({ id, state, patch }: Row): PlacedChange[] {
  const known = patch as Patch;
  return known.place === undefined ? [] : [{ id, patch: known, isGone: state === "gone" }];
}

/** Open changes of a draft that have, or had, a position in the text. */
export async function placedChanges(me: Server, db: Db | Trx, draftId: string): Promise<PlacedChange[]> {
  db = actAs(me, db);
  const rows = await db
    .selectFrom("proposed_changes")
    .select(["id", "state", "patch"])
    .where("draft_id", "=", draftId)
    .where("state", "in", ["proposed", "gone"])
    .where("patch", "is not", null)
    .orderBy("id")
    .execute();
  return rows.flatMap(placedOf);
}

/** In the same transaction as their text. What was decided in between stays decided. */
export async function writeChangePlaces(me: Server, trx: Trx, moved: SavedDraft["changes"]): Promise<void> {
  trx = actAs(me, trx);
  if (moved.length === 0) return;
  await sql`update proposed_changes set patch = given.change::jsonb, state = given.state
    from json_to_recordset(${JSON.stringify(moved)}::json) as given (id uuid, state text, change text)
    where proposed_changes.id = given.id and proposed_changes.state in ('proposed', 'gone')`.execute(trx);
}

type ChatTextMoved = { chatId: string; name: string; before: string; after: string };

/** The changes of one text of a chat. In a Markdown draft, positions refer to the rendered text. */
export async function moveChatChanges(me: Actor, trx: Trx, { chatId, name, before, after }: ChatTextMoved): Promise<void> {
  trx = actAs(me, trx);
  const rows = await trx
    .selectFrom("proposed_changes")
    .select(["id", "state", "patch"])
    .where("chat_id", "=", chatId)
    .where("text_name", "=", name)
    .where("state", "in", ["proposed", "gone"])
    .where("patch", "is not", null)
    .execute();
  const placed = rows.flatMap(placedOf);
  if (placed.length === 0) return;
  const shown = (text: string) => (isDraftText(name) ? markdownWords(text).text : text);
  await writeChangePlaces(theServer, trx, changesMoved(shown(before), shown(after), placed));
}
