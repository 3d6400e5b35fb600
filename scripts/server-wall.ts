/*
 * The wall round app/server, held by the build itself. In the browser's build
 * an import of it is an error. In the server's build it is left as an import,
 * so that pages and API share one instance of everything in it.
 */
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";

/*
 * In development Vite transforms even what is named by a file's address, and so
 * would make a second instance of it. What stands in its place hands out what
 * Node itself has loaded: this plugin runs in the server's own process.
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
      // A page's loader is gone from the browser's modules before their imports are resolved.
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
