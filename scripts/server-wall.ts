/*
 * Enforces the boundary around app/server in the build. In the browser's build an import of it is an error. In the
 * server's build it stays an import, so that pages and API share one instance of every module.
 */
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";

/*
 * In development Vite transforms even modules named by a file URL, and so would create a second instance. The
 * substitute module exports what Node itself has loaded: this plugin runs in the server's own process.
 */
const prefix = "\0stet:server:";
const key = "stet:server";
// Vite reads its configuration, and with it this file, more than once.
const known = globalThis as unknown as Record<symbol, Map<string, object> | undefined>;
const loaded = (known[Symbol.for(key)] ??= new Map());

async function handedOn(file: string): Promise<string> {
  const url = pathToFileURL(file).href;
  const module = (await import(/* @vite-ignore */ url)) as object;
  loaded.set(url, module);
  const names = Object.keys(module).map((name) => `export const ${name} = module.${name};`);
  return [`const module = globalThis[Symbol.for("${key}")].get(${JSON.stringify(url)});`, ...names].join("\n");
}

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
      // A page's loader is removed from the browser's modules before their imports are resolved.
      if (this.environment.name === "client") return this.error(`${importer} would bring ${source} to the browser.`);
      if (!isDevelopment) return { id: source, external: true };
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
      return resolved === null ? null : `${prefix}${resolved.id}`;
    },
    async load(id) {
      if (id.startsWith(prefix)) return handedOn(id.slice(prefix.length));
      if (this.environment.name === "client" && /\/app\/(server|api)\//.test(id)) this.error(`${id} would reach the browser.`);
    },
  };
}
