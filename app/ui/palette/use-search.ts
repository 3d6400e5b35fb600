/* Searches drafts, files and law once the reader asks for it: words are not sent while they are typed. */
import { useEffect, useRef, useState } from "react";
import type { FoundElsewhere } from "#core/workspace/search.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";

export type Searched = { query: string; found: FoundElsewhere | null; problem: string | null };

export function useSearch() {
  const [searched, setSearched] = useState<Searched | null>(null);
  const asked = useRef<AbortController>(null);
  useEffect(() => () => asked.current?.abort(), []);

  async function search(query: string): Promise<void> {
    asked.current?.abort();
    const { signal } = (asked.current = new AbortController());
    setSearched({ query, found: null, problem: null });
    try {
      const found = await ask<FoundElsewhere>(`/api/search?${new URLSearchParams({ query })}`, { signal });
      setSearched({ query, found, problem: null });
    } catch (error) {
      if (!signal.aborted) setSearched({ query, found: null, problem: sentenceOf(problemIn(error)) });
    }
  }
  function leave(): void {
    asked.current?.abort();
    setSearched(null);
  }
  return { searched, search, leave };
}
