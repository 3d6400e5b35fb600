/*
 * One process: built files from memory, the API through Hono, and every other
 * address through the page framework. `--dev` puts Vite in place of the build.
 */
import { existsSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { beginWithMemorySettings } from "./app/server/process/memory-settings.ts";

beginWithMemorySettings(process);
enableCompileCache();
const isDevelopment = process.argv.includes("--dev");
// React and the router read this once, when they are first loaded: so before them.
process.env.NODE_ENV = isDevelopment ? "development" : "production";

try {
  const { readEnv, startServer, giveMemoryBack, surviveFaults, stopOnSignal } = isDevelopment
    ? await import("./app/server-parts.ts")
    : await builtParts();
  const say = (sentence: string) => void process.stderr.write(`${sentence}\n`);
  const server = await startServer(readEnv(process.env), { isDevelopment, say });
  const { log } = server.stet;
  surviveFaults(log);
  stopOnSignal(() => server.stop(), log);
  giveMemoryBack();
  process.stdout.write(`\n  Stet is ready: ${server.url}\n\n`);
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n\n`);
  process.exit(1);
}

/** The same modules and the pages, joined into few files by scripts/bundle-server.ts. */
async function builtParts(): Promise<typeof import("./app/server-parts.ts")> {
  const file = new URL("build/run/server.js", import.meta.url);
  if (!existsSync(file)) throw new Error("Stet is not built yet. Run: npm run build");
  return (await import(file.href)) as typeof import("./app/server-parts.ts");
}
