/* What runs here: the version, the database, and which settings the environment makes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { About } from "#core/installation/about.ts";
import type { Actor } from "#core/workspace/policy.ts";
import { databaseFacts } from "../data/installation/database-facts.ts";
import type { Stet } from "../stet.ts";

const packageFile = join(import.meta.dirname, "../../..", "package.json");

/** As in package.json. */
export function ownVersion(): string {
  return (JSON.parse(readFileSync(packageFile, "utf8")) as { version: string }).version;
}

export async function aboutInstallation(me: Actor, { db, env, database }: Pick<Stet, "db" | "env" | "database">): Promise<About> {
  const { version, schema } = await databaseFacts(me, db);
  return {
    version: ownVersion(),
    schema,
    database: `PostgreSQL ${version}${database.engine === "embedded" ? ", embedded" : ""}`,
    runtime: `Node ${process.versions.node} on ${process.platform} (${process.arch})`,
    startedAt: new Date(Date.now() - process.uptime() * 1000).toISOString(),
    address: env.url,
    settings: [...env.given],
  };
}
