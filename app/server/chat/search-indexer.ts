/*
 * Indexes chat texts for search in the background, then what of the library was stored before its texts were searched,
 * and makes vectors of the library where a model is set up, in small batches so that requests are served in between. When
 * there is nothing to index, it forgets the words of deleted texts, a few at a time and all of them once a day.
 */
import { theServer } from "#core/workspace/policy.ts";
import { forgetWords, indexChatTexts, type WordPlace } from "../data/upkeep/chat-search-index.ts";
import { indexLibrary } from "../data/upkeep/library-search-index.ts";
import type { Db } from "../db/database.ts";
import type { LibraryVectors } from "../library/library-vectors.ts";
import type { Log } from "../log.ts";
import type { TurnGate } from "./turn-gate.ts";

const step = { texts: 10, characters: 20_000 };
const pauseMs = 40;
const idleMs = 10_000;
const wordsAtOnce = 200;
const itemsAtOnce = 5;
/** After a failure. */
const restMs = 60_000;
const forgetEveryMs = 24 * 60 * 60_000;

/** How often it lets turns go first, before it does its next step all the same. */
const mostPostponed = 100;

type Behind = {
  db: Db;
  log: Pick<Log, "warn">;
  turnGate: Pick<TurnGate, "isBusy">;
  libraryVectors?: Pick<LibraryVectors, "embedSome"> | null;
};

/** Returns a function that stops it and waits for work in progress. */
export function indexChatsBehind({ db, log, turnGate, libraryVectors = null }: Behind): () => Promise<void> {
  let isOver = false;
  let working = Promise.resolve();
  let timer: NodeJS.Timeout;
  let forgotten: WordPlace | null = null;
  let forgetFrom = Date.now();
  let postponed = 0;
  let embedFrom = 0;
  const stopping = new AbortController();
  const forget = async () => {
    if (Date.now() < forgetFrom) return;
    forgotten = await forgetWords(theServer, db, forgotten, wordsAtOnce);
    if (forgotten === null) forgetFrom = Date.now() + forgetEveryMs;
  };
  const embed = async () => {
    if (libraryVectors === null || Date.now() < embedFrom) return 0;
    try {
      return await libraryVectors.embedSome(stopping.signal);
    } catch (error) {
      embedFrom = Date.now() + restMs;
      if (!isOver) log.warn({ err: error }, "the library could not be made vectors; it is searched by its words");
      return 0;
    }
  };
  const work = async () => {
    if (turnGate.isBusy && postponed < mostPostponed) {
      postponed++;
      return schedule(pauseMs);
    }
    postponed = 0;
    let wait = idleMs;
    try {
      if ((await indexChatTexts(theServer, db, step)) > 0) wait = pauseMs;
      else if ((await indexLibrary(theServer, db, itemsAtOnce)) > 0) wait = pauseMs;
      else if ((await embed()) > 0) wait = pauseMs;
      else await forget();
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
    stopping.abort();
    clearTimeout(timer);
    await working;
  };
}
