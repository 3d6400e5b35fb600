/* Whether this instance has web search configured; if not, choosing it explains how to turn it on. */
import { createContext } from "react";

export const WebSearchContext = createContext(false);

export const webSearchNotSetUp =
  "Web search is not set up here. An administrator can turn it on with the setting WEB_SEARCH: SearXNG, Brave, Tavily, Exa, or a model provider's own.";
