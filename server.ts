/*
 * One process: built files from memory, the API through Hono, and every other
 * address through the page framework. `--dev` puts Vite in place of the build.
 */
import { enableCompileCache } from "node:module";
import { readEnv } from "./app/server/env.ts";
import { surviveFaults } from "./app/server/process/process-faults.ts";
import { stopOnSignal } from "./app/server/process/stop-on-signal.ts";
import { keepYoungGenerationSmall } from "./app/server/process/young-generation.ts";

enableCompileCache();
const isDevelopment = process.argv.includes("--dev");
// React and the router read this once, when they are first loaded: so before them.
process.env.NODE_ENV = isDevelopment ? "development" : "production";

try {
  const letGrow = keepYoungGenerationSmall();
  const env = readEnv(process.env);
  const { startServer } = await import("./app/start.ts");
  const say = (sentence: string) => void process.stderr.write(`${sentence}\n`);
  const server = await startServer(env, { isDevelopment, say });
  letGrow();
  const { log } = server.stet;
  surviveFaults(log);
  stopOnSignal(() => server.stop(), log);
  process.stdout.write(`\n  Stet is ready: ${server.url}\n\n`);
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n\n`);
  process.exit(1);
}
