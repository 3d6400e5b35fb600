/* How many documents a query finds. */
import { useEffect, useState } from "react";
import type { Facets } from "#core/discovery/discovery.ts";
import { ask } from "../ask.ts";

/** Null while it is counted. */
export function useTotal(id: string, query: string): number | null {
  const [total, setTotal] = useState<number | null>(null);
  useEffect(() => {
    const leave = new AbortController();
    ask<{ facets: Facets }>(`/api/discovery/${id}/facets?${new URLSearchParams({ query })}`, { signal: leave.signal }).then(
      ({ facets }) => setTotal(facets.total),
      // The button stays disabled.
      () => {},
    );
    return () => leave.abort();
  }, [id, query]);
  return total;
}
