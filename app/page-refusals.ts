/*
 * What keeps the API's refusals from being bugs does the same for pages: a
 * loader or an action that finds no connection, or a full disk, answers with
 * the problem, which the page of errors quotes, and not with "something went
 * wrong".
 */
import type { ServerBuild } from "react-router";
import { retryAfterSeconds, storageRefusal } from "#server/db/unavailable.ts";

type Work = (...given: never[]) => unknown;
type Page = { module: { loader?: unknown; action?: unknown } };

export function refusingPages(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => [id, route && refusing(route)]);
  return { ...build, routes: Object.fromEntries(routes) as ServerBuild["routes"] };
}

function refusing<Route extends Page>(route: Route): Route {
  const { loader, action } = route.module;
  const works = { ...(typeof loader === "function" && { loader: held(loader as Work) }) };
  return { ...route, module: { ...route.module, ...works, ...(typeof action === "function" && { action: held(action as Work) }) } };
}

function held(work: Work): Work {
  return async (...given) => {
    try {
      return await work(...given);
    } catch (error) {
      throw storageRefusal(error) ?? error;
    }
  };
}

/** The page framework leaves the headers of what was thrown behind. */
export function askToComeBack(response: Response): void {
  if (response.status === 503 && !response.headers.has("retry-after"))
    response.headers.set("retry-after", String(retryAfterSeconds));
}
