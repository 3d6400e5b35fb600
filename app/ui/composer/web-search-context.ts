/* Whether the web can be searched here; if not, choosing it explains why (web-search-obstacle.ts). */
import { createContext } from "react";

/** Null if it can be searched, else why not. */
export const WebSearchContext = createContext<"not-set-up" | "withheld" | null>("not-set-up");
