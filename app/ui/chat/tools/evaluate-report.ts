/* An evaluation: the figures, and each issue with its line. */
import { fewestScoredWords } from "#core/prose/scored-words.ts";
import { findingsIn } from "./check-reports.ts";
import { countOf, fieldsOf, listIn, numberIn, wordListIn, wordsIn, type Fields } from "./fields.ts";
import type { Shown } from "./shown-report.ts";
import type { ShownFigure, ShownFinding, ToolPart } from "./shown-report.ts";

export function evaluateReport(result: Fields): Shown {
  const readability = fieldsOf(result["readability"]);
  const citations = fieldsOf(result["citations"]);
  const issues = [...clauseIssues(result), ...termIssues(fieldsOf(result["definedTerms"]))];
  const count = issues.reduce((sum, { findings }) => sum + findings.length, 0) + wrongCitations(citations);
  const words = numberIn(readability["words"]);
  const text = words === null ? "" : ` in ${countOf(words, "word")}`;
  return {
    title: count === 0 ? `No issues found${text}` : `${countOf(count, "issue")} found${text}`,
    parts: [
      ...issues,
      { kind: "figures", label: "Citations", figures: citationFigures(citations) },
      { kind: "figures", label: "Readability", figures: readabilityFigures(readability) },
      { kind: "findings", label: "Longest sentences", findings: longSentences(readability) },
      { kind: "findings", label: "Passive sentences", findings: findingsIn(readability["passiveExamples"]) },
      { kind: "notes", label: "Limits", notes: wordListIn(result["limits"]) },
    ],
  };
}

type Findings = Extract<ToolPart, { kind: "findings" }>;

function clauseIssues(result: Fields): Findings[] {
  const { missing } = fieldsOf(result["references"]);
  return [
    { kind: "findings", label: "Contradictions and dates", findings: findingsIn(result["figures"]) },
    { kind: "findings", label: "References to missing clauses", findings: named(missing, ({ target }) => wordsIn(target)) },
    { kind: "findings", label: "Unpaired marks", findings: findingsIn(result["unpairedMarks"]) },
  ];
}

function termIssues({ unused, definedTwice, inconsistentCase, undefined: unknown }: Fields): Findings[] {
  const twice = listIn(definedTwice).map(({ term, lines }) => ({
    text: wordsIn(term),
    reason: Array.isArray(lines) ? `Defined on lines ${lines.join(" and ")}` : "Defined twice",
    line: null,
  }));
  const term = ({ term: name }: Fields) => wordsIn(name);
  return [
    { kind: "findings", label: "Terms defined and never used", findings: named(unused, term) },
    { kind: "findings", label: "Terms defined twice", findings: twice },
    { kind: "findings", label: "Terms in inconsistent case", findings: named(inconsistentCase, term) },
    { kind: "findings", label: "Terms without a definition", findings: named(unknown, term) },
  ];
}

function named(value: unknown, nameOf: (one: Fields) => string): ShownFinding[] {
  return listIn(value).map((one) => ({ text: nameOf(one), reason: wordsIn(one["text"]), line: numberIn(one["line"]) }));
}

function longSentences({ longSentences: sentences }: Fields): ShownFinding[] {
  return listIn(sentences).map(({ text, words, line }) => ({
    text: wordsIn(text),
    reason: countOf(numberIn(words) ?? 0, "word"),
    line: numberIn(line),
  }));
}

function readabilityFigures(readability: Fields): ShownFigure[] {
  const share = numberIn(readability["passiveShare"]);
  // Results stored by earlier versions have scores of any text.
  const isScored = (numberIn(readability["words"]) ?? 0) >= fewestScoredWords;
  const scores = [
    figure("Flesch reading ease", readability["flesch"], wordsIn(readability["fleschMeaning"])),
    figure("Years of schooling", readability["fleschKincaidGrade"]),
    figure("LIX", readability["lix"], wordsIn(readability["lixMeaning"])),
  ];
  return [
    figure("Words", readability["words"]),
    figure("Sentences", readability["sentences"]),
    figure("Paragraphs", readability["paragraphs"]),
    figure("Words per sentence", readability["wordsPerSentence"]),
    figure("Longest sentence, in words", readability["longestSentence"]),
    ...(isScored ? scores : []),
    share === null ? null : { name: "Passive sentences", value: `${Math.round(share * 100)}%`, meaning: "" },
  ].filter((one) => one !== null);
}

function citationFigures(citations: Fields): ShownFigure[] {
  return [
    figure("Checked", citations["citations"]),
    figure("Verified", citations["verified"]),
    figure("Supported", citations["supported"]),
    figure("Only the quotation verified", citations["quotationOnly"]),
    figure("Not confirmed", citations["unconfirmed"]),
    figure("Altered", citations["altered"]),
    figure("Different", citations["differs"]),
    figure("Not found", citations["notFound"]),
  ].filter((one) => one !== null);
}

function wrongCitations({ altered, differs, notFound }: Fields): number {
  return [altered, differs, notFound].reduce<number>((sum, value) => sum + (numberIn(value) ?? 0), 0);
}

function figure(name: string, value: unknown, meaning = ""): ShownFigure | null {
  const number = numberIn(value);
  return number === null ? null : { name, value: number.toLocaleString("en", { maximumFractionDigits: 1 }), meaning };
}
