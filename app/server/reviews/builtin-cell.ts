/*
 * The built-in editor in a review. The parties it reads where an agreement begins (find-parties.ts), and a clause that
 * agreements have in usual words it finds by them (find-clause.ts); otherwise the sentence that has most of the
 * question's words, and a date, an amount or a period in it if there is one alone. It composes nothing, and what it does
 * not know for sure it calls unclear. A clause is not present if the document has none of the words that it is made of.
 */
import { figuresIn, type Figure } from "#core/signs/figures.ts";
import { answerIn, clausesFor, conceptOf } from "#core/review/find-clause.ts";
import { isAboutParties, partiesIn } from "#core/review/find-parties.ts";
import { judgeFinding, type ReadDocument } from "#core/review/judge-finding.ts";
import { reviewLimits, type CellFinding, type CellSource, type ColumnFormat, type ReviewColumn } from "#core/review/review.ts";
import { typedValue } from "#core/review/typed-value.ts";
import { pageAt } from "#core/sources/file-text.ts";
import type { ProseLanguage } from "#core/text/sentences.ts";
import { detectLanguage } from "../prose/language.ts";
import { rankPassages } from "../prose/passages.ts";

const shown = 2;
/** The share of the question's words that a sentence must have. */
export const nearCoverage = 0.34;
const sure = 0.6;

type Asked = Pick<ReviewColumn, "label" | "question" | "format" | "choices">;

export function builtinFinding(column: Asked, document: ReadDocument): CellFinding {
  const detected = detectLanguage(document.text);
  const language = detected ?? "en";
  const known = partiesFinding(column, document) ?? clauseFinding(column, document, detected);
  if (known !== null) return known;
  const kindWord = kindWords[column.format];
  const whole = `${column.label}. ${column.question}`;
  const question = kindWord === undefined ? whole : whole.replaceAll(kindWord, " ");
  const ranked = rankPassages([document.text], question, language, shown);
  const [best] = ranked;
  if (best === undefined || best.coverage < nearCoverage) return unclear("No words of the document match the question.", []);
  const sources = ranked.map(({ start, end }) => sourceOf(start, end, document));
  const answer = best.coverage < sure ? null : figureFor(column.format, best.text);
  if (answer === null) return unclear("The built-in editor can’t answer this. These words come closest.", sources);
  const typed = typedValue(column, answer);
  if (!typed.ok) return unclear(typed.note, sources);
  return { state: "found", answer, value: typed.value, sources: sources.slice(0, 1), note: null };
}

/** Null if the question is not about the parties, or the document does not begin with them. */
function partiesFinding(column: Asked, document: ReadDocument): CellFinding | null {
  if (!isAboutParties(column) || (column.format !== "list" && column.format !== "text")) return null;
  const found = partiesIn(document.text);
  if (found === null) return null;
  const answer = found.names.join(column.format === "list" ? "\n" : "; ");
  const { start, end } = found.place;
  return { state: "found", answer, value: null, sources: [sourceOf(start, end, document)], note: null };
}

/** Null if the question is not about a clause with usual words, or it is neither found nor ruled out. */
function clauseFinding(column: Asked, document: ReadDocument, detected: ProseLanguage | null): CellFinding | null {
  const concept = conceptOf(column);
  if (concept === undefined) return null;
  const sources = clausesFor(concept, document.text, detected ?? "en").map(({ start, end }) => sourceOf(start, end, document));
  const [first] = sources;
  // In a language of which no words are known, nothing can be ruled out.
  if (first === undefined) return detected !== null && !concept.named.test(document.text) ? absent(column, document) : null;
  const words = first.quoted.replaceAll(/\s+/gu, " ").trim();
  const short = answerIn(concept, words);
  if (column.format === "choice" && short !== null) {
    // Only a choice that is all of the answer: “Ireland” is in Northern Ireland, and “no” in almost anything.
    const chosen = column.choices.find((choice) => choice.toLowerCase() === short.toLowerCase());
    return chosen === undefined ? null : { state: "found", answer: chosen, value: chosen, sources: [first], note: null };
  }
  if (column.format !== "text" && column.format !== "clause") return null;
  const answer = (column.format === "text" ? short : null) ?? words;
  return { state: "found", answer: answer.slice(0, reviewLimits.answer), value: null, sources, note: null };
}

/** As of a model that says so: believed only of a document without unread pages. */
function absent(column: Asked, document: ReadDocument): CellFinding {
  const why = "It has none of the words that such a clause is made of.";
  return judgeFinding(column, document, { found: "no", answer: "", quotations: [], why });
}

/** A sentence with a date does not call it one, nor what is a day in a compound (“Förfallodag”). */
const kindWords: Partial<Record<ColumnFormat, RegExp>> = {
  date: /(?<!\p{L})(?:dates?|days?|\p{L}{0,20}(?:datum|dag|tag)|(?:miet|vertrags)?(?:beginn|ende))(?!\p{L})/giu,
  amount: /\b(?:amounts?|sums?|belopp|summa|betrag|bedrag)\b/giu,
  period: /\b(?:periods?|time|tid|zeitraum|periode|termijn)\b/giu,
};

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
