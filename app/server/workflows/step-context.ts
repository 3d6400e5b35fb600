/* What every kind of step is given, and what it ends with. */
import type { ModelRow } from "#core/models/models.ts";
import type { Usage } from "#core/review/review.ts";
import type { RunStep, StepGiven, StepMade, StepQuestion, StepSource } from "#core/workflows/run.ts";
import { valueFor, written, type WorkflowValue, type WorkflowValues } from "#core/workflows/values.ts";
import type { WorkflowStep } from "#core/workflows/workflow.ts";
import { soleReference } from "#core/workflows/workflow-words.ts";
import type { Person } from "#core/workspace/policy.ts";
import type { StoredRun } from "../data/workflows/workflow-runs.ts";
import { JobRefused } from "../jobs/job-outcomes.ts";
import type { Asker } from "../playbooks/hold-rule.ts";
import type { WorkflowServices } from "./workflow-services.ts";

/** What was paid for by itself is stored by itself: after a stop it is not asked again. */
export type Part = Pick<RunStep, "sources" | "note"> & { result: WorkflowValue | null; usage: Usage };

export type StepContext = {
  services: WorkflowServices;
  me: Person;
  run: Pick<StoredRun, "id" | "projectId" | "organizationId" | "name" | "isTest" | "madeBy">;
  asker: Asker;
  row: ModelRow;
  step: WorkflowStep;
  path: string;
  values: WorkflowValues;
  signal: AbortSignal;
  part(key: string, title: string, of: () => Promise<Part>): Promise<Omit<Part, "usage">>;
};

export type StepEnd =
  | {
      kind: "done";
      result: WorkflowValue | null;
      sources?: readonly StepSource[];
      made?: StepMade;
      note?: string;
      usage?: Usage;
    }
  | { kind: "asked"; question: StepQuestion; waitsFor: string | null; dueInDays?: number; usage?: Usage; note?: string }
  /** For work of another kind, by the key of its job. */
  | { kind: "waits"; on: string; made: StepMade; note: string };

export type DoStep = (context: StepContext) => Promise<StepEnd>;

/** The value that a setting names, such as {{document}}. */
export function valueOfSetting({ step, values }: Pick<StepContext, "step" | "values">, setting: string): WorkflowValue {
  const one = soleReference(step.settings[setting] ?? "");
  if (one === null) throw new JobRefused(`“${setting}” names nothing.`);
  const value = values[one.name];
  if (value === undefined || (value.type === "text" && value.text === ""))
    throw new JobRefused(`“${setting}” is empty: nothing was given for “${one.name}”.`);
  return one.part === "" ? value : { type: "text", text: valueFor(values, one) };
}

export const wordsOfSetting = ({ step, values }: Pick<StepContext, "step" | "values">, setting: string) =>
  written(step.settings[setting] ?? "", values).trim();

const shownGiven = 400;

/** As the page of the run shows it. */
export function givenOf({ settings, body }: WorkflowStep, values: WorkflowValues): StepGiven {
  const shown = Object.entries({ ...settings, ...(body !== "" && { Text: body }) });
  return shown.map(([label, text]) => {
    const words = written(text, values);
    return { label, text: words.length > shownGiven ? `${words.slice(0, shownGiven)}…` : words };
  });
}
