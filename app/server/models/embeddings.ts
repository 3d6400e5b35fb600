/*
 * Text embeddings from a server with an OpenAI-compatible API: OpenAI, Gemini, Mistral, or a local
 * Ollama or llama.cpp. Nothing is sent unless EMBEDDING_MODEL is set.
 */
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import type { Env } from "../env.ts";
import type { Secrecy } from "./secrecy.ts";
import { serverBase } from "./local-models.ts";

export type Embeddings = {
  model: string;
  /** The server the texts are sent to. */
  host: string;
  /** Normalized vectors in the order of the texts, with what `secrecy` replaces replaced. Throws if the server returns none. */
  embed(texts: readonly string[], secrecy: Secrecy, signal: AbortSignal): Promise<{ vectors: Float32Array[]; tokens: number }>;
};

type Settings = Pick<
  Env,
  | "EMBEDDING_MODEL"
  | "EMBEDDING_URL"
  | "EMBEDDING_KEY"
  | "OPENAI_API_KEY"
  | "OPENAI_BASE_URL"
  | "MODEL_SERVER_URL"
  | "MODEL_SERVER_KEY"
>;

const batch = 64;
/** Models accept about 8,000 tokens per text. */
export const longestText = 8_000;
const limitMs = 60_000;
const tries = 4;
const firstPauseMs = 500;

const answerSchema = z.object({
  data: z.array(z.object({ index: z.int().min(0), embedding: z.array(z.number()).min(1).max(8_192) })),
  usage: z.object({ prompt_tokens: z.number().catch(0) }).catch({ prompt_tokens: 0 }),
});

/** Null if no model is configured. A key is only sent to the address it belongs to. */
export function embeddingsOf(settings: Settings, pauseMs = firstPauseMs): Embeddings | null {
  const { EMBEDDING_MODEL: model, EMBEDDING_URL, EMBEDDING_KEY, MODEL_SERVER_URL, OPENAI_API_KEY, OPENAI_BASE_URL } = settings;
  if (model === undefined) return null;
  const [address, key] =
    EMBEDDING_URL !== undefined
      ? [EMBEDDING_URL, EMBEDDING_KEY]
      : MODEL_SERVER_URL !== undefined && OPENAI_API_KEY === undefined
        ? [MODEL_SERVER_URL, EMBEDDING_KEY ?? settings.MODEL_SERVER_KEY]
        : [OPENAI_BASE_URL ?? "https://api.openai.com/v1", EMBEDDING_KEY ?? OPENAI_API_KEY];
  const base = serverBase(address);

  async function askOnce(texts: readonly string[], signal: AbortSignal) {
    const response = await fetch(`${base}/embeddings`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(key !== undefined && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({ model, input: texts.map((text) => text.slice(0, longestText)), encoding_format: "float" }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
      // A redirect would leak the texts and the key to another server.
      redirect: "error",
    });
    if (!response.ok) throw new EmbeddingRefused(response.status);
    const read = answerSchema.parse(await response.json());
    const ordered = texts.map((_, at) => read.data.find(({ index }) => index === at)?.embedding);
    const size = ordered[0]?.length;
    if (ordered.some((one) => one === undefined || one.length !== size))
      throw new Error("the answer has not one vector for each text");
    return { vectors: ordered.map((one) => unit(one!)), tokens: read.usage.prompt_tokens };
  }

  async function ask(texts: readonly string[], signal: AbortSignal) {
    for (let attempt = 1; ; attempt++) {
      try {
        return await askOnce(texts, signal);
      } catch (error) {
        const mayPass = !(error instanceof EmbeddingRefused) || error.status === 429 || error.status >= 500;
        if (signal.aborted || !mayPass || attempt === tries) throw error;
        await wait(pauseMs * 2 ** (attempt - 1), undefined, { signal });
      }
    }
  }

  return {
    model,
    host: new URL(base).host,
    async embed(written, secrecy, signal) {
      const names = await secrecy.open(written);
      const texts = names === null ? written : written.map((text) => names.replace(text));
      const vectors: Float32Array[] = [];
      let tokens = 0;
      for (let at = 0; at < texts.length; at += batch) {
        const answered = await ask(texts.slice(at, at + batch), signal);
        vectors.push(...answered.vectors);
        tokens += answered.tokens;
      }
      return { vectors, tokens };
    },
  };
}

/** It is this text that the server does not take, such as one too long for its model: others may be. */
export function isTextRefused(error: unknown): boolean {
  return error instanceof EmbeddingRefused && [400, 413, 422].includes(error.status);
}

export class EmbeddingRefused extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`the server answered ${status}`);
    this.status = status;
  }
}

function unit(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values) || 1;
  return Float32Array.from(values, (value) => value / length);
}
