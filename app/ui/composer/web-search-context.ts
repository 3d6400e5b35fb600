/* Whether this Stet has something to search the web with; where it has not, asking for it says how to turn it on. */
import { createContext } from "react";

export const WebSearchContext = createContext(false);

export const webSearchNotSetUp =
  "Web search is not set up here. An administrator can turn it on with the setting WEB_SEARCH: SearXNG, Brave, Tavily, Exa, or a model provider's own.";
