/*
 * News for a person's open windows, whichever process serves them: a chat has a
 * new title, runs, has ended, is gone, or its conversation was changed. Only
 * ids travel between processes; what a chat looks like is read by whoever shows
 * it, with that person's rights.
 */
import type { Database } from "../db/database.ts";
import type { Log } from "../log.ts";

export type Update =
  | { kind: "chat"; chatId: string }
  | { kind: "chat-removed"; chatId: string }
  | { kind: "thread"; chatId: string; version: number; runId?: string }
  | { kind: "draft"; draftId: string; version: number };
type Addressed = Update & { ownerId: string };
export type Updates = Awaited<ReturnType<typeof createUpdates>>;

const channel = "stet_updates";
const gatherForMs = 20;
/** A notice's payload is limited to 8,000 bytes; an update is at most about 250. */
const updatesPerNotice = 25;

export async function createUpdates({ database, log }: { database: Database; log: Log }) {
  const listeners = new Map<string, Set<(update: Update) => void>>();
  let gathered: Addressed[] = [];
  let timer: NodeJS.Timeout | undefined;

  const unlisten = await database.listen(channel, (payload) => {
    for (const { ownerId, ...update } of JSON.parse(payload) as Addressed[]) {
      for (const tell of listeners.get(ownerId) ?? []) tell(update);
    }
  });

  async function send(): Promise<void> {
    timer = undefined;
    const updates = gathered;
    gathered = [];
    for (let i = 0; i < updates.length; i += updatesPerNotice) {
      await database.notify(channel, JSON.stringify(updates.slice(i, i + updatesPerNotice)));
    }
  }

  function sendSafely(): void {
    // Windows read again when they come back to the front; a lost update is no lost work.
    send().catch((error: unknown) => log.warn({ err: error }, "updates could not be sent"));
  }

  return {
    publish(ownerId: string, update: Update): void {
      gathered.push({ ownerId, ...update });
      timer ??= setTimeout(sendSafely, gatherForMs);
    },
    /** Answers the function that ends it. */
    subscribe(userId: string, tell: (update: Update) => void): () => void {
      const own = listeners.get(userId) ?? new Set();
      listeners.set(userId, own);
      own.add(tell);
      return () => {
        own.delete(tell);
        if (own.size === 0 && listeners.get(userId) === own) listeners.delete(userId);
      };
    },
    async close(): Promise<void> {
      clearTimeout(timer);
      await unlisten();
    },
  };
}
