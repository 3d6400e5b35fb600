/*
 * npm run db:migrate migrates the configured database and lists what it ran. The server does the same when it starts;
 * use this to do it beforehand.
 */
import { openEngine } from "#server/db/database.ts";
import { migrate } from "#server/db/migrate.ts";
import { readEnv } from "#server/env.ts";

const log = { info() {}, warn: report, error: report };

function report(details: object, message: string) {
  console.error(message, details);
}

try {
  const env = readEnv(process.env);
  const engine = await openEngine({ url: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL, folder: `${env.STET_DATA}/database`, log });
  try {
    const applied = await engine.unlimited(() => migrate(engine.db, log));
    console.log(applied.length > 0 ? `Applied ${applied.join(", ")}` : "Nothing to do: every migration has been applied.");
  } finally {
    await engine.close();
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
