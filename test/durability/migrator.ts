/* A process to be killed while it migrates: prints "migrating" once the database is open, "migrated" when done. */
import { writeSync } from "node:fs";
import { openEngine } from "#server/db/database.ts";
import { silent } from "#server/db/log.ts";
import { migrate } from "#server/db/migrate.ts";

const engine = await openEngine(JSON.parse(process.argv[2] as string) as { folder: string } | { url: string });
writeSync(1, "migrating\n");
await migrate(engine.db, silent);
writeSync(1, "migrated\n");
await engine.close();
