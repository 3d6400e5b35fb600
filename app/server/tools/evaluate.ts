/*
 * Objective measures and checks of a text: readability and internal contradictions. Defined terms
 * and clause references are checked if the text has any.
 */
import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import { citationFigures } from "#core/law/authorities.ts";
import { findCitations } from "#core/law/citations.ts";
import { checkClauseReferences, type ClauseReferences } from "#core/clauses/clause-references.ts";
import { reportDefinedTerms, type DefinedTermReport } from "#core/clauses/defined-terms.ts";
import { checkFigures } from "#core/clauses/figure-checks.ts";
import { looksLegal } from "#core/law/legal-text.ts";
import { unpairedMarks } from "#core/prose/mechanical-rules.ts";
import { fleschWord, lixWord, measureReadability, type Readability } from "#core/prose/readability.ts";
import { fewestScoredWords } from "#core/prose/scored-words.ts";
import type { Span } from "#core/text/sentences.ts";
import { verifyCitations } from "#core/claims/verify-citations.ts";
import { detectLanguage } from "../prose/language.ts";
import { lineOf } from "./finding-list.ts";
import { subjectFields, subjectText } from "./subject.ts";
import type { Tool, ToolContext } from "./tool.ts";

const input = z.object({
  ...subjectFields,
  checks: z
    .array(z.enum(["readability", "terms", "references", "figures", "marks", "citations"]))
    .min(1)
    .default(["readability", "terms", "references", "figures", "marks", "citations"])
    .describe("Which checks to run; all when left out."),
});

export const evaluateTool: Tool<z.infer<typeof input>> = {
  name: "evaluate",
  description:
    "Measures a text by rules: readability (Flesch, Flesch-Kincaid, LIX), sentence and paragraph lengths, passive share, long sentences; and checks defined terms (unused, defined twice, undefined), references to clauses and schedules that are not there, numbers that contradict themselves, impossible dates, unpaired quotation marks and brackets; and says which share of the citations of this chat are verified, word for word in their sources. It does not judge content.",
  input,
  async execute({ checks, ...subject }, context) {
    const text = await subjectText(subject, context);
    const language = detectLanguage(text) ?? "en";
    const measured = measureReadability(text, language);
    if (!measured) throw new Error("There are no words in this text.");
    const place: Place = (span, more) => Object.assign({ text: excerpt(text, span), line: lineOf(text, span.start) }, more);
    const has = (check: (typeof checks)[number]) => checks.includes(check);
    // This thread writes other runs too: yield between checks of a long text.
    await setImmediate();
    const references = has("references") ? checkClauseReferences(text) : null;
    await setImmediate();
    const terms = has("terms") ? reportDefinedTerms(text) : null;
    await setImmediate();
    context.signal.throwIfAborted();
    const citations = has("citations") ? await citationsOf(text, context) : null;
    return {
      language,
      legal: looksLegal(text),
      ...(has("readability") ? { readability: readabilityResult(measured, place) } : {}),
      ...(terms && terms.terms.length > 0 ? { definedTerms: termsResult(terms, place) } : {}),
      ...(references ? { references: referencesResult(references, place) } : {}),
      ...(has("figures")
        ? { figures: checkFigures(text).map((one) => place(one, { kind: one.kind, explanation: one.explanation })) }
        : {}),
      ...(has("marks")
        ? {
            unpairedMarks: unpairedMarks(text, language)
              .slice(0, 20)
              .map((one) => place(around(text, one), { explanation: one.reason })),
          }
        : {}),
      ...(citations ? { citations } : {}),
      limits: limits(language, terms, references),
    };
  },
};

/** The text's own citations, checked against the newest source of each number; without any, those of the whole chat. */
async function citationsOf(text: string, context: ToolContext) {
  const cited = await context.cited();
  if (findCitations(text).length === 0) return citationFigures(cited);
  const newest = new Map(cited.map((source) => [source.number, source]));
  return citationFigures(verifyCitations(text, [...newest.values()]));
}

/** Extra details about a location, with its words and line. */
type Place = <More extends object>(span: Span, more?: More) => { text: string; line: number } & More;

function readabilityResult(measured: Readability, place: Place) {
  const { longSentences, passives, flesch, fleschKincaidGrade, lix, ...figures } = measured;
  return {
    ...figures,
    ...(figures.words < fewestScoredWords
      ? { flesch: null, fleschMeaning: null, fleschKincaidGrade: null, lix: null, lixMeaning: null }
      : {
          flesch,
          fleschMeaning: flesch === null ? null : fleschWord(flesch),
          fleschKincaidGrade,
          lix,
          lixMeaning: lixWord(lix),
        }),
    longSentences: longSentences
      .toSorted((a, b) => b.words - a.words)
      .slice(0, 5)
      .map((one) => place(one, { words: one.words })),
    longSentenceCount: longSentences.length,
    passiveExamples: passives.slice(0, 5).map((one) => place(one)),
  };
}

function termsResult(report: DefinedTermReport, place: Place) {
  return {
    defined: report.terms.length,
    unused: report.unused.map((one) => place(one.definitions[0]!, { term: one.term })),
    definedTwice: report.definedTwice.map((one) => ({ term: one.term, lines: one.definitions.map((span) => place(span).line) })),
    inconsistentCase: report.inconsistentCase.map((one) =>
      place(one.lowerCase[0]!, { term: one.term, times: one.lowerCase.length }),
    ),
    undefined: report.undefined.slice(0, 15).map((one) => place(one.first, { term: one.term, uses: one.uses })),
  };
}

function referencesResult(references: ClauseReferences, place: Place) {
  const seen = new Set<string>();
  const missing = references.missing.filter((one) => !seen.has(one.target) && seen.add(one.target));
  return {
    checked: references.checked,
    missing: missing.slice(0, 15).map((one) => place(one, { target: one.target })),
    doubtful: references.doubtful,
  };
}

function limits(language: string, terms: DefinedTermReport | null, references: ClauseReferences | null): string[] {
  const said = ["Figures and patterns only: content, argument and law were not judged."];
  if (language !== "en") said.push("Flesch figures and the share of passives exist for English only.");
  if (terms && terms.terms.length > 0) said.push("A term counts as used only where its words stand as defined.");
  if (references?.doubtful)
    said.push(
      "Many clause numbers were not found, so the text may have lost its numbering; take the list of missing clauses with care.",
    );
  return said;
}

function excerpt(text: string, { start, end }: Span): string {
  const words = text.slice(start, end).replace(/\s+/g, " ").trim();
  return words.length > 240 ? `${words.slice(0, 239)}…` : words;
}

function around(text: string, { start, end }: Span): Span {
  const line = {
    start: text.lastIndexOf("\n", start - 1) + 1,
    end: text.indexOf("\n", end) === -1 ? text.length : text.indexOf("\n", end),
  };
  return { start: Math.max(line.start, start - 40), end: Math.min(line.end, end + 40) };
}
