/*
 * Start parameters of the embedded PostgreSQL: PGlite's own, without -F (which disables fsync), plus ours.
 * wal_sync_method must be fsync: PGlite's fdatasync is an empty function.
 */
import { PGlite } from "@electric-sql/pglite";

const ours = {
  fsync: "on",
  wal_sync_method: "fsync",
  shared_buffers: "16MB",
  TimeZone: "UTC",
  // Only our own checkpoints recycle the log (maintenance.ts).
  max_wal_size: "256MB",
  min_wal_size: "32MB",
};

export const startParameters = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
  ...Object.entries(ours).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
];
