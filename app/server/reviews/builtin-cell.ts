/*
 * The built-in editor in a review: it finds the sentence that has most of the question's words, and a date, an amount or
 * a number in it if there is one alone. It composes nothing, and what it does not know for sure it calls unclear.
 */
import { figuresIn, type Figure } from "#core/claims/figures.ts";
import type { ReadDocument } from "#core/review/judge-finding.ts";
import type { CellFinding, CellSource, ColumnFormat, ReviewColumn } from "#core/review/review.ts";
import { typedValue } from "#core/review/typed-value.ts";
import { pageAt } from "#core/sources/file-text.ts";
import { detectLanguage } from "../prose/language.ts";
import { rankPassages } from "../prose/passages.ts";

const shown = 2;
/** The share of the question's words that a sentence must have. */
export const nearCoverage = 0.34;
const sure = 0.6;

export function builtinFinding(
  column: Pick<ReviewColumn, "label" | "question" | "format" | "choices">,
  document: ReadDocument,
): CellFinding {
  const question = `${column.label}. ${column.question}`;
  const ranked = rankPassages([document.text], question, detectLanguage(document.text) ?? "en", shown);
  const [best] = ranked;
  if (best === undefined || best.coverage < nearCoverage) return unclear("No words of the document match the question.", []);
  const sources = ranked.map(({ start, end }) => sourceOf(start, end, document));
  const answer = best.coverage < sure ? null : figureFor(column.format, best.text);
  if (answer === null) return unclear("The built-in editor can’t answer this. These words come closest.", sources);
  const typed = typedValue(column, answer);
  if (!typed.ok) return unclear(typed.note, sources);
  return { state: "found", answer, value: typed.value, sources: sources.slice(0, 1), note: null };
}

const kinds: Partial<Record<ColumnFormat, Figure["kind"]>> = { date: "date", amount: "sum", period: "period" };

/** Null unless the sentence has one figure of the kind. */
function figureFor(format: ColumnFormat, sentence: string): string | null {
  const kind = kinds[format];
  if (kind === undefined) return null;
  const figures = figuresIn(sentence).filter((figure) => figure.kind === kind);
  return new Set(figures.map(({ value }) => value)).size === 1 ? figures[0]!.text : null;
}

function sourceOf(start: number, end: number, { text, blocks }: ReadDocument): CellSource {
  const words = text.slice(start, end);
  const page = pageAt(blocks, start);
  return { quoted: words, verdict: "verified", start, end, words, ...(page !== undefined && { page }) };
}

function unclear(note: string, sources: CellSource[]): CellFinding {
  return { state: "unclear", answer: "", value: null, sources, note };
}
