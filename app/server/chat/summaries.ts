/*
 * Summarizes a chat's oldest messages in the background after an answer, so that the next question
 * needn't wait. If that fails, the oldest messages are dropped once they don't fit, the reason is
 * stored for the person to see, and the next answer retries.
 */
import { smallModelFor, type ModelRow } from "#core/models/models.ts";
import { modelAccess } from "#core/models/model-access.ts";
import { theServer, type Person } from "#core/workspace/policy.ts";
import { findSummary, keepSummary } from "../data/chats/chat-summaries.ts";
import type { HistoryRow } from "../db/history-row.ts";
import { countTokens } from "../data/accounts/plan-usage.ts";
import type { Db } from "../db/database.ts";
import type { Log } from "../log.ts";
import type { Models } from "../models/index.ts";
import type { Secrecy } from "../models/secrecy.ts";
import type { Model } from "../models/model.ts";
import type { HistorySummary } from "./history.ts";
import { isNearlyFull, rowsToSummarize, summarizeByModel } from "./summarize.ts";
import type { Updates } from "./updates.ts";

type Answered = {
  me: Person;
  chatId: string;
  rows: readonly HistoryRow[];
  room: number;
  row: ModelRow;
  model: Model;
  secrecy: Secrecy;
};
type By = { row: ModelRow; model: Model };

export type Summaries = {
  /** The summary that replaces the oldest rows; null while all of them fit. */
  of(me: Person, chatId: string, rows: readonly HistoryRow[], room: number): Promise<HistorySummary | null>;
  /** `rows` includes the answer. Returns immediately. */
  afterAnswer(answered: Answered): void;
  close(): Promise<void>;
};

type Given = { db: Db; log: Log; models: Pick<Models, "find">; updates: Pick<Updates, "publish"> };

export function createSummaries({ db, log, models, updates }: Given): Summaries {
  const pending = new Map<string, Promise<void>>();
  const stopping = new AbortController();

  async function summarize({ me, chatId, rows, room, ...own }: Answered): Promise<void> {
    const before = await findSummary(me, db, chatId, rows);
    const count = rowsToSummarize(rows, room, before);
    if (count === 0) return;
    const { row, model } = await smallerThan(me, own);
    const by = { model, providerModel: row.providerModel, contextWindow: row.contextWindow };
    const fresh = rows.slice(before?.messages ?? 0, count);
    const { made, usage } = await summarizeByModel(by, before?.text ?? null, fresh, stopping.signal);
    if (stopping.signal.aborted) return;
    await countTokens(me, db, { usage, model: row, about: { chatId } });
    if ("problem" in made) log.warn({ chatId, code: made.problem }, "a chat could not be summarized");
    await keepSummary(theServer, db, { chatId, rows: rows.slice(0, count), model: row.id, made });
    updates.publish(me.userId, { kind: "chat-summary", chatId }, { isPrivate: true });
  }

  async function smallerThan(me: Person, { secrecy, ...own }: By & { secrecy: Secrecy }): Promise<By> {
    const id = smallModelFor(own.row);
    if (id === own.row.id) return own;
    const found = await models.find(id, modelAccess(me));
    return "problem" in found ? own : { row: found.row, model: found.reach(secrecy) };
  }

  return {
    async of(me, chatId, rows, room) {
      return isNearlyFull(rows, room) ? findSummary(me, db, chatId, rows) : null;
    },
    afterAnswer(answered) {
      const { chatId, rows, room } = answered;
      if (pending.has(chatId) || !isNearlyFull(rows, room)) return;
      const work = summarize(answered).catch((error: unknown) =>
        log.warn({ chatId, err: error }, "a chat could not be summarized"),
      );
      pending.set(chatId, work);
      void work.finally(() => pending.delete(chatId));
    },
    async close() {
      stopping.abort();
      await Promise.all(pending.values());
    },
  };
}
