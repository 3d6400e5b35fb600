/*
 * At the start: law that is stored but cannot be searched is put into the index
 * in the background. Where several processes share one database none of them
 * may do so unasked, as two at once would mix what they write: there it is said.
 */
import { theServer } from "#core/workspace/policy.ts";
import { lawJurisdictions } from "../data/law/law.ts";
import type { Db } from "../db/database.ts";
import type { Log } from "../log.ts";
import { indexJurisdiction, indexPast, lawWithoutIndex } from "./index-law.ts";
import { createIndexing } from "./indexing.ts";

/** `signal` ends it at once; the next start begins anew. */
type Mending = { db: Db; log: Log; isAlone: boolean; signal: AbortSignal };

/** Resolves when everything that is stored can be searched, or why not has been said. */
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
    // Each wording is taken by one process alone.
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
