/* Retries as a careful client does, with the same ids, until there is a definite answer. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Journal } from "./journal.ts";

export type Client = {
  /** Undefined if the bench ends before there is an answer. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response | undefined>;
  /** A single attempt. Undefined if the connection broke. */
  once(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response | undefined>;
};

/** Statuses by which a proxy or server says "try again later". */
const passing = new Set([408, 429, 500, 502, 503, 504, 507]);
const silenceMs = 45_000;

export function clientOf(url: string, cookie: string, journal: Journal, over: AbortSignal): Client {
  const once: Client["once"] = async (method, path, body, headers = {}) => {
    const isPlain = body !== undefined && !(body instanceof FormData) && typeof body !== "string";
    const init = {
      method,
      headers: { cookie, origin: url, ...(isPlain && { "content-type": "application/json" }), ...headers },
      body: isPlain ? JSON.stringify(body) : (body as string | FormData | undefined),
      signal: AbortSignal.timeout(180_000),
    };
    const answer = await fetch(url + path, init as RequestInit).catch(() => undefined);
    const status = answer?.status ?? 0;
    journal.statuses.set(status, (journal.statuses.get(status) ?? 0) + 1);
    return answer;
  };
  return {
    once,
    async send(...asked) {
      for (let tries = 0; tries < 60 || !over.aborted; tries++) {
        const answer = await once(...asked);
        if (answer !== undefined && !passing.has(answer.status)) return answer;
        if (answer?.status === 500) journal.surprises.push(`${asked[0]} ${asked[1]}: 500 ${(await textOf(answer)).slice(0, 200)}`);
        await sleep(250 + Math.random() * 750);
      }
      return undefined;
    },
  };
}

export async function textOf(answer: Response): Promise<string> {
  return answer.text().catch(() => "");
}

/** The blocks of an event stream, until it ends, breaks, or is silent for longer than its keep-alive interval. */
export async function* blocksOf(answer: Response): AsyncGenerator<string> {
  const reader = answer.body!.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const silence = sleep(silenceMs, "silent" as const, { ref: false });
      const read = await Promise.race([reader.read().catch(() => "broken" as const), silence]);
      if (typeof read === "string" || read.done) return;
      const blocks = (rest + decoder.decode(read.value, { stream: true })).split("\n\n");
      rest = blocks.pop() ?? "";
      yield* blocks;
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}
