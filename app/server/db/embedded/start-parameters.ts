/*
 * How the embedded PostgreSQL is started: PGlite's own parameters, without -F
 * (which switches fsync off), and with ours. wal_sync_method must be fsync:
 * PGlite's fdatasync is an empty function.
 */
import { PGlite } from "@electric-sql/pglite";

const ours = {
  fsync: "on",
  wal_sync_method: "fsync",
  shared_buffers: "16MB",
  TimeZone: "UTC",
  // Nothing recycles the log but our own checkpoints (maintenance.ts).
  max_wal_size: "256MB",
  min_wal_size: "32MB",
};

export const startParameters = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
  ...Object.entries(ours).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
];
