/* One request of a job to a model, answered as a whole, with what it used. */
import type { Usage } from "#core/review/review.ts";
import { estimateCost, takesAnswerSchema, type ModelRow } from "#core/models/models.ts";
import type { ProblemCode } from "#core/workspace/problem.ts";
import type { Model, ModelEnd, ModelEvent, ModelRequest } from "../models/model.ts";

export type AskingModel = {
  row: ModelRow;
  model: Model;
  instructions: string;
  /** Parts of one message; the first stays the same where providers can reuse it. */
  texts: readonly string[];
  answerSchema?: NonNullable<ModelRequest["answerSchema"]>;
  signal: AbortSignal;
};

const patienceSeconds = 120;
const maxOutputTokens = 3000;
const minutesAtMost = 5;

/** `usage` grows by what the request used, whatever its end. */
export async function askModel(asking: AskingModel, usage: Usage): Promise<{ end: ModelEnd; text: string }> {
  const { row, model, instructions, texts, answerSchema, signal } = asking;
  const request: ModelRequest = {
    model: row.providerModel,
    instructions,
    messages: [{ role: "user", parts: texts.map((text) => ({ type: "text", text })) }],
    tools: [],
    reasoningEffort: "low",
    maxOutputTokens,
    patienceSeconds,
    ...(answerSchema !== undefined && takesAnswerSchema(row) && row.provider !== "compatible" && { answerSchema }),
  };
  let text = "";
  const onEvent = (event: ModelEvent) => {
    if (event.kind === "text") text += event.text;
    if (event.kind === "usage") addUsage(usage, event, row);
  };
  const end = await model.ask(request, onEvent, AbortSignal.any([signal, AbortSignal.timeout(minutesAtMost * 60_000)]));
  return { end, text: text.replaceAll(/<think>[\s\S]*?(?:<\/think>|$)/gu, "") };
}

function addUsage(usage: Usage, event: Extract<ModelEvent, { kind: "usage" }>, row: ModelRow): void {
  usage.inputTokens += event.inputTokens;
  usage.outputTokens += event.outputTokens;
  const cost = estimateCost(event, row);
  usage.cost = cost === undefined || usage.cost === null ? null : usage.cost + cost;
}

const busy: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  "model-rate-limited",
  "model-overloaded",
  "model-unreachable",
  "model-silent",
  "model-cut-off",
]);
const refused: ReadonlySet<ProblemCode> = new Set<ProblemCode>(["model-key-refused", "model-not-configured", "model-unknown"]);

/** The provider takes nothing at present. */
export const isBusy = (code: ProblemCode) => busy.has(code);
/** Nothing can be answered like this. */
export const isRefusal = (code: ProblemCode) => refused.has(code);
