/* What a run will send to a model, as far as its inputs tell. */
import { estimateCost, type ModelRow } from "#core/models/models.ts";
import { readPlaybook } from "#core/playbooks/playbook-file.ts";
import { readQuestions } from "#core/review/questions-file.ts";
import type { RunEstimate } from "#core/workflows/run.ts";
import { itemsOf, textOfValue, type WorkflowValue, type WorkflowValues } from "#core/workflows/values.ts";
import type { Workflow, WorkflowStep } from "#core/workflows/workflow.ts";
import { readAskedQuestions, referencesIn, soleReference } from "#core/workflows/workflow-words.ts";
import type { Person } from "#core/workspace/policy.ts";
import type { Db } from "../db/database.ts";
import { documentOf } from "./documents.ts";
import { findItem } from "./find-item.ts";

const charactersPerToken = 4;
const instructionTokens = 300;
const answerTokens: Partial<Record<WorkflowStep["kind"], number>> = {
  write: 700,
  change: 900,
  extract: 150,
  check: 200,
  review: 150,
};
/** Of what an earlier step will have written. */
const resultCharacters = 2000;

type Counting = { me: Person; db: Db; values: WorkflowValues; row: ModelRow };
type Asked = { requests: number; inputTokens: number; outputTokens: number };

export async function estimateRun(counting: Counting, { steps }: Workflow): Promise<RunEstimate> {
  const { row } = counting;
  const all: Asked[] = [];
  for (const step of steps) all.push(...(await askedBy(counting, step)));
  const sum = (key: keyof Asked) => all.reduce((total, one) => total + one[key], 0);
  const [modelSteps, inputTokens, outputTokens] = [sum("requests"), sum("inputTokens"), sum("outputTokens")];
  if (row.provider === "builtin") return { modelSteps: 0, inputTokens: 0, outputTokens: 0, cost: 0, model: row.name };
  const each =
    modelSteps === 0 ? 0 : estimateCost({ inputTokens: inputTokens / modelSteps, outputTokens: outputTokens / modelSteps }, row);
  return {
    modelSteps,
    inputTokens: Math.ceil(inputTokens),
    outputTokens,
    cost: each === undefined ? null : each * modelSteps,
    model: row.name,
  };
}

async function askedBy(counting: Counting, step: WorkflowStep, times = 1): Promise<Asked[]> {
  if (step.kind === "if" || step.kind === "for each") {
    const items = step.kind === "if" ? 1 : Math.max(1, itemsOf(valueIn(counting.values, step.settings["In"])).length);
    return (await Promise.all(step.steps.map((one) => askedBy(counting, one, times * items)))).flat();
  }
  const output = answerTokens[step.kind];
  if (output === undefined) return [];
  const requests = times * (await requestsOf(counting, step));
  const texts = Object.values(step.settings).concat(step.body);
  let characters = step.body.length;
  for (const { name } of texts.flatMap(referencesIn)) characters += await lengthOf(counting, counting.values[name]);
  const inputTokens = requests * (characters / charactersPerToken + instructionTokens);
  return [{ requests, inputTokens, outputTokens: requests * output }];
}

async function requestsOf({ me, db, values }: Counting, { kind, settings, body }: WorkflowStep): Promise<number> {
  const setting = kind === "check" ? "Playbook" : "Questions";
  if (kind === "write" || kind === "change") return 1;
  const own = kind === "extract" ? readAskedQuestions(body).length : 0;
  if (settings[setting] === undefined) return own;
  const chosen = valueIn(values, settings[setting]);
  const called = chosen?.type === "item" ? chosen.id : settings[setting];
  const found = await findItem(me, db, kind === "check" ? "playbooks" : "questions", called).catch(refused);
  if (found === null) return own;
  if (kind === "check") {
    const read = readPlaybook(found.source);
    return "playbook" in read ? read.playbook.rules.length : 0;
  }
  const read = readQuestions(found.source);
  const count = "questions" in read ? read.questions.columns.length : 0;
  return own + count * (kind === "review" ? Math.max(1, itemsOf(valueIn(values, settings["Documents"])).length) : 1);
}

function valueIn(values: WorkflowValues, setting = ""): WorkflowValue | undefined {
  const one = soleReference(setting);
  return one === null ? undefined : values[one.name];
}

async function lengthOf({ me, db }: Counting, value: WorkflowValue | undefined): Promise<number> {
  if (value === undefined) return resultCharacters;
  if (value.type === "pasted") return value.text.length;
  if (value.type !== "file" && value.type !== "draft" && value.type !== "files") return textOfValue(value).length;
  const all = value.type === "files" ? value.files.map((file) => ({ ...file, type: "file" as const })) : [value];
  // One that cannot be read is said when the step comes to it.
  const lengths = await Promise.all(
    all.map((one) =>
      documentOf(me, db, one).then(
        ({ text }) => text.length,
        () => 0,
      ),
    ),
  );
  return value.type === "files" ? Math.max(0, ...lengths) : (lengths[0] ?? 0);
}

/** What cannot be found costs nothing; what failed is thrown. */
function refused(error: unknown): null {
  if (error instanceof Response) return null;
  throw error;
}
