/* Exa: semantic search. Its highlights serve as the excerpt. */
import { listAt } from "../models/json-fields.ts";
import { askEngine, hitOf, objectsAt, type EngineAccess, type SearchEngine } from "./search-engine.ts";

const name = "Exa";

export function exa({ url, key }: EngineAccess): SearchEngine {
  return {
    name,
    async search(query, limit, signal) {
      const body = { query, numResults: limit, type: "auto", contents: { highlights: true } };
      const headers = { "x-api-key": key };
      const answer = await askEngine(name, { url: `${url.replace(/(?<!\/)\/+$/, "")}/search`, headers, body, signal });
      return objectsAt(answer, "results")
        .flatMap((hit) => {
          const highlights = listAt(hit, "highlights").filter((one) => typeof one === "string");
          return hitOf({ url: hit.url, title: hit.title, excerpt: highlights.join(" … "), published: hit.publishedDate });
        })
        .slice(0, limit);
    },
  };
}
