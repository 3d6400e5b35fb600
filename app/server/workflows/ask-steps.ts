/* Steps that a model does, or that a person does instead if none is connected. */
import { isCounted } from "#core/account/plans.ts";
import { locateQuoted } from "#core/review/judge-finding.ts";
import { typedValue } from "#core/review/typed-value.ts";
import type { StepQuestion, StepSource } from "#core/workflows/run.ts";
import { isDocument, valueFor, written, type WorkflowValue } from "#core/workflows/values.ts";
import { referencesIn, replaceReferences, splitList } from "#core/workflows/workflow-words.ts";
import {
  changeAnswerSchema,
  changeInstructions,
  readChanges,
  readWritten,
  writeAnswerSchema,
  writeInstructions,
  writeQuestion,
  type SaidChange,
} from "#core/workflows/write-question.ts";
import { problemOf } from "#core/workspace/problem.ts";
import { refuseBeyondTokens } from "../data/accounts/plan-usage.ts";
import { JobRefused } from "../jobs/job-outcomes.ts";
import { askDocument, type AskingDocument } from "../reviews/ask-document.ts";
import { documentOf, sourcesIn, type StepDocument } from "./documents.ts";
import { proposeSteps } from "./propose-steps.ts";
import { valueOfSetting, type DoStep, type StepContext } from "./step-context.ts";

/** Longer words are material, which is sent as data. */
const inlineAtMost = 200;

export const writeStep: DoStep = async (context) => {
  const { step, values, row } = context;
  if (row.provider === "builtin") return instead(context, "");
  const documents = await materialOf(context);
  const body = replaceReferences(step.body, (one) => {
    const value = values[one.name];
    const text = valueFor(values, one);
    return value !== undefined && isMaterial(value, one.part, text) ? `“${labelOf(one)}”` : text;
  });
  const asked = await askModel(
    context,
    {
      document: { name: "Material", text: documents.map(({ name, text }) => `# ${name}\n\n${text}`).join("\n\n") || "None." },
      instructions: writeInstructions,
      question: writeQuestion(step, body),
      answerSchema: writeAnswerSchema,
    },
    readWritten,
  );
  const answer = asked.answers.map((one) => one.answer.trim()).join("\n\n");
  const quoted = asked.answers.flatMap(({ quotations }) => quotations);
  const sources = quoted.flatMap((words) => sourceOf(words, documents));
  const format = step.settings["Answer"] ?? "text";
  const { usage } = asked;
  if (format === "text") return { kind: "done", result: { type: "text", text: answer }, sources, usage, note: noteOn(sources) };
  if (format === "list") return { kind: "done", result: { type: "list", items: linesOf(answer) }, sources, usage };
  const typed = typedValue(
    { format: format as "date", choices: splitList(step.settings["Choices"] ?? "") },
    asked.answers[0]!.answer,
  );
  // An answer that is none of the possible ones is a person's to settle.
  if (!typed.ok) return { ...instead(context, answer), usage, note: `${typed.note} The model said: ${answer.slice(0, 200)}` };
  return { kind: "done", result: { type: "text", text: typed.value ?? answer }, sources, usage };
};

const labelOf = ({ name, part }: { name: string; part: string }) => (part === "" ? name : `${name}: ${part}`);

function isMaterial(value: WorkflowValue, part: string, text: string): boolean {
  return (part === "" && (isDocument(value) || value.type === "files")) || text.length > inlineAtMost || text.includes("\n");
}

/** Everything the step names that is more than a few words. */
async function materialOf({ step, values, me, services }: StepContext): Promise<StepDocument[]> {
  const documents = new Map<string, StepDocument>();
  for (const one of referencesIn(step.body)) {
    const [value, label] = [values[one.name], labelOf(one)];
    if (value === undefined || documents.has(label) || !isMaterial(value, one.part, valueFor(values, one))) continue;
    const all =
      value.type === "files" && one.part === "" ? value.files.map((file) => ({ type: "file" as const, ...file })) : [value];
    for (const each of all) {
      const isWhole = one.part === "" && isDocument(each);
      const document = await documentOf(
        me,
        services.db,
        isWhole ? each : { type: "pasted", name: label, text: valueFor(values, one) },
      );
      documents.set(all.length > 1 ? `${label} ${document.name}` : label, isWhole ? document : { ...document, value: each });
    }
  }
  return [...documents.values()];
}

function sourceOf(quoted: string, documents: readonly StepDocument[]): StepSource[] {
  if (!/[\p{L}\p{N}]/u.test(quoted)) return [];
  const found = documents.map((document) => ({ document, source: locateQuoted(quoted, document) }));
  const best =
    found.find(({ source }) => source.verdict === "verified") ?? found.find(({ source }) => source.start !== undefined) ?? found[0];
  return best === undefined ? [] : sourcesIn(best.document, [best.source]);
}

function noteOn(sources: readonly StepSource[]): string {
  const missing = sources.filter(({ start }) => start === undefined).length;
  if (missing === 0) return "";
  return missing === 1 ? "One quotation is not in the material." : `${missing} quotations are not in the material.`;
}

const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.replace(/^(?:[-*]|\d{1,3}[.)]) /u, "").trim())
    .filter(Boolean);

/** What a model would have done is asked of a person. */
function instead({ step, values, run }: StepContext, proposal: string) {
  const format = step.settings["Answer"];
  const choices = format === "yes-no" ? ["yes", "no"] : splitList(step.settings["Choices"] ?? "");
  const question: StepQuestion = {
    ask: choices.length > 0 ? "choose" : "answer",
    text: written(step.body, values),
    choices,
    proposal: choices.length > 0 ? "" : proposal,
    isInstead: true,
  };
  return { kind: "asked" as const, question, waitsFor: run.madeBy };
}

type Asking = Pick<AskingDocument, "document" | "instructions" | "question" | "answerSchema">;

async function askModel<T>({ asker, me, services, row, signal }: StepContext, asking: Asking, read: (text: string) => T | null) {
  if (isCounted(row.id)) await refuseBeyondTokens(me, services.db);
  const end = await services.lanes.run(row.provider, () =>
    askDocument({ row, model: asker.model(), signal, ...asking }, { read, isEnough: () => false }),
  );
  if (end.kind === "answered") return { answers: end.answers, usage: end.usage };
  signal.throwIfAborted();
  if (end.kind === "unreadable" || end.kind === "refused") throw new JobRefused(end.sentence);
  throw new Error(end.kind === "busy" ? end.sentence : problemOf("model-cut-off").title);
}

export const changeStep: DoStep = async (context) => {
  const { step, values, row } = context;
  const document = await documentOf(context.me, context.services.db, valueOfSetting(context, "Draft"));
  if (row.provider === "builtin") {
    const question: StepQuestion = {
      ask: "approve",
      text: `Make these changes in “${document.name}” yourself, then continue:\n\n${written(step.body, values)}`,
      choices: [],
      proposal: "",
      isInstead: true,
    };
    return { kind: "asked", question, waitsFor: context.run.madeBy };
  }
  const part = await context.part("changes", "Ask for changes", async () => {
    const asked = await askModel(
      context,
      {
        document,
        instructions: changeInstructions,
        question: `Step: ${step.title}\n${written(step.body, values)}`,
        answerSchema: changeAnswerSchema,
      },
      readChanges,
    );
    const items = asked.answers.flat().map((one) => JSON.stringify(one));
    return { result: { type: "list", items }, sources: [], note: "", usage: asked.usage };
  });
  const changes = part.result?.type === "list" ? part.result.items.map((one) => JSON.parse(one) as SaidChange) : [];
  return proposeSteps(context, document, changes);
};

export const askPersonStep: DoStep = ({ step, values, run }) => {
  const { settings, body } = step;
  const question: StepQuestion = {
    ask: settings["Ask"] as StepQuestion["ask"],
    text: written(body, values),
    choices: splitList(settings["Choices"] ?? ""),
    proposal: settings["Proposal"] === undefined ? "" : written(settings["Proposal"], values),
    isInstead: false,
  };
  const dueInDays = Number.parseInt(settings["Due"] ?? "", 10);
  const waitsFor = settings["For"] === "anyone" ? null : run.madeBy;
  return Promise.resolve({ kind: "asked", question, waitsFor, ...(dueInDays > 0 && { dueInDays }) });
};

export const outputStep: DoStep = ({ step, values }) =>
  Promise.resolve({ kind: "done", result: { type: "text", text: written(step.body, values) } });
