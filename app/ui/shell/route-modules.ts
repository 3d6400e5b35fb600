/*
 * Loads the module of a page, in place of React Router's own function (scripts/patient-pages.ts), which reloads the page
 * whenever that fails: without a network, everything on the screen would be gone.
 */
type RouteModules = Record<string, object>;

const againAfterMs = 1000;
/** Where the file is there, and what it imports is not: a browser that remembers a failed import needs a reload to get it. */
const mostFailures = 5;

export async function loadRouteModule(route: { id: string; module: string }, loaded: RouteModules): Promise<object> {
  for (let failures = 1; ; failures++) {
    try {
      return (loaded[route.id] ??= (await import(/* @vite-ignore */ route.module)) as object);
    } catch (error) {
      const status = await statusOf(route.module);
      if (status === null) failures = 0;
      // The server is there and this file is not: a newer build, which a reload brings.
      if (status === 404 || failures === mostFailures) {
        console.error(error);
        location.reload();
        return new Promise(() => {});
      }
      await new Promise((resolve) => setTimeout(resolve, againAfterMs));
    }
  }
}

/** Null if the server can't be reached. */
async function statusOf(address: string): Promise<number | null> {
  return fetch(address, { method: "HEAD", cache: "no-store" }).then(
    ({ status }) => (status < 500 ? status : null),
    () => null,
  );
}
