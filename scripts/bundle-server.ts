/*
 * Joins the server's modules and the built pages into a few files in build/run, which Node loads in a fraction of the
 * time that it takes to find, read and link two thousand. Each thread and child process is an entry of its own.
 */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";
import { rolldown, type Plugin } from "rolldown";

const root = join(import.meta.dirname, "..");
const folder = join(root, "build/run");

/**
 * Packages of many small modules. All others are left to Node: they load files beside themselves, have native parts, or
 * are needed only now and then.
 */
const joined =
  /[\\/]node_modules[\\/](?:kysely|better-auth|@better-auth|better-call|@better-fetch|zod|jose|@noble|hono|@hono|@opentelemetry|rate-limiter-flexible|react-router|@react-router|@remix-run|srvx|@tus|postal-mime|markdown-it|entities|domutils|domhandler|dom-serializer|htmlparser2|mdurl|linkify-it|uc\.micro|@modelcontextprotocol)[\\/]/;

/** How sources name the script of a thread or a child process. */
const started = /new URL\("\.\/([\w-]+)\.ts", import\.meta\.url\)/g;

/** Name and source of each entry; the names are those of the files, which must differ. */
function entries(): Record<string, string> {
  const found: Record<string, string> = { server: join(root, "app/server-parts.ts") };
  const sources = readdirSync(join(root, "app/server"), { recursive: true, encoding: "utf8" }).filter((name) =>
    /(?<!\.test)\.ts$/.test(name),
  );
  for (const source of sources.map((name) => join(root, "app/server", name))) {
    for (const [, name] of readFileSync(source, "utf8").matchAll(started)) {
      const script = join(dirname(source), `${name}.ts`);
      if (found[name!] !== undefined && found[name!] !== script) throw new Error(`two scripts have the name ${name}.ts`);
      found[name!] = script;
    }
  }
  return found;
}

/**
 * `import.meta` of a module names the files that it names in the source, wherever the module went; the scripts of threads
 * and processes are the built ones.
 */
function ownAddresses(): Plugin {
  return {
    name: "stet:own-addresses",
    transform(code, id) {
      if (!code.includes("import.meta.")) return null;
      const place = relative(folder, id).split(sep).join("/");
      return code
        .replaceAll(started, 'new URL("./$1.js", STET_BUILT)')
        .replaceAll("import.meta.dirname", `(import.meta.dirname + ${JSON.stringify(`/${dirname(place)}`)})`)
        .replaceAll("import.meta.url", `new URL(${JSON.stringify(place)}, import.meta.url).href`)
        .replaceAll("STET_BUILT", "import.meta.url");
    },
  };
}

/** The pages are part of the bundle, so that they and the server share one instance of every module. */
function ownPages(): Plugin {
  const pages = JSON.stringify(join(root, "build/server/index.js"));
  return {
    name: "stet:own-pages",
    load: (id) => (id === join(root, "app/built-pages.ts") ? `export const loadBuiltPages = () => import(${pages});` : null),
  };
}

/** Fails when a package would be found in another version from where the bundle is. */
function leftToNode(): Plugin {
  return {
    name: "stet:left-to-node",
    async resolveId(id, importer) {
      if (importer === undefined || /^[./#\0]|^node:/.test(id) || isAbsolute(id)) return null;
      const found = await this.resolve(id, importer, { skipSelf: true });
      if (found === null || found.external || joined.test(found.id)) return found;
      const fromHere = await this.resolve(id, join(root, "server.ts"), { skipSelf: true });
      if (fromHere?.id !== found.id) throw new Error(`${basename(importer)} needs its own ${id}`);
      return { id, external: true };
    },
  };
}

rmSync(folder, { recursive: true, force: true });
const bundle = await rolldown({
  cwd: root,
  input: entries(),
  platform: "node",
  plugins: [ownPages(), leftToNode(), ownAddresses()],
  onLog: (level, log, handle) => {
    // Both are about what a bundle for browsers would have to keep.
    if (log.code === "MODULE_LEVEL_DIRECTIVE" || log.code === "INEFFECTIVE_DYNAMIC_IMPORT") return;
    handle(level, log);
  },
});
// All in one folder: `ownAddresses` counts on it.
await bundle.write({
  dir: folder,
  format: "esm",
  entryFileNames: "[name].js",
  chunkFileNames: "[name]-[hash].js",
  sourcemap: false,
});
