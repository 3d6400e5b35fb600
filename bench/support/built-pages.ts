import { existsSync } from "node:fs";
import { join } from "node:path";

/** What to run before a server can be started; undefined if already done. */
export function missingPages(): string | undefined {
  const isBuilt = existsSync(join(import.meta.dirname, "../../build/server/index.js"));
  return isBuilt ? undefined : "needs the built pages: npm run build";
}
