/*
 * Semantic search in people's files, next to keyword search. With an embedding model configured,
 * passage vectors are created after indexing, and a question is compared with those of the files
 * it may access. If the server doesn't respond, keyword search still works.
 */
import { passagesOf } from "#core/sources/file-text.ts";
import { theServer, type Actor } from "#core/workspace/policy.ts";
import { filesToEmbed, readFileVectors, saveFileVectors, type FileScope } from "../data/files/file-indexes.ts";
import type { Db } from "../db/database.ts";
import type { Log } from "../log.ts";
import { secrecyAt, type Secrecy } from "../models/secrecy.ts";
import { isTextRefused, type Embeddings } from "../models/embeddings.ts";
import type { QuestionVectors } from "./question-vectors.ts";
import { packed, similarity } from "./vectors.ts";

export type NearPassage = { fileId: string; passage: number; similarity: number };

export type FileVectors = {
  /** Nearest first; empty if there are no vectors or the question couldn't be embedded. */
  nearest(me: Actor, asked: { question: string; secrecy: Secrecy; scope: FileScope; limit: number }): Promise<NearPassage[]>;
  /** Embeds all files without vectors, resuming after an interruption. Returns the number of files. */
  embedAll(signal: AbortSignal): Promise<number>;
};

type Services = { db: Db; log: Pick<Log, "warn" | "info">; embeddings: Embeddings; questions: QuestionVectors };

export function createFileVectors({ db, log, embeddings, questions }: Services): FileVectors {
  const { model } = embeddings;
  const refused = new Set<string>();

  /** Null of texts that the server does not take: they are not sent again until the next start, and do not stop the others. */
  async function vectorsOf(fileId: string, texts: readonly string[], secrecy: Secrecy, signal: AbortSignal) {
    try {
      return await embeddings.embed(texts, secrecy, signal);
    } catch (error) {
      if (!isTextRefused(error)) throw error;
      log.warn({ err: error, fileId, model }, "a file could not be made vectors; it is searched by its words");
      refused.add(fileId);
      return null;
    }
  }

  return {
    async nearest(me, { question, secrecy, scope, limit }) {
      const stored = await readFileVectors(me, db, scope, model);
      if (stored.length === 0) return [];
      const vector = await questions.of(question, secrecy);
      return vector === null ? [] : nearestIn(stored, vector, limit);
    },
    async embedAll(signal) {
      let done = 0;
      for (;;) {
        signal.throwIfAborted();
        const [file] = await filesToEmbed(theServer, db, { model, limit: 1, except: refused });
        if (file === undefined) return done;
        const texts = passagesOf(file).map(({ start, end, headings }) =>
          `${headings.join(" › ")}\n${file.text.slice(start, end)}`.trim(),
        );
        const made =
          texts.length === 0 ? { vectors: [], tokens: 0 } : await vectorsOf(file.id, texts, secrecyAt(db, file.place), signal);
        if (made === null) continue;
        const { vectors, tokens } = made;
        await saveFileVectors(theServer, db, file.id, { model, dimensions: vectors[0]?.length ?? 1, data: packed(vectors) });
        log.info({ fileId: file.id, passages: texts.length, tokens, model }, "a file's passages were made vectors");
        done++;
      }
    },
  };
}

type Stored = Awaited<ReturnType<typeof readFileVectors>>[number];

function nearestIn(stored: readonly Stored[], question: Float32Array, limit: number): NearPassage[] {
  const near: NearPassage[] = [];
  for (const { fileId, dimensions, data } of stored) {
    if (dimensions !== question.length) continue;
    for (let passage = 0; (passage + 1) * dimensions <= data.length; passage++)
      near.push({ fileId, passage, similarity: similarity(data, passage * dimensions, question) });
  }
  return near.toSorted((a, b) => b.similarity - a.similarity).slice(0, limit);
}
