/* Runs of workflows, their steps, and what starts them. The workflows themselves are in the library. */
import type { Generated } from "kysely";
import type { RunState, StepGiven, StepMade, StepQuestion, StepSource, StepState } from "#core/workflows/run.ts";
import type { WorkflowValue, WorkflowValues } from "#core/workflows/values.ts";
import type { Schedule, TriggerState } from "#core/workflows/trigger.ts";
import type { GivenInput } from "#core/requests/workflows.ts";
import type { StepKind } from "#core/workflows/workflow.ts";
import type { Json, Time, TimeByDefault } from "./columns.ts";

type WorkflowRunsTable = {
  id: string;
  project_id: string;
  made_by: string | null;
  workflow_id: string;
  name: string;
  version: number;
  source: string;
  inputs: Json<WorkflowValues>;
  model: string;
  is_test: Generated<boolean>;
  state: RunState;
  turn: Generated<number>;
  input_tokens: Generated<string>;
  output_tokens: Generated<string>;
  cost: Generated<number>;
  unpriced: Generated<number>;
  created_at: TimeByDefault;
  updated_at: TimeByDefault;
  removed_at: Time | null;
};

type WorkflowStepsTable = {
  run_id: string;
  path: string;
  place: number;
  is_part: Generated<boolean>;
  kind: StepKind;
  title: string;
  state: StepState;
  given: Json<StepGiven>;
  result: Json<WorkflowValue> | null;
  sources: Json<StepSource[]>;
  made: Json<StepMade> | null;
  note: Generated<string>;
  question: Json<StepQuestion> | null;
  waits_for: string | null;
  waits_on: string | null;
  due_at: Time | null;
  answered_by: string | null;
  model: string | null;
  input_tokens: Generated<string>;
  output_tokens: Generated<string>;
  cost: number | null;
  created_at: TimeByDefault;
};

type WorkflowTriggersTable = {
  id: string;
  project_id: string;
  made_by: string;
  workflow_id: string;
  name: string;
  kind: "schedule" | "upload";
  schedule: Json<Schedule> | null;
  time_zone: string | null;
  inputs: Json<Record<string, GivenInput>>;
  file_input: string | null;
  state: Generated<TriggerState>;
  problem: string | null;
  next_at: Time | null;
  since: TimeByDefault;
  created_at: TimeByDefault;
  removed_at: Time | null;
};

type WorkflowTriggerStartsTable = { trigger_id: string; due: string; run_id: string | null; started_at: TimeByDefault };

export type WorkflowTables = {
  workflow_runs: WorkflowRunsTable;
  workflow_steps: WorkflowStepsTable;
  workflow_triggers: WorkflowTriggersTable;
  workflow_trigger_starts: WorkflowTriggerStartsTable;
};
