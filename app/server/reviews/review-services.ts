import type { Plan } from "#core/workspace/policy.ts";
import type { Updates } from "../chat/updates.ts";
import type { Db } from "../db/database.ts";
import type { Log } from "../db/log.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Models } from "../models/index.ts";
import type { Lanes } from "./lanes.ts";

export type ReviewServices = {
  db: Db;
  log: Pick<Log, "warn">;
  models: Pick<Models, "find" | "defaultModel">;
  jobs: Pick<Jobs, "queue" | "look">;
  updates: Pick<Updates, "publish">;
  /** The plan of organizations that have none set. */
  newPlan: Plan;
  lanes: Lanes;
  /** Requests at once to one provider. */
  atOnce: number;
};
