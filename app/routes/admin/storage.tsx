/* What is stored, and how much room is left. */
import { actorContext, stetContext } from "#server/contexts.ts";
import { countStored } from "#server/data/installation/stored.ts";
import { StorageReport } from "#ui/admin/storage-report.tsx";
import type { Route } from "./+types/storage.ts";

export function meta() {
  return [{ title: "Storage · Administration · Stet" }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { db, env, database, diskSpace } = context.get(stetContext);
  const stored = await countStored(context.get(actorContext), db);
  const { freeBytes, isLow } = diskSpace;
  return { stored, engine: database.engine, inBucket: env.S3_ENDPOINT !== undefined, freeBytes, isLow };
}

export default function Storage({ loaderData }: Route.ComponentProps) {
  return <StorageReport {...loaderData} />;
}
