/* Asks a model one question about one document, and judges the answer. */
import { cellAnswerSchema, cellInstructions, joinSaid, questionText, readSaid } from "#core/review/cell-question.ts";
import { judgeFinding, type ReadDocument } from "#core/review/judge-finding.ts";
import type { CellFinding, ReviewColumn, Usage } from "#core/review/review.ts";
import type { ModelRow } from "#core/models/models.ts";
import type { Model } from "../models/model.ts";
import { askDocument } from "./ask-document.ts";

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

export async function askCell({ column, document, instructions, ...asking }: Asking): Promise<CellEnd> {
  const question = questionText(column, instructions);
  const end = await askDocument(
    { ...asking, document, question, instructions: cellInstructions, answerSchema: cellAnswerSchema },
    { read: readSaid, isEnough: ({ found }) => found === "yes" },
  );
  if (end.kind === "unreadable") return failed(end.sentence, end.usage);
  if (end.kind !== "answered") return end;
  return { kind: "answered", finding: judgeFinding(column, document, joinSaid(end.answers)), usage: end.usage };
}

function failed(note: string, usage: Usage): CellEnd {
  return { kind: "answered", finding: { state: "failed", answer: "", value: null, sources: [], note }, usage };
}
