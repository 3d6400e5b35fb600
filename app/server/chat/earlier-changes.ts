/*
 * Tells the model what became of the changes it proposed, one short line each, and how the chat's
 * texts read now. Otherwise it edits words that are gone or repeats rejected changes.
 */
import { writtenBlock } from "#core/changes/change-blocks.ts";
import { withTextsNow } from "#core/chat/chat-texts.ts";
import { normaliseNeedle } from "#core/law/quotation.ts";
import type { ChangeSummary, RefusalReason } from "#core/changes/proposed-change.ts";
import type { HistoryRow } from "../db/history-row.ts";
import { listEarlierChanges } from "../data/chats/chat-changes.ts";
import type { Person } from "#core/workspace/policy.ts";
import type { Db } from "../db/database.ts";

/** Only the newest are listed. */
const mostLines = 60;
const longestWords = 80;

export async function withEarlierChanges(me: Person, db: Db, chatId: string, rows: readonly HistoryRow[]): Promise<HistoryRow[]> {
  const at = rows.findLastIndex(({ role }) => role === "user");
  if (at < 0 || !rows.some(mayPropose)) return [...rows];
  const { changes, texts } = await listEarlierChanges(
    me,
    db,
    chatId,
    rows.map(({ id }) => id),
  );
  const now = new Map(texts.flatMap(({ name, text }) => (text === null ? [] : [[name, text] as const])));
  const current = now.size === 0 ? [...rows] : rows.map((row) => withTextsNow(row, now));
  const lines = earlierChangeLines(changes);
  return lines === "" ? current : current.with(at, { ...current[at]!, earlierChanges: lines });
}

/** A draft can be edited even if no change was proposed. */
function mayPropose({ role, parts }: HistoryRow): boolean {
  return (
    role === "assistant" &&
    parts.some((part) =>
      part.type === "tool-invocation"
        ? part.toolInvocation.toolName === "proposeChanges"
        : part.type === "text" && /\b(?:PATCH|DRAFT)\b/i.test(part.text),
    )
  );
}

/** In the order proposed. The occurrences of a replace-all change share one line. */
export function earlierChangeLines(changes: readonly ChangeSummary[]): string {
  const groups = new Map<string, ChangeSummary[]>();
  for (const change of changes) {
    if (change.block === writtenBlock || (change.patch ?? change.applied) === null) continue;
    const { original, replacement } = wordsOf(change);
    const isExpanded = /\.\d+$/.test(change.block);
    const key = isExpanded ? JSON.stringify([change.messageId, change.block, original, replacement]) : placeKey(change);
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  const lines = [...groups.values()].map(lineOf);
  const left = lines.length - mostLines;
  return (left > 0 ? [`(${left} older ones left out)`, ...lines.slice(left)] : lines).join("\n");
}

const placeKey = ({ messageId, block, place }: ChangeSummary) => `${messageId} ${block} ${place}`;

function wordsOf({ patch, applied }: ChangeSummary): { original: string; replacement: string } {
  return patch ?? applied!;
}

function lineOf(group: readonly ChangeSummary[]): string {
  const { original, replacement } = wordsOf(group[0]!);
  const change = `“${short(original)}” → “${short(replacement)}”`;
  const states = new Map<string, number>();
  for (const one of group) states.set(stateWords(one), (states.get(stateWords(one)) ?? 0) + 1);
  if (group.length === 1) return `- ${change}: ${stateWords(group[0]!)}`;
  const counts = [...states].map(([words, count]) => `${count} ${words}`);
  return `- ${change}, ${group.length} places: ${counts.join("; ")}`;
}

function short(words: string): string {
  const line = normaliseNeedle(words);
  return line.length <= longestWords ? line : `${line.slice(0, longestWords / 2)} … ${line.slice(-longestWords / 2)}`;
}

function stateWords({ state, reason, rejectReason }: ChangeSummary): string {
  switch (state) {
    case "applied":
      return "accepted";
    case "rejected":
      return rejectReason === null ? "rejected" : `rejected, because: ${rejectReason}`;
    case "reverted":
      return "taken back";
    case "gone":
      return "not decided, and its words have been edited since";
    case "refused":
      return `not made: ${reasonWords(reason)}`;
    case "proposed":
      return "not decided yet";
  }
}

function reasonWords(reason: RefusalReason | null): string {
  switch (reason) {
    case "several":
      return "its words are in the text more than once";
    case "context-differs":
      return "its words are there only beside other words";
    case "already-applied":
      return "the text already reads so";
    case "empty-original":
      return "it names no words";
    case "overlaps":
      return "it overlaps another";
    default:
      return "its words are not in the text";
  }
}
