/*
 * A provider's built-in web search used as a search service: a small model is asked to search, and
 * only the pages it found are used, never its text. So pages are fetched, cited and checked as
 * with any other service, whichever model writes the answer.
 */
import { looseAt, textAt } from "../models/json-fields.ts";
import { askEngine, hitOf, objectsAt, type EngineAccess, type SearchEngine, type SearchHit } from "./search-engine.ts";

export type ModelAccess = EngineAccess & { model: string };

const wish = (query: string, limit: number) =>
  `Search the web once for the words between the quotation marks and name at most ${limit} pages that answer best, one line each, with nothing else: "${query.replaceAll('"', "'")}"`;

export function openaiSearch({ url, key, model }: ModelAccess): SearchEngine {
  const name = "OpenAI's web search";
  return {
    name,
    async search(query, limit, signal) {
      const body = { model, input: wish(query, limit), tools: [{ type: "web_search" }], tool_choice: "required", store: false };
      const headers = { authorization: `Bearer ${key}` };
      const answer = await askEngine(name, { url: `${url.replace(/(?<!\/)\/+$/, "")}/responses`, headers, body, signal });
      const cited = objectsAt(answer, "output")
        .flatMap((item) => objectsAt(item, "content"))
        .flatMap((content) => objectsAt(content, "annotations"))
        .filter(({ type }) => type === "url_citation");
      return distinct(cited.flatMap(({ url, title }) => hitOf({ url: withoutMark(url), title, excerpt: "" }))).slice(0, limit);
    },
  };
}

export function anthropicSearch({ url, key, model }: ModelAccess): SearchEngine {
  const name = "Anthropic's web search";
  return {
    name,
    async search(query, limit, signal) {
      const tools = [{ type: "web_search_20250305", name: "web_search", max_uses: 1 }];
      const body = { model, max_tokens: 1_000, messages: [{ role: "user", content: wish(query, limit) }], tools };
      const headers = { "x-api-key": key, "anthropic-version": "2023-06-01" };
      const base = url.replace(/(?<!\/)\/+$/, "").replace(/\/v1$/, "");
      const answer = await askEngine(name, { url: `${base}/v1/messages`, headers, body, signal });
      const blocks = objectsAt(answer, "content");
      const quoted = new Map(
        blocks.flatMap((block) => objectsAt(block, "citations")).map((one) => [textAt(one, "url"), textAt(one, "cited_text")]),
      );
      const found = blocks.filter(({ type }) => type === "web_search_tool_result").flatMap((block) => objectsAt(block, "content"));
      return distinct(
        found.flatMap(({ url, title, page_age }) => hitOf({ url, title, excerpt: quoted.get(url as string), published: page_age })),
      ).slice(0, limit);
    },
  };
}

/** Google returns redirect URLs; their targets are known once fetched. */
export function geminiSearch({ url, key, model }: ModelAccess): SearchEngine {
  const name = "Google's web search";
  return {
    name,
    async search(query, limit, signal) {
      const body = { contents: [{ role: "user", parts: [{ text: wish(query, limit) }] }], tools: [{ google_search: {} }] };
      const base = url.replace(/(?<!\/)\/+$/, "").replace(/\/v1(beta)?$/, "");
      const address = `${base}/v1beta/models/${encodeURIComponent(model)}:generateContent`;
      const answer = await askEngine(name, { url: address, headers: { "x-goog-api-key": key }, body, signal });
      const grounding = looseAt(objectsAt(answer, "candidates")[0], "groundingMetadata");
      const found = objectsAt(grounding, "groundingChunks").map((chunk) => looseAt(chunk, "web"));
      return distinct(found.flatMap((web) => hitOf({ url: web?.["uri"], title: web?.["title"], excerpt: "" }))).slice(0, limit);
    },
  };
}

function distinct(hits: readonly SearchHit[]): SearchHit[] {
  return hits.filter((hit, at) => hits.findIndex((other) => other.url === hit.url) === at);
}

/** OpenAI adds a tracking parameter to every URL. */
function withoutMark(url: unknown): unknown {
  return typeof url === "string"
    ? url.replace(/([?&])utm_source=[^&#]*openai[^&#]*(&?)/i, (_, before: string, after: string) => (after ? before : ""))
    : url;
}
