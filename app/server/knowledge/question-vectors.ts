/*
 * Embeds questions for both files and law, once for concurrent callers and within a short time
 * limit. After a failure the server is skipped for a while, so that answers don't wait for it in
 * turn.
 */
import type { Log } from "../log.ts";
import type { Secrecy } from "../models/secrecy.ts";
import type { Embeddings } from "../models/embeddings.ts";

export type QuestionVectors = {
  /** Null if it isn't available. */
  of(question: string, secrecy: Secrecy): Promise<Float32Array | null>;
};

type Services = {
  log: Pick<Log, "warn">;
  embeddings: Embeddings;
  /** The longest a question waits. */
  limitMs?: number;
  restMs?: number;
};

const mostKept = 100;

export function createQuestionVectors({ log, embeddings, limitMs = 3_000, restMs = 60_000 }: Services): QuestionVectors {
  const kept = new Map<string, Promise<Float32Array | null>>();
  let restsUntil = 0;

  async function ask(key: string, question: string, secrecy: Secrecy): Promise<Float32Array | null> {
    try {
      const { vectors } = await embeddings.embed([question], secrecy, AbortSignal.timeout(limitMs));
      return vectors[0]!;
    } catch (error) {
      kept.delete(key);
      restsUntil = Date.now() + restMs;
      log.warn({ err: error, model: embeddings.model }, "a question could not be made a vector; it is searched by its words alone");
      return null;
    }
  }

  return {
    async of(question, secrecy) {
      // The same words are another text where other names are replaced.
      const key = (await secrecy.open([question]))?.replace(question) ?? question;
      const known = kept.get(key);
      if (known !== undefined) return known;
      if (Date.now() < restsUntil) return null;
      const asked = ask(key, question, secrecy);
      kept.set(key, asked);
      const [oldest] = kept.keys();
      if (kept.size > mostKept) kept.delete(oldest!);
      return asked;
    },
  };
}
