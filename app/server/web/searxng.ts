/* SearXNG, a self-hosted search engine. Its JSON output has to be enabled: `search.formats: [html, json]`. */
import { askEngine, hitOf, KeyRefused, objectsAt, SearchFailed, type EngineAccess, type SearchEngine } from "./search-engine.ts";

const name = "SearXNG";

export function searxng({ url, key }: EngineAccess): SearchEngine {
  return {
    name,
    async search(query, limit, signal) {
      const asked = new URL(`${url.replace(/(?<!\/)\/+$/, "")}/search`);
      asked.search = new URLSearchParams({ q: query, format: "json", categories: "general", safesearch: "1" }).toString();
      const headers: Record<string, string> = key === "" ? {} : { authorization: `Bearer ${key}` };
      const answer = await askEngine(name, { url: asked.href, headers, signal }).catch((error: unknown) => {
        if (error instanceof KeyRefused)
          throw new SearchFailed(
            "SearXNG didn’t return JSON. Its administrator needs to add json to search.formats in settings.yml.",
          );
        throw error;
      });
      return objectsAt(answer, "results")
        .flatMap(({ url, title, content, publishedDate }) => hitOf({ url, title, excerpt: content, published: publishedDate }))
        .slice(0, limit);
    },
  };
}
