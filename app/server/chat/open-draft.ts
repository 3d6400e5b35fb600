/*
 * The draft beside a chat, read anew for every answer: a question asked again
 * is answered from the text as it stands now. Only the last question brings it.
 */
import { outlineText } from "#core/document-text.ts";
import { storedDocument } from "#core/document-repair.ts";
import { markdownToDocument } from "#core/markdown-to-document.ts";
import type { Person } from "#core/policy.ts";
import { documentFacts } from "../briefing/document-facts.ts";
import type { DocumentFacts } from "../briefing/turn-facts.ts";
import { getDraft } from "../data/drafts.ts";
import type { HistoryRow } from "../data/messages.ts";
import type { Db } from "../db/database.ts";

/** The caret and the passages are those of the question; name and text are the draft's. */
export type OpenDraft = { name: string; text: string; facts: DocumentFacts };

/** More than this no model reads; the end is left out, and it is said. */
const textMax = 600_000;

/** `synced`: what an editor has handed over, for a question that is asked without a draft. */
export async function withOpenDraft(me: Person, db: Db, synced: string | null, rows: readonly HistoryRow[]): Promise<HistoryRow[]> {
  const at = rows.findLastIndex((row) => row.role === "user");
  const draftId = rows[at]?.draftContext?.draftId;
  const openDraft = draftId === undefined ? syncedDraft(synced) : await readDraft(me, db, draftId);
  return openDraft === null ? [...rows] : rows.with(at, { ...rows[at]!, openDraft });
}

function syncedDraft(content: string | null): OpenDraft | null {
  if (content === null) return null;
  const name = "the document of this chat";
  const text = content.slice(0, textMax);
  return { name, text, facts: documentFacts(name, markdownToDocument(text)) };
}

/** Null when it is gone, or no longer the reader's to see: then the question stands alone. */
async function readDraft(me: Person, db: Db, draftId: string): Promise<OpenDraft | null> {
  try {
    const draft = await getDraft(me, db, draftId);
    const document = storedDocument(draft.document);
    const text = outlineText(document, { marksHeadings: true });
    const { name } = draft;
    const facts = documentFacts(name, document);
    return {
      name,
      facts,
      text:
        text.length > textMax
          ? `${text.slice(0, textMax)}
[The rest is left out.]`
          : text,
    };
  } catch (error) {
    if (error instanceof Response) return null;
    throw error;
  }
}
