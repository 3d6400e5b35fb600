/* Asks a model one question about one document, and judges the answer. */
import { cellAnswerSchema, cellInstructions, joinSaid, partsOf, questionText, readSaid } from "#core/review/cell-question.ts";
import { judgeFinding, type ReadDocument, type SaidFinding } from "#core/review/judge-finding.ts";
import type { CellFinding, ReviewColumn, Usage } from "#core/review/review.ts";
import { estimateCost, takesAnswerSchema, type ModelRow } from "#core/models/models.ts";
import { problemOf, type ProblemCode } from "#core/workspace/problem.ts";
import { fenced } from "../models/fenced.ts";
import type { Model, ModelEnd, ModelEvent, ModelRequest } from "../models/model.ts";

export type Asking = {
  row: ModelRow;
  model: Model;
  column: Pick<ReviewColumn, "label" | "question" | "format" | "choices">;
  document: ReadDocument;
  /** Of the review. */
  instructions: string;
  signal: AbortSignal;
};

/** `busy`: the provider takes nothing at present; `stopped`: the signal was aborted. Neither is an answer. */
export type CellEnd =
  | { kind: "answered"; finding: CellFinding; usage: Usage }
  | { kind: "busy"; sentence: string; usage: Usage }
  /** No cell can be answered like this. */
  | { kind: "refused"; sentence: string; usage: Usage }
  | { kind: "stopped"; usage: Usage };

const patienceSeconds = 120;
/** Of a self-hosted model, whose window is seldom known. */
const unknownWindow = 48_000;
const longestPart = 600_000;
const maxOutputTokens = 3000;
const minutesAtMost = 5;

export async function askCell(asking: Asking): Promise<CellEnd> {
  const { row, column, document } = asking;
  const usage: Usage = { inputTokens: 0, outputTokens: 0, cost: 0 };
  const all: SaidFinding[] = [];
  for (const part of partsOf(document.text, partLength(row))) {
    const { end, text } = await askOfPart(asking, part, usage);
    if (asking.signal.aborted) return { kind: "stopped", usage };
    if (end.reason === "problem") return endOf(end.code, usage);
    const said = readSaid(text);
    if (said === null) return failed("The model’s answer could not be read.", usage);
    all.push(said);
    if (said.found === "yes") break;
  }
  return { kind: "answered", finding: judgeFinding(column, document, joinSaid(all)), usage };
}

/** Three characters a token, and room for the question and the answer. */
function partLength({ contextWindow }: ModelRow): number {
  return contextWindow === null ? unknownWindow : Math.max(4000, Math.min(longestPart, Math.floor((contextWindow - 4000) * 2.4)));
}

async function askOfPart(asking: Asking, part: string, usage: Usage): Promise<{ end: ModelEnd; text: string }> {
  const { row, model, column, document, instructions, signal } = asking;
  const request: ModelRequest = {
    model: row.providerModel,
    instructions: cellInstructions,
    messages: [
      {
        role: "user",
        parts: [
          { type: "text", text: fenced(document.name, part) },
          { type: "text", text: questionText(column, instructions) },
        ],
      },
    ],
    tools: [],
    reasoningEffort: "low",
    maxOutputTokens,
    patienceSeconds,
    ...(takesAnswerSchema(row) && row.provider !== "compatible" && { answerSchema: cellAnswerSchema }),
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

function endOf(code: ProblemCode, usage: Usage): CellEnd {
  const sentence = problemOf(code).title;
  if (busy.has(code)) return { kind: "busy", sentence, usage };
  if (refused.has(code)) return { kind: "refused", sentence, usage };
  return failed(code === "model-context-full" ? "The document is longer than the model can read." : sentence, usage);
}

function failed(note: string, usage: Usage): CellEnd {
  return { kind: "answered", finding: { state: "failed", answer: "", value: null, sources: [], note }, usage };
}
