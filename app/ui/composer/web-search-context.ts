/* Whether the web can be searched here; if not, choosing it explains why. */
import { createContext } from "react";

/** Null if it can be searched, else why not. */
export const WebSearchContext = createContext<"not-set-up" | "withheld" | null>("not-set-up");

export const webSearchWithheld = "Web search is turned off in this organization. Its owner and admins decide this.";

export const webSearchNotSetUp =
  "Web search is not set up here. An administrator can turn it on with the setting WEB_SEARCH: SearXNG, Brave, Tavily, Exa, or a model provider's own.";
