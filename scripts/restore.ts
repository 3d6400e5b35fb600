/*
 * npm run restore -- <backup> [<data folder>]
 *
 * Restores a backup, or the newest one of a folder of backups, into an empty data folder: STET_DATA by default. With
 * DATABASE_URL the rows go there, into an empty database.
 */
import { readEnv } from "#server/env.ts";
import { restore } from "#server/backup/restore.ts";

try {
  const [from, to, ...rest] = process.argv.slice(2);
  if (from === undefined || rest.length > 0) throw new Error("Say which backup: npm run restore -- <backup> [<data folder>]");
  const env = readEnv(process.env);
  const dataFolder = to ?? env.STET_DATA;
  const { name, at, rows, files } = await restore(
    from,
    { dataFolder, databaseUrl: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL },
    env.BACKUP_PASSPHRASE,
  );
  console.log(`Restored ${name}, as of ${at}, into ${dataFolder}: ${rows} rows, ${files.length} files.`);
  console.log(`Start Stet with it: STET_DATA=${dataFolder} npm start`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
