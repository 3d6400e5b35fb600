/* Answers a step from the passages found for it: a model in its words, with their numbers; rules by the passages alone. */
import { detectLanguage } from "../prose/language.ts";
import { extractsText } from "#core/research/extracts.ts";
import { noUsage, type StepFinding } from "#core/research/research.ts";
import { readStepAnswer, stepInstructions, stepText } from "#core/research/step-question.ts";
import type { ModelRow } from "#core/models/models.ts";
import type { Usage } from "#core/review/review.ts";
import { problemOf } from "#core/workspace/problem.ts";
import type { RunFacts } from "../data/research/research-runs.ts";
import { JobRefused } from "../jobs/job-outcomes.ts";
import type { Model } from "../models/model.ts";
import { rankPassages } from "../prose/passages.ts";
import { askModel, isBusy, isRefusal } from "../reviews/ask-model.ts";
import type { Passage, StepSearched } from "./search-step.ts";

export type AskingStep = {
  row: ModelRow;
  model: () => Model;
  facts: RunFacts;
  question: string;
  searched: StepSearched;
  signal: AbortSignal;
};

/** Longer ones are given by their best sentences. */
const longestExtract = 900;

export async function answerStep(asking: AskingStep): Promise<{ finding: StepFinding; usage: Usage }> {
  const { row, model, facts, question, searched, signal } = asking;
  const { passages, notices } = searched;
  const note = notices.length === 0 ? null : [...new Set(notices)].join(" ");
  if (passages.length === 0) return { finding: { state: "not-found", text: "", note }, usage: noUsage };
  if (row.provider === "builtin") {
    const extracts = passages.map((passage) => ({ ...passage, text: shortened(passage, question) }));
    return { finding: { state: "found", text: extractsText(extracts), note }, usage: noUsage };
  }
  const usage: Usage = { ...noUsage };
  const texts = [stepText(question, facts, passages)];
  const text = await askOrThrow({ row, model: model(), instructions: stepInstructions, texts, signal }, usage);
  if (text === null) return { finding: { state: "failed", text: "", note: "The model could not answer this." }, usage };
  return { finding: { ...readStepAnswer(text), note }, usage };
}

type Asking = Parameters<typeof askModel>[0];

/** Null if the model had no answer. A busy provider is tried again with the job; a refusal ends it. */
export async function askOrThrow(asking: Asking, usage: Usage): Promise<string | null> {
  const { end, text } = await askModel(asking, usage);
  asking.signal.throwIfAborted();
  if (end.reason !== "problem") return text;
  const sentence = problemOf(end.code).title;
  if (isBusy(end.code)) throw new Error(sentence);
  if (isRefusal(end.code)) throw new JobRefused(sentence);
  return null;
}

/** Its sentences that bear most on the question, in their order and whole. */
function shortened({ text }: Passage, question: string): string {
  if (text.length <= longestExtract) return text;
  const [best] = rankPassages([text], question, detectLanguage(text) ?? "en", 1);
  return best === undefined ? text.slice(0, text.indexOf("\n\n") > 0 ? text.indexOf("\n\n") : longestExtract) : best.text;
}
