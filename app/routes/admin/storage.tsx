/* What is stored, how much room is left, and which backups there are. */
import { actorContext, stetContext } from "#server/contexts.ts";
import { listBackups } from "#server/backup/backup-folder.ts";
import { countStored } from "#server/data/installation/stored.ts";
import { StorageReport } from "#ui/admin/storage-report.tsx";
import type { Route } from "./+types/storage.ts";

export function meta() {
  return [{ title: "Storage · Administration · Stet" }];
}

const mostShown = 14;

export async function loader({ context }: Route.LoaderArgs) {
  const { db, env, database, diskSpace } = context.get(stetContext);
  const stored = await countStored(context.get(actorContext), db);
  const { BACKUP_FOLDER: folder, BACKUP_HOURS: hours, BACKUP_KEEP: keep } = env;
  const found = folder === undefined ? null : await listBackups(folder);
  return {
    stored,
    engine: database.engine,
    inBucket: env.S3_ENDPOINT !== undefined,
    freeBytes: diskSpace.freeBytes,
    isLow: diskSpace.isLow,
    schedule: { hours, keep },
    backups:
      found?.slice(0, mostShown).map(({ name, at, rows, files, missing, isEncrypted }) => ({
        name,
        at,
        rows,
        files: files.length,
        missing: missing.length,
        isEncrypted,
      })) ?? null,
  };
}

export default function Storage({ loaderData }: Route.ComponentProps) {
  return <StorageReport {...loaderData} />;
}
