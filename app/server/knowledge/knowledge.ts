/* Search in files and in law: the indexes, the vectors if there is an embedding model, and law that is fetched. */
import { join } from "node:path";
import type { Db } from "../db/database.ts";
import type { Env } from "../env.ts";
import type { Log } from "../log.ts";
import { embeddingsOf } from "../models/embeddings.ts";
import type { Parts } from "../process/parts.ts";
import { createConnectors } from "./connectors/index.ts";
import { createLibraryVectors } from "../library/library-vectors.ts";
import { createFileIndexer } from "./file-indexer.ts";
import { createFileVectors } from "./file-vectors.ts";
import { createIndexing } from "./indexing.ts";
import { createLawVectors } from "./law-vectors.ts";
import { createLawWords } from "./law-words.ts";
import { createLiveLaw } from "./live-law.ts";
import { createQuestionVectors } from "./question-vectors.ts";
import { repairLawIndex } from "./repair-index.ts";
import { createFileSearch } from "./search-files.ts";
import { createLawSearch } from "./search-law.ts";

export function createKnowledge(parts: Parts, { env, db, log }: { env: Env; db: Db; log: Log }) {
  const embeddings = embeddingsOf(env);
  const meaning = embeddings === null ? null : { db, log, embeddings, questions: createQuestionVectors({ log, embeddings }) };
  const vectors = meaning === null ? null : createFileVectors(meaning);
  const libraryVectors = meaning === null ? null : createLibraryVectors(meaning);
  const lawVectors = meaning === null ? null : createLawVectors(meaning);
  parts.defer(() => lawVectors?.close());
  const fileIndexer = createFileIndexer({ db, indexing: createIndexing(), log, vectors });
  parts.defer(() => fileIndexer.close());
  const law = createLawSearch(db, lawVectors, createLawWords(join(env.STET_DATA, "law-words")));
  const stopping = new AbortController();
  const repaired = repairLawIndex({ db, log, isAlone: env.DATABASE_URL === undefined, signal: stopping.signal });
  parts.defer(() => {
    stopping.abort();
    return repaired;
  });
  const liveLaw = createLiveLaw({
    db,
    log,
    search: law,
    vectors: lawVectors,
    connectors: createConnectors(env),
    isOn: (source) => env.LIVE_LAW.some((one) => one === "on" || one === source),
    freshHours: env.LAW_FRESH_HOURS,
    waitSeconds: env.LAW_WAIT_SECONDS,
  });
  parts.defer(() => liveLaw.close());
  return {
    embeddings,
    law,
    liveLaw,
    libraryVectors,
    fileIndexer,
    fileSearch: createFileSearch({ db, indexer: fileIndexer, vectors }),
  };
}
