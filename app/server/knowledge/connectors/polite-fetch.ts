/*
 * HTTP client for all sources of law: identifies itself, respects rate and concurrency limits,
 * retries only what may succeed, and honors Retry-After. A source that doesn't respond is skipped
 * for an increasing time, so that no one waits for it. Responses must come from the source's own
 * origins and are limited in size after decompression.
 */
import { createHash } from "node:crypto";
import type { Provenance } from "./connector.ts";
import { SourceProblem, type SourceFault } from "./connector.ts";

export type Clock = { now(): number; sleep(ms: number, signal: AbortSignal): Promise<void> };

export type FetchOptions = {
  /** Sent as User-Agent. */
  agent: string;
  /** Allowed origins, including for redirects. */
  origins: readonly string[];
  perSecond: number;
  atOnce: number;
  limitMs?: number;
  clock?: Clock;
};

export type Asked = {
  url: string;
  accept: string;
  language?: string;
  body?: { type: string; text: string };
  /** Makes the request conditional. */
  since?: Pick<Provenance, "etag" | "lastModified">;
  mostBytes?: number;
  signal: AbortSignal;
};

export type Answered = Provenance & { status: number; contentType: string; body: Buffer };

export type PoliteFetch = {
  /** Null: not modified. Statuses other than 200 and 300 are thrown as a SourceProblem. */
  (asked: Asked): Promise<Answered | null>;
};

const mebibyte = 1024 * 1024;
const mostBytes = 40 * mebibyte;
const pauses = [500, 1_500];
/** If a source asks for a longer pause, it is skipped for that long. */
const longestWaitMs = 10_000;
const restMs = { first: 60_000, longest: 15 * 60_000 };
const mostRedirects = 5;

const realClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener("abort", stop);
        resolve();
      }, ms);
      if (signal.aborted) stop();
      else signal.addEventListener("abort", stop, { once: true });
    }),
};

/** A retryable failure, and the minimum delay. */
class Again extends Error {
  readonly afterMs: number | null;
  readonly problem: SourceProblem;

  constructor(problem: SourceProblem, afterMs: number | null = null) {
    super(problem.message);
    this.problem = problem;
    this.afterMs = afterMs;
  }
}

export function createPoliteFetch(options: FetchOptions): PoliteFetch {
  const { clock = realClock } = options;
  const turn = createTurns(options, clock);
  const rest = createRest(clock);

  return async (asked) => {
    rest.check();
    for (let attempt = 0; ; attempt++) {
      try {
        const answer = await turn(asked.signal, () => askOnce(asked, options, clock));
        rest.over();
        return answer;
      } catch (error) {
        if (asked.signal.aborted) throw asked.signal.reason;
        if (!(error instanceof Again)) {
          if (!(error instanceof SourceProblem)) throw error;
          // A source that refuses is reachable.
          if (error.fault === "unreachable" || error.fault === "failing") rest.begin(error.fault);
          else rest.over();
          throw error;
        }
        const wait = Math.max(error.afterMs ?? 0, pauses[attempt] ?? 0);
        if (attempt < pauses.length && wait <= longestWaitMs) {
          await clock.sleep(wait, asked.signal);
          continue;
        }
        rest.begin(error.problem.fault, error.afterMs ?? 0);
        throw error.problem;
      }
    }
  };
}

/** Limits concurrency, and spaces requests by the rate limit. */
function createTurns({ perSecond, atOnce }: FetchOptions, clock: Clock) {
  let running = 0;
  let next = 0;
  const waiting: (() => void)[] = [];
  return async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      const now = clock.now();
      const mine = Math.max(now, next);
      next = mine + 1_000 / perSecond;
      if (mine > now) await clock.sleep(mine - now, signal);
      signal.throwIfAborted();
      return await work();
    } finally {
      const following = waiting.shift();
      if (following === undefined) running--;
      else following();
    }
  };
}

/** Skips a source that didn't respond, doubling the time with each failure. */
function createRest(clock: Clock) {
  let until = 0;
  let times = 0;
  let why: SourceFault | null = null;
  return {
    check() {
      if (clock.now() < until)
        throw new SourceProblem("resting", "could not be reached a moment ago and is left alone for now", why);
    },
    begin(fault: SourceFault, atLeastMs = 0) {
      why = fault;
      const ms = Math.max(atLeastMs, Math.min(restMs.longest, restMs.first * 2 ** times));
      times++;
      until = clock.now() + ms;
    },
    over() {
      times = 0;
      until = 0;
    },
  };
}

async function askOnce(asked: Asked, options: FetchOptions, clock: Clock): Promise<Answered | null> {
  const limit = AbortSignal.timeout(options.limitMs ?? 30_000);
  const signal = AbortSignal.any([asked.signal, limit]);
  try {
    const response = await followed(asked, options, signal);
    if (response.status === 304) return null;
    await refuse(response, clock);
    const body = await readAll(response, asked.mostBytes ?? mostBytes);
    // Cellar returns an empty 200 while it is still rendering a text.
    if (body.length === 0) throw new Again(new SourceProblem("failing", "sent an empty answer"));
    return {
      url: response.url || asked.url,
      status: response.status,
      contentType: response.headers.get("content-type") ?? "",
      body,
      fetchedAt: new Date(clock.now()),
      etag: response.headers.get("etag"),
      lastModified: response.headers.get("last-modified"),
      sha256: createHash("sha256").update(body).digest("hex"),
    };
  } catch (error) {
    if (error instanceof Again || error instanceof SourceProblem || asked.signal.aborted) throw error;
    // A source that timed out isn't retried.
    if (limit.aborted) throw new SourceProblem("failing", "did not answer in time");
    throw new Again(new SourceProblem("unreachable", "could not be reached"));
  }
}

async function followed(asked: Asked, options: FetchOptions, signal: AbortSignal): Promise<Response> {
  let url = nextPlace(asked.url, new URL(options.origins[0]!), options.origins);
  for (let hops = 0; hops <= mostRedirects; hops++) {
    const response = await fetch(url, {
      method: asked.body === undefined ? "GET" : "POST",
      redirect: "manual",
      signal,
      headers: headersOf(asked, options.agent),
      ...(asked.body !== undefined && { body: asked.body.text }),
    });
    const location = [301, 302, 303, 307, 308].includes(response.status) ? response.headers.get("location") : null;
    if (location === null) return response;
    await response.body?.cancel();
    url = nextPlace(location, url, options.origins);
  }
  throw new SourceProblem("refused", "sent the request in a circle");
}

function headersOf({ accept, language, body, since }: Asked, agent: string): Record<string, string> {
  return {
    "user-agent": agent,
    accept,
    "accept-encoding": "gzip, deflate",
    ...(language !== undefined && { "accept-language": language }),
    ...(body !== undefined && { "content-type": body.type }),
    ...(since?.etag && { "if-none-match": since.etag }),
    ...(since?.lastModified && { "if-modified-since": since.lastModified }),
  };
}

/** Old URLs of official documents use http: upgraded to TLS. */
function nextPlace(location: string, from: URL, origins: readonly string[]): URL {
  if (!URL.canParse(location, from)) throw new SourceProblem("refused", "sent the request to an address that is none");
  const url = new URL(location, from);
  if (origins.includes(url.origin)) return url;
  if (url.protocol === "http:") url.protocol = "https:";
  if (origins.includes(url.origin)) return url;
  throw new SourceProblem("refused", `sent the request on to ${url.host}, which is not its own address`);
}

async function refuse(response: Response, clock: Clock): Promise<void> {
  const { status } = response;
  if (status === 200 || status === 300) return;
  await response.body?.cancel();
  if (status === 202) throw new Again(new SourceProblem("failing", "is still preparing the document"));
  const after = retryAfter(response.headers.get("retry-after"), clock.now());
  if (status === 429) throw new Again(new SourceProblem("pause", "asks for a pause between requests"), after);
  if (status >= 500) throw new Again(new SourceProblem("failing", `answered with an error (${status})`), after);
  if (status === 404 || status === 410) throw new SourceProblem("not-there", "does not have this document");
  if (status === 406) throw new SourceProblem("not-there", "has this document only in a form that has no text");
  throw new SourceProblem("refused", `refused the request (${status})`);
}

/** In seconds or as a date. */
function retryAfter(value: string | null, now: number): number | null {
  if (value === null) return null;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

async function readAll(response: Response, most: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of response.body ?? []) {
    length += (piece as Uint8Array).length;
    // Leaving the loop aborts the transfer.
    if (length > most) throw new SourceProblem("refused", "sent more than a law can be long");
    pieces.push(piece as Uint8Array);
  }
  return Buffer.concat(pieces);
}

/** An unconditional request always has a response. */
export async function mustAnswer(answer: Promise<Answered | null>): Promise<Answered> {
  const given = await answer;
  if (given === null) throw new SourceProblem("changed", "answered 304 to a question without a condition");
  return given;
}

export function provenanceOf({ url, fetchedAt, etag, lastModified, sha256 }: Answered): Provenance {
  return { url, fetchedAt, etag, lastModified, sha256 };
}
