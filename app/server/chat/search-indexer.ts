/* Indexes chat texts for search in the background, in small batches so that requests are served in between. */
import { theServer } from "#core/workspace/policy.ts";
import { indexChatTexts } from "../data/upkeep/chat-search-index.ts";
import type { Db } from "../db/database.ts";
import type { Log } from "../log.ts";

const step = { texts: 10, characters: 20_000 };
const pauseMs = 40;
const idleMs = 10_000;

/** Returns a function that stops it and waits for work in progress. */
export function indexChatsBehind(db: Db, log: Pick<Log, "warn">): () => Promise<void> {
  let isOver = false;
  let working = Promise.resolve();
  let timer: NodeJS.Timeout;
  const work = async () => {
    let wait = idleMs;
    try {
      if ((await indexChatTexts(theServer, db, step)) > 0) wait = pauseMs;
    } catch (error) {
      if (!isOver) log.warn({ err: error }, "the texts of chats could not be indexed for search");
    }
    if (!isOver) schedule(wait);
  };
  function schedule(ms: number): void {
    timer = setTimeout(() => (working = work()), ms).unref();
  }
  schedule(idleMs);
  return async () => {
    isOver = true;
    clearTimeout(timer);
    await working;
  };
}
