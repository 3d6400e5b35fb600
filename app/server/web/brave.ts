/* Brave Search: the web results of its search API. */
import { looseAt } from "../models/json-fields.ts";
import { askEngine, hitOf, objectsAt, type EngineAccess, type SearchEngine } from "./search-engine.ts";

const name = "Brave Search";

export function brave({ url, key }: EngineAccess): SearchEngine {
  return {
    name,
    async search(query, limit, signal) {
      const asked = new URL(`${url.replace(/(?<!\/)\/+$/, "")}/res/v1/web/search`);
      asked.search = new URLSearchParams({ q: query, count: String(limit), text_decorations: "false" }).toString();
      const answer = await askEngine(name, { url: asked.href, headers: { "x-subscription-token": key }, signal });
      return objectsAt(looseAt(answer, "web"), "results")
        .flatMap(({ url, title, description, page_age }) => hitOf({ url, title, excerpt: description, published: page_age }))
        .slice(0, limit);
    },
  };
}
