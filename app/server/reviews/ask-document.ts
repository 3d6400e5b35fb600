/* Asks a model something about one document, part by part if it is long, and counts what that costs. */
import type { Usage } from "#core/review/review.ts";
import { partsOf } from "#core/review/cell-question.ts";
import type { ModelRow } from "#core/models/models.ts";
import { problemOf, type ProblemCode } from "#core/workspace/problem.ts";
import { fenced } from "../models/fenced.ts";
import type { Model, ModelRequest } from "../models/model.ts";
import { askModel, isBusy, isRefusal } from "./ask-model.ts";

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

/** Of a self-hosted model, whose window is seldom known. */
const unknownWindow = 48_000;
const longestPart = 600_000;

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
    const { document, question, ...rest } = asking;
    const { end, text } = await askModel({ ...rest, texts: [fenced(document.name, part), question] }, usage);
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
export function partLength({ contextWindow }: ModelRow): number {
  return contextWindow === null ? unknownWindow : Math.max(4000, Math.min(longestPart, Math.floor((contextWindow - 4000) * 2.4)));
}

function endOf(code: ProblemCode, usage: Usage): Exclude<DocumentEnd<never>, { kind: "answered" | "stopped" }> {
  const sentence = problemOf(code).title;
  if (isBusy(code)) return { kind: "busy", sentence, usage };
  if (isRefusal(code)) return { kind: "refused", sentence, usage };
  const isTooLong = code === "model-context-full";
  return { kind: "unreadable", sentence: isTooLong ? "The document is longer than the model can read." : sentence, usage };
}
