/*
 * A run of a workflow: its steps are stored one by one as they are done, so it continues where it was after any stop. A
 * step that waits for a person, or for other work, ends the job; the answer queues the next one.
 */
import type { CellSource } from "../review/review.ts";
import type { PreparedEmail } from "./email.ts";
import type { StepKind, WorkflowInput, PersonAsk } from "./workflow.ts";
import type { WorkflowValue, WorkflowValues } from "./values.ts";

export const runStates = ["working", "waiting", "done", "stopped", "failed", "cancelled"] as const;
export type RunState = (typeof runStates)[number];
export const runStateWords: Record<RunState, string> = {
  working: "Running",
  waiting: "Waiting",
  done: "Done",
  stopped: "Stopped",
  failed: "Failed",
  cancelled: "Cancelled",
};

export type StepState = "done" | "skipped" | "waiting" | "failed";

/** What a step was given, by the name of the setting. */
export type StepGiven = readonly { label: string; text: string }[];

/** Words that a result stands on. */
export type StepSource = CellSource & { document: string; fileId?: string; url?: string };

/** What is asked of a person. */
export type StepQuestion = {
  ask: PersonAsk;
  text: string;
  choices: readonly string[];
  /** What they begin from. */
  proposal: string;
  /** A model would have done it; none is connected. */
  isInstead: boolean;
  /** What they are to send. */
  email?: PreparedEmail;
};

export type StepMade = { kind: "draft" | "review" | "changes"; id: string; projectId: string; name: string };

export type RunStep = {
  /** "3", and inside a for each "3.2.1": the first step of its second time. */
  path: string;
  kind: StepKind;
  title: string;
  state: StepState;
  given: StepGiven;
  result: WorkflowValue | null;
  sources: readonly StepSource[];
  made: StepMade | null;
  /** Why it was skipped or has failed, or what is to be known about the result. */
  note: string;
  question: StepQuestion | null;
  /** Who is asked; null: anyone who may write in the project. */
  waitsFor: { id: string; name: string } | null;
  dueAt: string | null;
  answeredBy: string | null;
  model: string | null;
  cost: number | null;
  at: string;
};

export type RunSummary = {
  id: string;
  workflowId: string;
  name: string;
  version: number;
  state: RunState;
  projectId: string;
  projectName: string;
  by: string | null;
  at: string;
  /** The step that it waits at. */
  waitsAt: string | null;
};
export type RunPage = { runs: RunSummary[]; next: string | null };

export type WorkflowRun = RunSummary & {
  isTest: boolean;
  mayWrite: boolean;
  isMine: boolean;
  /** To pause or resume it; null if it is someone else's or none is at work. */
  job: { id: string | null; state: "queued" | "running" | "paused" | "failed" } | null;
  problem: string | null;
  inputs: readonly WorkflowInput[];
  values: WorkflowValues;
  steps: RunStep[];
  /** Steps of the workflow that have not begun. */
  left: { kind: StepKind; title: string }[];
  model: string;
  inputTokens: number;
  outputTokens: number;
  /** US dollars; null if a price is not known. */
  cost: number | null;
};

export type RunEstimate = { modelSteps: number; inputTokens: number; outputTokens: number; cost: number | null; model: string };

export type WaitingStep = {
  runId: string;
  path: string;
  workflow: string;
  title: string;
  ask: PersonAsk;
  projectName: string;
  dueAt: string | null;
  isOverdue: boolean;
  at: string;
};
