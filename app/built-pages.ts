/* The pages as `react-router build` writes them. The server's bundle has its own form of this: scripts/bundle-server.ts. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "react-router";

/** Throws if there are none. */
export async function loadBuiltPages(): Promise<ServerBuild> {
  const file = join(import.meta.dirname, "../build/server/index.js");
  if (!existsSync(file)) throw new Error("Stet is not built yet. Run: npm run build");
  return (await import(pathToFileURL(file).href)) as ServerBuild;
}
