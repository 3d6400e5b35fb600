/*
 * The interface of search services: URLs with title and excerpt, best first. The service's own
 * address comes from the settings, so it may be internal; the pages it returns are only fetched
 * through safe-fetch.ts.
 */
import { isLoose, listAt, parseJson, type Loose } from "../models/json-fields.ts";

export type SearchHit = { url: string; title: string; excerpt: string; /** As returned by the service. */ published?: string };

export type SearchEngine = {
  /** Display name. */
  name: string;
  search(query: string, limit: number, signal: AbortSignal): Promise<SearchHit[]>;
};

/** A service's address and API key. */
export type EngineAccess = { url: string; key: string };

/** A message without key or address: it reaches the model and the reader. */
export class SearchFailed extends Error {}
/** The service answered 401 or 403. */
export class KeyRefused extends SearchFailed {}

const mostAnswered = 4_000_000;
const limitMs = 20_000;

type Asked = { url: string; headers?: Record<string, string>; body?: unknown; signal: AbortSignal };

/** Calls a service and returns its JSON object. Every failure is a `SearchFailed`. */
export async function askEngine(name: string, { url, headers = {}, body, signal }: Asked): Promise<Loose> {
  const limit = AbortSignal.timeout(limitMs);
  try {
    const response = await fetch(url, {
      method: body === undefined ? "GET" : "POST",
      headers: { accept: "application/json", ...(body !== undefined && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // A key is only sent to the configured address.
      redirect: "error",
      signal: AbortSignal.any([signal, limit]),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw refusalOf(name, response);
    }
    const answer = parseJson(await textOf(response));
    if (!isLoose(answer)) throw new SearchFailed(`${name} answered something that is no search result.`);
    return answer;
  } catch (error) {
    if (error instanceof SearchFailed) throw error;
    if (signal.aborted) throw signal.reason;
    throw new SearchFailed(limit.aborted ? `${name} did not answer in time.` : `${name} could not be reached.`);
  }
}

function refusalOf(name: string, { status, headers }: Response): SearchFailed {
  if (status === 401 || status === 403)
    return new KeyRefused(`${name} rejected its API key. Your administrator needs to set a new one.`);
  const wait = Number(headers.get("retry-after"));
  if (status === 429 || status === 402)
    return new SearchFailed(
      `${name} takes no more searches for now${wait > 0 && wait < 86_400 ? `; in ${Math.ceil(wait)} s it does again` : ""}.`,
    );
  return new SearchFailed(
    status >= 500 ? `${name} has a fault of its own (${status}).` : `${name} did not take the search (${status}).`,
  );
}

async function textOf(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += piece.length;
    if (size > mostAnswered) throw new SearchFailed("The answer of the search service was too large.");
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

/** The objects in a list; anything else is skipped. */
export function objectsAt(from: Loose | undefined, name: string): Loose[] {
  return listAt(from, name).filter(isLoose);
}

/** Builds a hit from untrusted fields; without a web URL there is none. */
export function hitOf(fields: { url: unknown; title: unknown; excerpt: unknown; published?: unknown }): SearchHit[] {
  const url = wordsOf(fields.url, 2_000);
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return [];
  // Text before an @ isn't the host and is only there to look like one.
  if (new URL(url).username !== "") return [];
  const published = wordsOf(fields.published, 40);
  const excerpt = wordsOf(fields.excerpt, 2_000);
  return [{ url, title: wordsOf(fields.title, 300) || new URL(url).host, excerpt, ...(published !== "" && { published }) }];
}

/** Some services wrap matched words in tags. */
function wordsOf(value: unknown, most: number): string {
  if (typeof value !== "string") return "";
  return value
    .replace(/<\/?(?:strong|b|em|mark)>/gi, "")
    .trim()
    .slice(0, most)
    .toWellFormed();
}
