/*
 * npm run db:migrate migrates the configured database and lists what it ran. The server does the same when it starts;
 * use this to do it beforehand. Like the server, it makes a backup first.
 */
import { openEngine } from "#server/db/database.ts";
import { migrate, upgrade } from "#server/db/migrate.ts";
import { backupBeforeUpgrade } from "#server/backup/backup-before-upgrade.ts";
import { readEnv } from "#server/env.ts";
import { createLog } from "#server/log.ts";

const log = { info() {}, warn: report, error: report };

function report(details: object, message: string) {
  console.error(message, details);
}

try {
  const env = readEnv(process.env);
  const engine = await openEngine({ url: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL, folder: `${env.STET_DATA}/database`, log });
  try {
    const before = backupBeforeUpgrade(env, createLog(env), (sentence) => console.error(sentence));
    const applied = await engine.unlimited(() => (before === undefined ? migrate(engine.db, log) : upgrade(engine, log, before)));
    console.log(applied.length > 0 ? `Applied ${applied.join(", ")}` : "Nothing to do: every migration has been applied.");
  } finally {
    await engine.close();
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
