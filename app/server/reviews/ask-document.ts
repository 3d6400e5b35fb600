/* Asks a model something about one document, part by part if it is long, and counts what that costs. */
import type { Usage } from "#core/review/review.ts";
import { partsOf } from "#core/review/cell-question.ts";
import { estimateCost, takesAnswerSchema, type ModelRow } from "#core/models/models.ts";
import { problemOf, type ProblemCode } from "#core/workspace/problem.ts";
import { fenced } from "../models/fenced.ts";
import type { Model, ModelEnd, ModelEvent, ModelRequest } from "../models/model.ts";

export type AskingDocument = {
  row: ModelRow;
  model: Model;
  document: { name: string; text: string };
  instructions: string;
  question: string;
  answerSchema: NonNullable<ModelRequest["answerSchema"]>;
  signal: AbortSignal;
};

/** `busy`: the provider takes nothing at present; `stopped`: the signal was aborted. Neither is an answer. */
export type DocumentEnd<Answer> =
  | { kind: "answered"; answers: Answer[]; usage: Usage }
  | { kind: "unreadable"; sentence: string; usage: Usage }
  | { kind: "busy"; sentence: string; usage: Usage }
  /** Nothing can be answered like this. */
  | { kind: "refused"; sentence: string; usage: Usage }
  | { kind: "stopped"; usage: Usage };

const patienceSeconds = 120;
/** Of a self-hosted model, whose window is seldom known. */
const unknownWindow = 48_000;
const longestPart = 600_000;
const maxOutputTokens = 3000;
const minutesAtMost = 5;

type Reading<Answer> = {
  /** Null if it cannot be read. */
  read: (text: string) => Answer | null;
  /** Whether the parts behind it need not be read. */
  isEnough: (answer: Answer) => boolean;
};

/** An answer for each part that was read. */
export async function askDocument<Answer>(
  asking: AskingDocument,
  { read, isEnough }: Reading<Answer>,
): Promise<DocumentEnd<Answer>> {
  const usage: Usage = { inputTokens: 0, outputTokens: 0, cost: 0 };
  const answers: Answer[] = [];
  for (const part of partsOf(asking.document.text, partLength(asking.row))) {
    const { end, text } = await askOfPart(asking, part, usage);
    if (asking.signal.aborted) return { kind: "stopped", usage };
    if (end.reason === "problem") return endOf(end.code, usage);
    const answer = read(text);
    if (answer === null) return { kind: "unreadable", sentence: "The model’s answer could not be read.", usage };
    answers.push(answer);
    if (isEnough(answer)) break;
  }
  return { kind: "answered", answers, usage };
}

/** Three characters a token, and room for the question and the answer. */
function partLength({ contextWindow }: ModelRow): number {
  return contextWindow === null ? unknownWindow : Math.max(4000, Math.min(longestPart, Math.floor((contextWindow - 4000) * 2.4)));
}

async function askOfPart(asking: AskingDocument, part: string, usage: Usage): Promise<{ end: ModelEnd; text: string }> {
  const { row, model, document, instructions, question, answerSchema, signal } = asking;
  const request: ModelRequest = {
    model: row.providerModel,
    instructions,
    messages: [
      {
        role: "user",
        parts: [
          { type: "text", text: fenced(document.name, part) },
          { type: "text", text: question },
        ],
      },
    ],
    tools: [],
    reasoningEffort: "low",
    maxOutputTokens,
    patienceSeconds,
    ...(takesAnswerSchema(row) && row.provider !== "compatible" && { answerSchema }),
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

function endOf(code: ProblemCode, usage: Usage): Exclude<DocumentEnd<never>, { kind: "answered" | "stopped" }> {
  const sentence = problemOf(code).title;
  if (busy.has(code)) return { kind: "busy", sentence, usage };
  if (refused.has(code)) return { kind: "refused", sentence, usage };
  const isTooLong = code === "model-context-full";
  return { kind: "unreadable", sentence: isTooLong ? "The document is longer than the model can read." : sentence, usage };
}
