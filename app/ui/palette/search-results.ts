/* Results of a search from the palette, as items of its list. Each ends up where its words are. */
import type { FoundElsewhere } from "#core/workspace/search.ts";
import type { Action } from "./actions.ts";

export type Result = Action & { excerpt: string };
type Ways = { goTo: (path: string) => void; open: (url: string) => void };

export function resultsOf({ drafts, files, law }: FoundElsewhere, { goTo, open }: Ways): Result[] {
  return [
    ...drafts.map(({ id, projectId, name, excerpt }) => ({
      id: `draft ${id}`,
      title: name,
      excerpt,
      group: "Drafts",
      run: () => goTo(`/vault/projects/${projectId}/drafts/${id}`),
    })),
    ...files.map(({ id, name, url, excerpt }) => ({
      id: `file ${id}`,
      title: name,
      excerpt,
      group: "Files",
      run: () => open(url),
    })),
    ...law.map(({ ref, name, heading, url, excerpt }) => ({
      id: `law ${ref}`,
      title: heading === "" ? name : `${name}: ${heading}`,
      excerpt,
      group: "Law",
      run: () => open(url),
    })),
  ];
}
