/*
 * The web as tools and screens reach it: one search brings a few pages, each
 * fetched, read in the child process and kept as the text that a citation can
 * be checked against. A page that could not be read counts with what the search
 * service said of it, and says why.
 */
import type { FileText } from "#core/sources/file-text.ts";
import { withoutInvisible } from "#core/text/invisible.ts";
import type { Extraction } from "../files/extraction.ts";
import type { Log } from "../log.ts";
import type { Favicons } from "./favicons.ts";
import { NotFetched, type SafeFetch } from "./safe-fetch.ts";
import { SearchFailed, type SearchEngine, type SearchHit } from "./search-engine.ts";

export type WebPage = {
  /** Where the page is in the end. */
  url: string;
  title: string;
  site?: string;
  author?: string;
  published?: string;
  /** ISO time. */
  fetchedAt: string;
  /** A part of the page where it is long, of the excerpt where it could not be read. */
  text: string;
  blocks: FileText["blocks"];
  contentType: string;
  pageCount?: number;
  /** Why there is less than the page. */
  notice?: string;
};

export type Web = {
  /** Null where nothing has been set up to search with. */
  engineName: string | null;
  search(query: string, signal: AbortSignal): Promise<WebPage[]>;
};

/** Where there is nothing to search with. */
export const noWeb: Web = { engineName: null, search: () => Promise.resolve([]) };

const searchesOfAnswer = 10;

/** For one answer: a model that searches and searches is told that it has done enough. */
export function forOneAnswer(web: Web): Web {
  let left = searchesOfAnswer;
  return {
    engineName: web.engineName,
    async search(query, signal) {
      if (left-- > 0) return web.search(query, signal);
      throw new SearchFailed(`The web has been searched ${searchesOfAnswer} times for this answer. Answer from what was found.`);
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
/** Some seven pages of print: more of one page is neither shown nor sent along with every answer. */
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
      // Two addresses may lead to one page; what says nothing at all is no source.
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
