/* Tavily: a search service made for models. */
import { askEngine, hitOf, objectsAt, type EngineAccess, type SearchEngine } from "./search-engine.ts";

const name = "Tavily";

export function tavily({ url, key }: EngineAccess): SearchEngine {
  return {
    name,
    async search(query, limit, signal) {
      const body = { query, max_results: limit, search_depth: "basic", include_answer: false };
      const headers = { authorization: `Bearer ${key}` };
      const answer = await askEngine(name, { url: `${url.replace(/(?<!\/)\/+$/, "")}/search`, headers, body, signal });
      return objectsAt(answer, "results")
        .flatMap(({ url, title, content, published_date }) => hitOf({ url, title, excerpt: content, published: published_date }))
        .slice(0, limit);
    },
  };
}
