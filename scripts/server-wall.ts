/*
 * The wall round app/server, held by the build itself. In the browser's build
 * an import of it is an error. In the server's build it is left as an import,
 * so that pages and API share one instance of everything in it.
 */
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";

export function serverWall(): Plugin {
  let isDevelopment = false;
  return {
    name: "stet:server-wall",
    enforce: "pre",
    configResolved(config) {
      isDevelopment = config.command === "serve";
    },
    async resolveId(source, importer, options) {
      if (!source.startsWith("#server/") && !source.startsWith("#api/")) return null;
      // A page's loader is gone from the browser's modules before their imports are resolved.
      if (this.environment.name === "client") return this.error(`${importer} would bring ${source} to the browser.`);
      if (!isDevelopment) return { id: source, external: true };
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
      return resolved === null ? null : { id: pathToFileURL(resolved.id).href, external: true };
    },
    load(id) {
      if (this.environment.name === "client" && /\/app\/(server|api)\//.test(id)) this.error(`${id} would reach the browser.`);
    },
  };
}
