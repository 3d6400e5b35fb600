/*
 * At startup, indexes stored law that isn't searchable, in the background. If several processes
 * share a database, none does so automatically, since two at a time would corrupt the index; a
 * message is logged instead.
 */
import { theServer } from "#core/workspace/policy.ts";
import { lawJurisdictions } from "../data/law/law.ts";
import type { Db } from "../db/database.ts";
import type { Log } from "../log.ts";
import { indexJurisdiction, indexPast, lawWithoutIndex } from "./index-law.ts";
import { createIndexing } from "./indexing.ts";

/** `signal` ends it immediately; the next start begins again. */
type Mending = { db: Db; log: Log; isAlone: boolean; signal: AbortSignal };

/** Resolves when everything stored is searchable, or the reason it isn't was logged. */
export async function repairLawIndex({ db, log, isAlone, signal }: Mending): Promise<void> {
  const indexing = createIndexing();
  signal.addEventListener("abort", () => void indexing.close());
  try {
    const without = await lawWithoutIndex(db);
    if (without.length > 0 && !isAlone)
      log.warn({ jurisdictions: without }, "stored law is not in the index: npm run knowledge index");
    for (const jurisdiction of isAlone ? without : []) {
      if (signal.aborted) return;
      await indexJurisdiction({ db, indexing }, jurisdiction);
    }
    // Only one process handles each wording.
    for (const jurisdiction of await lawJurisdictions(theServer, db)) {
      if (signal.aborted) return;
      await indexPast({ db, indexing }, jurisdiction);
    }
  } catch (error) {
    if (!signal.aborted) log.warn({ err: error }, "stored law could not be put into the index");
  } finally {
    await indexing.close();
  }
}
