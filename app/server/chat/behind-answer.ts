/* Background work after an answer: titles the chat and summarizes what no longer fits. */
import { contentOf } from "#core/chat/message.ts";
import type { RunEnd } from "../data/upkeep/run-log.ts";
import type { HistoryRow } from "../db/history-row.ts";
import { roomOf, unknownRoom } from "./answer.ts";
import { recorded } from "./request-record.ts";
import { titleByModel } from "./title.ts";
import type { Turn } from "./running-turn.ts";

/**
 * `before`: the conversation before the answer. Who stops an answer has often read what was wanted: the chat is named all
 * the same, from what arrived. A model that failed would not name it either.
 */
export function workBehind(turn: Turn, before: readonly HistoryRow[], status: RunEnd["status"]): void {
  if (turn.row.provider === "builtin" || (status !== "done" && status !== "stopped")) return;
  if (isToBeNamed(turn)) void nameChat(turn, before.find((one) => one.role === "user")?.content ?? "");
  if (status === "done") summarize(turn, before);
}

/** Done now so the next question doesn't have to wait. */
function summarize({ stet, me, run, row, reach, secrecy }: Turn, before: readonly HistoryRow[]): void {
  const { messageId: id, chatId } = run.identity;
  const { parts } = run.folded;
  const answer: HistoryRow = { id, role: "assistant", content: "", parts, attachments: [], editorSelection: null };
  stet.summaries.afterAnswer({
    me,
    chatId,
    rows: [...before, answer],
    room: roomOf(row) ?? unknownRoom,
    row,
    model: reach(secrecy),
    secrecy,
  });
}

/**
 * Retried in the next few turns if no title arrived in time, for example from a local model that
 * handles one request at a time.
 */
const lastNamedAt = 8;

function isToBeNamed({ begun }: Turn): boolean {
  return !begun.isNamed && begun.chatVersion <= lastNamedAt;
}

async function nameChat({ stet, me, run, reach, secrecy, row, sent }: Turn, question: string): Promise<void> {
  const { chatId } = run.identity;
  try {
    const conversation = { question, answer: contentOf(run.folded.parts) };
    const named = titleByModel(
      { model: reach(secrecy, (one) => recorded(one, sent, "title")), providerModel: row.providerModel },
      conversation,
    );
    // The answer's record may be stored by now; it is stored again, with this request.
    const title = await named.finally(() =>
      stet.sent.keep(run.identity, { provider: row.provider, model: row.providerModel }, sent),
    );
    if (title !== null && (await stet.turnGate.title(chatId, title))) stet.updates.publish(me.userId, { kind: "chat", chatId });
  } catch (error) {
    stet.log.warn({ chatId, err: error }, "a chat could not be named");
  }
}
