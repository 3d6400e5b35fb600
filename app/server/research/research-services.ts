/* What research works with. */
import type { Plan } from "#core/workspace/policy.ts";
import type { Updates } from "../chat/updates.ts";
import type { Db } from "../db/database.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { LiveLaw } from "../knowledge/live-law.ts";
import type { FileSearch } from "../knowledge/search-files.ts";
import type { LawSearch } from "../knowledge/search-law.ts";
import type { Models } from "../models/index.ts";
import type { Lanes } from "../reviews/lanes.ts";

export type ResearchServices = {
  db: Db;
  models: Pick<Models, "find" | "defaultModel">;
  jobs: Pick<Jobs, "queue" | "look">;
  updates: Pick<Updates, "publish">;
  /** The plan of organizations that have none set. */
  newPlan: Plan;
  /** Shared with reviews: requests at once to one provider. */
  lanes: Lanes;
  law: LawSearch;
  liveLaw: LiveLaw;
  fileSearch: FileSearch;
};
