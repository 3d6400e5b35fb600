/*
 * Loads the module of a page, in place of React Router's own function (scripts/patient-pages.ts), which reloads the page
 * whenever that fails: without a network, everything on the screen would be gone.
 */
type RouteModules = Record<string, object>;

const againAfterMs = 1000;

export async function loadRouteModule(route: { id: string; module: string }, loaded: RouteModules): Promise<object> {
  for (;;) {
    try {
      return (loaded[route.id] ??= (await import(/* @vite-ignore */ route.module)) as object);
    } catch (error) {
      if (await isReached(route.module)) {
        console.error(error);
        // The server is there and this file is not: a newer build, which a reload brings.
        location.reload();
        return new Promise(() => {});
      }
      await new Promise((resolve) => setTimeout(resolve, againAfterMs));
    }
  }
}

async function isReached(address: string): Promise<boolean> {
  return fetch(address, { method: "HEAD", cache: "no-store" }).then(
    ({ status }) => status < 502,
    () => false,
  );
}
