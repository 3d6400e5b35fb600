import type { Plan } from "#core/workspace/policy.ts";
import type { Updates } from "../chat/updates.ts";
import type { Db } from "../db/database.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { FileSearch } from "../knowledge/search-files.ts";
import type { LawSearch } from "../knowledge/search-law.ts";
import type { Models } from "../models/index.ts";
import type { PlaybookChecks } from "../playbooks/playbook-checks.ts";
import type { Lanes } from "../reviews/lanes.ts";
import type { Web } from "../web/web.ts";
import type { ReviewRuns } from "../reviews/review-runs.ts";

export type WorkflowServices = {
  db: Db;
  models: Pick<Models, "find" | "defaultModel">;
  jobs: Pick<Jobs, "queue" | "look" | "drop">;
  updates: Pick<Updates, "publish">;
  /** The plan of organizations that have none set. */
  newPlan: Plan;
  /** Shared with reviews: requests at once to one provider. */
  lanes: Lanes;
  reviewRuns: Pick<ReviewRuns, "start">;
  playbookChecks: Pick<PlaybookChecks, "start">;
  law: Pick<LawSearch, "search" | "loaded">;
  fileSearch: Pick<FileSearch, "search">;
  web: Web;
};
