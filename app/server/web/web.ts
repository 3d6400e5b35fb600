/*
 * Web search for tools and screens: a search returns a few pages, each fetched, read in the child
 * process and kept as text that citations can be checked against. A page that couldn't be read
 * falls back to the search excerpt, with the reason.
 */
import type { FileText } from "#core/sources/file-text.ts";
import { withoutInvisible } from "#core/text/invisible.ts";
import { policiesFor, type Person } from "#core/workspace/policy.ts";
import type { Extraction } from "../files/extraction.ts";
import type { Log } from "../log.ts";
import type { Secrecy } from "../models/secrecy.ts";
import type { Favicons } from "./favicons.ts";
import { NotFetched, type SafeFetch } from "./safe-fetch.ts";
import { SearchFailed, type SearchEngine, type SearchHit } from "./search-engine.ts";

export type WebPage = {
  /** The page's final URL. */
  url: string;
  title: string;
  site?: string;
  author?: string;
  published?: string;
  /** ISO time. */
  fetchedAt: string;
  /** Part of a long page, or the excerpt if the page couldn't be read. */
  text: string;
  blocks: FileText["blocks"];
  contentType: string;
  pageCount?: number;
  /** Why this isn't the full page. */
  notice?: string;
};

export type Web = {
  /** Null if no search service is configured. */
  engineName: string | null;
  /** There is one, but the organization's managers don't allow it. */
  isWithheld?: boolean;
  search(query: string, signal: AbortSignal): Promise<WebPage[]>;
};

/** Used if no search service is configured. */
export const noWeb: Web = { engineName: null, search: () => Promise.resolve([]) };

/** As far as the managers of the person's workspace allow it. */
export function webFor(me: Person, web: Web): Web {
  return web.engineName === null || policiesFor(me).webSearch ? web : { ...noWeb, isWithheld: true };
}

const searchesOfAnswer = 10;

/** For one answer: stops a model that keeps searching. */
export function forOneAnswer(web: Web): Web {
  let left = searchesOfAnswer;
  return {
    ...web,
    async search(query, signal) {
      if (left-- > 0) return web.search(query, signal);
      throw new SearchFailed(`The web has been searched ${searchesOfAnswer} times for this answer. Answer from what was found.`);
    },
  };
}

/**
 * Refuses to search for what is replaced on the way to a model: a search service is no less outside.
 */
export function withoutSecrets(web: Web, secrecy: Secrecy): Web {
  return {
    ...web,
    async search(query, signal) {
      const names = await secrecy.open([query]);
      if (names === null || names.replace(query) === query) return web.search(query, signal);
      throw new SearchFailed(
        "Nothing was searched: the query has a name or number that pseudonyms replace, and the search service would see it. Search without it.",
      );
    },
  };
}

type Services = {
  engine: SearchEngine | null;
  fetch: SafeFetch;
  extraction: Pick<Extraction, "page">;
  favicons: Pick<Favicons, "learn">;
  log: Log;
};

/** Few enough to be polite and to be read; the best come first. */
const pagesRead = 5;
const mostBytes = 8_000_000;
/** About seven printed pages: no more of one page is shown or sent with every answer. */
const mostCharacters = 40_000;

const readable = ["text/html", "application/xhtml+xml", "text/plain", "text/markdown", "application/pdf"];

export function createWeb({ engine, fetch, extraction, favicons, log }: Services): Web {
  async function read(hit: SearchHit, signal: AbortSignal): Promise<WebPage> {
    try {
      const page = await fetch(hit.url, { accept: readable, maxBytes: mostBytes, signal });
      const { bytes, charset, url } = page;
      if (page.contentType.includes("html")) favicons.learn(url, bytes.toString("latin1"));
      const extracted = await extraction.page({ name: url, bytes, ...(charset !== undefined && { charset }) });
      if (!extracted.ok) return unread(hit, extracted.sentence);
      const { text, title, blocks: _, kind: __, notice: ___, ...facts } = extracted.document;
      if (text.trim() === "") return unread(hit, "There is no text on this page.");
      return { ...facts, url, title: title ?? oneLine(hit.title), fetchedAt: now(), ...shortened(extracted.document) };
    } catch (error) {
      if (signal.aborted) throw error;
      if (!(error instanceof NotFetched)) log.warn({ err: error }, "a page could not be read");
      return unread(hit, error instanceof NotFetched ? error.message : "The page could not be read.");
    }
  }

  if (engine === null) return noWeb;
  return {
    engineName: engine.name,
    async search(query, signal) {
      const hits = await engine.search(query, pagesRead, signal);
      const pages = await Promise.all(hits.map((hit) => read(hit, signal)));
      // Two URLs may lead to the same page; an empty page is no source.
      return pages.filter(({ url, text }, at) => text !== "" && pages.findIndex((other) => other.url === url) === at);
    },
  };
}

function unread(hit: SearchHit, reason: string): WebPage {
  const text = withoutInvisible(hit.excerpt);
  return {
    url: hit.url,
    title: oneLine(hit.title),
    fetchedAt: now(),
    text,
    blocks: [{ start: 0, end: text.length }],
    contentType: "text/plain",
    ...(hit.published !== undefined && { published: hit.published }),
    notice: `The page itself was not read: ${reason} This is the search service's excerpt.`,
  };
}

/** The beginning, up to the end of a paragraph. */
function shortened({ text, blocks, notice }: FileText): Pick<WebPage, "text" | "blocks" | "notice"> {
  if (text.length <= mostCharacters) return { text, blocks, ...(notice !== undefined && { notice }) };
  const kept = blocks.filter(({ end }) => end <= mostCharacters);
  const end = kept.at(-1)?.end ?? mostCharacters;
  return { text: text.slice(0, end), blocks: kept, notice: "The page is long; this is its beginning." };
}

function oneLine(text: string): string {
  return withoutInvisible(text).replace(/\s+/g, " ").trim();
}

function now(): string {
  return new Date().toISOString();
}
