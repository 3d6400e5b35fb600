/* Research: its plan, the log of its searches, its sources and its memos. */
import type { ColumnType, Generated } from "kysely";
import type { FoundPassage, LoggedSearch, MemoPart, ResearchQuery, StepFinding, StepMaker } from "#core/research/research.ts";
import type { Source } from "#core/sources/source.ts";
import type { Json, Time, TimeByDefault } from "./columns.ts";

type Day = ColumnType<Date | null, string | null | undefined, string | null>;

type ResearchTable = {
  id: string;
  project_id: string;
  made_by: string | null;
  question: string;
  known: Generated<string>;
  jurisdictions: Json<string[]>;
  day: Day;
  with_files: Generated<boolean>;
  model: string | null;
  watched: Generated<boolean>;
  created_at: TimeByDefault;
  updated_at: TimeByDefault;
  removed_at: Time | null;
};

type ResearchStepsTable = {
  id: string;
  research_id: string;
  position: number;
  question: string;
  queries: Json<ResearchQuery[]>;
  step_maker: StepMaker;
  version: Generated<number>;
  finding: Json<StepFinding> | null;
  finding_version: number | null;
  model: string | null;
  found_at: Time | null;
  removed_at: Time | null;
};

type ResearchRunsTable = {
  id: string;
  research_id: string;
  made_by: string | null;
  kind: "plan" | "answer";
  model: string;
  input_tokens: Generated<string>;
  output_tokens: Generated<string>;
  cost: Generated<number>;
  unpriced: Generated<number>;
  planned_at: Time | null;
  memo: Json<MemoPart[]> | null;
  memo_text: string | null;
  memo_at: Time | null;
  draft_id: string | null;
  created_at: TimeByDefault;
};

type ResearchSearchesTable = {
  id: string;
  research_id: string;
  step_id: string | null;
  step: string;
  searched: LoggedSearch["searched"];
  query: string;
  jurisdictions: Json<string[]>;
  day: Day;
  found: Json<FoundPassage[]>;
  notices: Json<string[]>;
  made_at: TimeByDefault;
};

type ResearchSourcesTable = {
  research_id: string;
  number: number;
  source_id: string;
  ref: string | null;
  source: Json<Source>;
  present: string | null;
  present_version: Day;
  read_at: TimeByDefault;
};

export type ResearchTables = {
  research: ResearchTable;
  research_steps: ResearchStepsTable;
  research_runs: ResearchRunsTable;
  research_searches: ResearchSearchesTable;
  research_sources: ResearchSourcesTable;
};
