/* Reads the texts of chats into the index of their search, behind whatever stores them: a little at a time, so that others are served meanwhile. */
import { theServer } from "#core/workspace/policy.ts";
import { indexChatTexts } from "../data/upkeep/chat-search-index.ts";
import type { Db } from "../db/database.ts";
import type { Log } from "../log.ts";

const step = { texts: 10, characters: 20_000 };
const pauseMs = 40;
const idleMs = 10_000;

/** Returns the way to stop, which waits for work under way. */
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
