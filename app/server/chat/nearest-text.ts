/*
 * The text of a chat that its last question is most likely about where no document is open: the
 * newest that was pasted, drafted or attached. A tool called without a text works on it.
 */
import { draftsIn } from "#core/chat/chat-texts.ts";
import type { HistoryRow } from "../db/history-row.ts";
import { partMessage } from "../models/builtin/subject.ts";
import type { SubjectInput } from "../tools/tool.ts";

type Row = Pick<HistoryRow, "role" | "content" | "parts" | "attachments">;

export function nearestText(rows: readonly Row[]): SubjectInput | null {
  for (const row of rows.toReversed()) {
    const found = row.role === "assistant" ? draftedIn(row) : givenIn(row);
    if (found !== null) return found;
  }
  return null;
}

function draftedIn({ parts }: Row): SubjectInput | null {
  const text = draftsIn(parts).at(-1)?.text ?? "";
  return text.trim() === "" ? null : { text };
}

function givenIn({ content, attachments }: Row): SubjectInput | null {
  const { text } = partMessage(content);
  if (text !== null) return { text };
  const attachment = attachments.at(-1)?.name;
  return attachment === undefined ? null : { attachment };
}
