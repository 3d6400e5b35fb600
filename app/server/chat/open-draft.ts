/*
 * The draft next to a chat, reread for every answer so that a repeated question uses the current
 * text. Only the last question includes it.
 */
import type { Person } from "#core/workspace/policy.ts";
import { getDraftAsText } from "../data/drafts/drafts.ts";
import type { HistoryRow } from "../db/history-row.ts";
import type { Db } from "../db/database.ts";
import { longWork } from "../long-work/long-work.ts";
import type { OpenDraft } from "./open-draft-text.ts";

/** `synced`: the text an editor sent, for a question without a draft. */
export async function withOpenDraft(
  me: Person,
  db: Db,
  { chatId, synced }: { chatId: string; synced: string | null },
  rows: readonly HistoryRow[],
): Promise<HistoryRow[]> {
  const at = rows.findLastIndex((row) => row.role === "user");
  const draftId = rows[at]?.draftContext?.draftId;
  const openDraft = await (draftId === undefined ? syncedDraft(me, synced) : readDraft(me, db, draftId, chatId));
  return openDraft === null ? [...rows] : rows.with(at, { ...rows[at]!, openDraft });
}

async function syncedDraft(me: Person, content: string | null): Promise<OpenDraft | null> {
  if (content === null) return null;
  const source = { kind: "markdown" as const, text: content };
  return longWork(me, "openDraft", { name: "the document of this chat", source });
}

/** Null if it is gone, not visible to the person, or in another project than the chat: the question is sent without it. */
async function readDraft(me: Person, db: Db, draftId: string, chatId: string): Promise<OpenDraft | null> {
  try {
    const { name, document } = await getDraftAsText(me, db, draftId, chatId);
    return await longWork(me, "openDraft", { name, source: { kind: "document", text: document } });
  } catch (error) {
    if (error instanceof Response && error.status !== 413) return null;
    throw error;
  }
}
