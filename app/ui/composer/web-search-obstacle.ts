/* Why the web cannot be searched here. Said on demand only, so it is no part of the chat's first scripts. */
import { showToast } from "../kit/toast.tsx";

export const webSearchWithheld = "Web search is turned off in this organization. Its owner and admins decide this.";

export const webSearchNotSetUp =
  "Web search is not set up here. An administrator can turn it on with the setting WEB_SEARCH: SearXNG, Brave, Tavily, Exa, or a model provider's own.";

export function tellObstacle(obstacle: "not-set-up" | "withheld"): void {
  showToast({ kind: "info", text: obstacle === "withheld" ? webSearchWithheld : webSearchNotSetUp, id: "web-search" });
}
