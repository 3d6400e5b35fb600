/* The queue of jobs. */
import type { Generated } from "kysely";
import type { Json, Time, TimeByDefault } from "./columns.ts";

type JobsTable = {
  id: string;
  kind: string;
  key: string | null;
  owner_id: string | null;
  organization_id: string | null;
  data: Json<unknown>;
  state: "queued" | "running" | "paused" | "done" | "failed" | "cancelled";
  due_at: TimeByDefault;
  attempts: Generated<number>;
  claim_id: string | null;
  process_id: string | null;
  claimed_at: Time | null;
  leased_until: Time | null;
  done: Generated<number>;
  done_before: Generated<number>;
  total: number | null;
  problem: string | null;
  created_at: TimeByDefault;
  ended_at: Time | null;
};

export type JobTables = { jobs: JobsTable };
