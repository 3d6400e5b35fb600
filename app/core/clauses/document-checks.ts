/*
 * Document checks that need no model: defined terms, references, numbering,
 * figures, punctuation. Each finding has a message, its range in the document's
 * text, and a replacement if only one is possible.
 *
 * Takes and returns plain values, so that it can run in a worker.
 */
import { checkClauseReferences } from "./clause-references.ts";
import { reportDefinedTerms, type DefinedTermReport, type UndefinedTerm } from "./defined-terms.ts";
import { checkFigures } from "./figure-checks.ts";
import { mayStandTwice, mechanicalFindings } from "../prose/mechanical-rules.ts";
import { numberingGaps, type NumberingGap } from "./numbering-gaps.ts";
import { differentPeriods } from "./period-checks.ts";
import { normaliseNeedle } from "../law/quotation.ts";
import type { Span } from "../text/sentences.ts";

export const checkGroups = ["terms", "references", "numbering", "figures", "marks"] as const;
export type CheckGroup = (typeof checkGroups)[number];

/** The kind of problem, for callers that word it differently than `message`. */
export type FindingKind = "unused" | "twice" | "case" | "undefined" | "missing" | "doubtful" | "numbering" | "figures" | "marks";

export type DocumentFinding = ShownFinding & { group: CheckGroup; kind: FindingKind };

/** As shown in the checks panel and highlighted in the text. */
export type ShownFinding = Span & {
  group: CheckGroup | "style";
  /** The words concerned, with some of the line on either side. */
  words: string;
  before: string;
  after: string;
  /** The problem, as a sentence. */
  message: string;
  replacement: string | null;
};

/** More than anyone reviews; the first of each kind are kept. */
const mostInGroup = 100;

/**
 * `outline` has the automatic clause numbers in reference form ("2.1(a)").
 * `broken` has cross-references with a missing target.
 */
export function checkDocument(text: string, outline: readonly string[], broken: readonly Span[] = []): DocumentFinding[] {
  return checkWithRemarks(text, outline, broken).findings;
}

/** `remarks`: words that may be terms without a definition. They aren't counted or marked in the text. */
export function checkWithRemarks(
  text: string,
  outline: readonly string[],
  broken: readonly Span[],
): { findings: DocumentFinding[]; remarks: DocumentFinding[] } {
  const report = reportDefinedTerms(text);
  const groups: DocumentFinding[][] = [
    termFindings(text, report),
    [...broken.map((one) => finding(text, "missing", one, brokenMessage)), ...referenceFindings(text, outline)],
    numberingGaps(text).map((gap) => finding(text, "numbering", gap, gapMessage(gap))),
    [...checkFigures(text), ...differentPeriods(text)].map((one) => finding(text, "figures", one, one.explanation)),
    markFindings(text),
  ];
  const ofEach = (one: DocumentFinding[]) => one.toSorted((a, b) => a.start - b.start).slice(0, mostInGroup);
  return {
    findings: groups.flatMap(ofEach),
    remarks: ofEach(report.seldom.map((one) => undefinedFinding(text, one))),
  };
}

/** Without findings that a pending proposal would fix, such as a term it uses or defines. */
export function withoutMet(findings: readonly DocumentFinding[], pending: readonly { replacement: string }[]): DocumentFinding[] {
  const words = pending.map(({ replacement }) => normaliseNeedle(replacement));
  const defined = new Set(pending.flatMap(({ replacement }) => reportDefinedTerms(replacement).terms.map(({ term }) => term)));
  return findings.filter(({ kind, words: own }) => {
    const term = normaliseNeedle(own).replaceAll(/^["'(]+|["')]+$/g, "");
    if (kind === "unused") return !words.some((one) => one.includes(term));
    return kind !== "undefined" || !defined.has(term);
  });
}

const groupOf: Record<FindingKind, CheckGroup> = {
  unused: "terms",
  twice: "terms",
  case: "terms",
  undefined: "terms",
  missing: "references",
  doubtful: "references",
  numbering: "numbering",
  figures: "figures",
  marks: "marks",
};

function finding(
  text: string,
  kind: FindingKind,
  { start, end }: Span,
  message: string,
  replacement: string | null = null,
): DocumentFinding {
  return {
    start,
    end,
    group: groupOf[kind],
    kind,
    ...wordsAt(text, start, end),
    message,
    replacement,
  };
}

/** The words of a finding, with some of the line on either side. */
export function wordsAt(text: string, start: number, end: number) {
  return { words: text.slice(start, end), ...beside(text, start, end) };
}

const besideLength = 32;

/** Whole words on the same line. */
function beside(text: string, start: number, end: number): { before: string; after: string } {
  const before = text.slice(Math.max(0, start - besideLength), start);
  const after = text.slice(end, end + besideLength);
  return {
    before: before
      .slice(before.lastIndexOf("\n") + 1)
      .replace(before.length < besideLength || before.includes("\n") ? "" : /^\S*\s?/, ""),
    after: after.split("\n", 1)[0]!.replace(after.length < besideLength || after.includes("\n") ? "" : /(?:^|\s|(?<!\S))\S*$/, ""),
  };
}

function termFindings(text: string, report: DefinedTermReport): DocumentFinding[] {
  return [
    ...report.unused.map((one) => finding(text, "unused", one.definitions[0]!, `“${one.term}” is defined and never used.`)),
    ...report.definedTwice.flatMap((one) =>
      one.definitions
        .slice(1)
        .map((place) => finding(text, "twice", place, `“${one.term}” is defined before: this is a second definition.`)),
    ),
    ...report.inconsistentCase.flatMap((one) =>
      one.lowerCase.map((place) => {
        const words = text.slice(place.start, place.end);
        return finding(
          text,
          "case",
          place,
          `“${one.term}” is a defined term but is in lower case here.`,
          meansAnother(text, place) ? null : withCaseOf(words, one.term),
        );
      }),
    ),
    ...report.undefined.map((one) => undefinedFinding(text, one)),
  ];
}

function undefinedFinding(text: string, { term, uses, first }: UndefinedTerm): DocumentFinding {
  const times = uses === 1 ? "once" : uses === 2 ? "twice" : `${uses} times`;
  return finding(text, "undefined", first, `“${term}” is used ${times} like a defined term, and is not defined.`);
}

/** "Its own confidential information" isn't the defined term: the possessive changes the meaning. */
function meansAnother(text: string, { start }: Span): boolean {
  const before = text.slice(Math.max(0, start - 40), start);
  return /(?:\bown|\bother|\bothers[’']|\bthird part(?:y|ies)[’']?s?|\banother[’']?s?)(?:\s+\p{Ll}+)?\s+$/iu.test(before);
}

/** Letter by letter, so that a plural stays plural. */
function withCaseOf(words: string, term: string): string {
  return [...words].map((letter, at) => (term[at]?.toLowerCase() === letter ? term[at] : letter)).join("");
}

const brokenMessage = "What this cross-reference points to is no longer in the document.";

function referenceFindings(text: string, outline: readonly string[]): DocumentFinding[] {
  const references = checkClauseReferences(text, outline);
  if (!references) return [];
  const { missing, doubtful } = references;
  if (doubtful && outline.length === 0) {
    const message = `${missing.length} references name clauses whose numbers are not in the text.`;
    return [finding(text, "doubtful", missing[0]!, message)];
  }
  return missing.map((one) =>
    finding(text, "missing", one, `There is no ${nounOf(one.reference)} ${one.target} in this document.`),
  );
}

/** "Clauses 2 and 3" → clause. */
function nounOf(reference: string): string {
  const word = /^\S+/.exec(reference)![0];
  const noun = word.replace(/^(clause|section|article|paragraph|schedule|exhibit)s$/i, "$1").replace(/^(annex)es$/i, "$1");
  return /^(?:clause|section|article|paragraph)$/i.test(noun) ? noun.toLowerCase() : noun.replace(/^appendices$/i, "Appendix");
}

function gapMessage({ kind, number, expected }: NumberingGap): string {
  if (kind === "twice") return `The number ${bare(number)} appears twice.`;
  return kind === "gap" ? `${bare(expected)} is missing before this one.` : `Out of order: ${bare(expected)} would be next.`;
}

function bare(number: string): string {
  return number.startsWith("(") ? number : number.replace(/[.)]$/, "");
}

function markFindings(text: string): DocumentFinding[] {
  return mechanicalFindings(text, "en")
    .filter((one) => !(one.rule === "doubled-word" && mayStandTwice(one.replacement ?? "")))
    .map((one) => finding(text, "marks", one, one.reason, one.replacement));
}
