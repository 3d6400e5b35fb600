/*
 * The memo of a research: its answers in order, every sentence judged against the sources it names, and what has none
 * marked so. The draft is made of the text; the sentences with their verdicts are kept beside it.
 */
import { markerVerdicts } from "../claims/marker-verdicts.ts";
import { strictest } from "../claims/verdicts.ts";
import { verifyCitations } from "../claims/verify-citations.ts";
import { findCitations } from "../law/citations.ts";
import type { CitedWords, Source } from "../sources/source.ts";
import { longDay } from "../text/day-and-time.ts";
import { splitSentences, type ProseLanguage } from "../text/sentences.ts";
import { memoWords } from "./memo-words.ts";
import { datesOf } from "./authority-dates.ts";
import type { LoggedSearch, MemoPart, MemoSentence, ResearchAuthority, StepFinding } from "./research.ts";
import type { MemoParts } from "./step-question.ts";

export type MemoGiven = {
  question: string;
  language: ProseLanguage;
  /** The law of which day, and the day it is written; ISO dates. */
  day: string | null;
  today: string;
  /** Null if no model gave them. */
  parts: MemoParts | null;
  /** False if rules put it together from extracts. */
  isComposed: boolean;
  steps: readonly { question: string; finding: StepFinding }[];
  sources: readonly Source[];
  authorities: readonly ResearchAuthority[];
  searches: readonly LoggedSearch[];
};

export type Memo = {
  /** With [[n]], for those who turn them into notes. */
  markdown: string;
  parts: MemoPart[];
  /** The sources with the verdict of each citation, in the order of the text. */
  checked: Source[];
};

export function composeMemo(given: MemoGiven): Memo {
  const words = memoWords[given.language];
  const { parts, steps, day, today } = given;
  const sections: { heading: string; level: 2 | 3; text: string }[] = [];
  const add = (heading: string, level: 2 | 3, text: string) => text !== "" && sections.push({ heading, level, text });
  if (parts !== null) add(words.shortAnswer, 2, parts.shortAnswer);
  for (const { question, finding } of steps) if (finding.state === "found") add(question, 3, finding.text);
  if (parts !== null) {
    add(words.counter, 2, parts.counter);
    add(words.change, 2, parts.change);
  }
  const cited = new Map<number, CitedWords[]>();
  const judged = sections.map(({ heading, level, text }) => {
    const one = judgedSection(text, given.sources, words.noSource);
    for (const source of one.checked)
      if (source.number !== undefined && source.cited !== undefined)
        cited.set(source.number, [...(cited.get(source.number) ?? []), ...source.cited]);
    return Object.assign(one, { heading, level });
  });
  const missing = steps.filter(({ finding }) => finding.state !== "found");
  const markdown = [
    `# ${words.memo}: ${escaped(given.question)}`,
    day === null ? words.lawToday(longDay(today, given.language)) : words.lawOn(longDay(day, given.language)),
    given.isComposed ? "" : words.extracts,
    ...judged.map(({ heading, level, text }) => `${"#".repeat(level)} ${escaped(heading)}\n\n${text}`),
    missing.length === 0 ? "" : `## ${words.gaps}\n\n${missing.map((one) => gapLine(one, words.gap)).join("\n")}`,
    authoritiesTable(given),
    logList(given),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
  return {
    markdown: `${markdown}\n`,
    parts: judged.map(({ heading, sentences }) => ({ heading, sentences })),
    checked: given.sources.map((source) => {
      const own = source.number === undefined ? undefined : cited.get(source.number);
      return own === undefined ? source : { ...source, cited: own };
    }),
  };
}

type Judged = { text: string; sentences: MemoSentence[]; checked: Source[] };

/** A part of a memo with the verdict of each sentence; in `text`, those without a source say so. */
export function judgedSection(given: string, sources: readonly Source[], noSource: string): Judged {
  const checked = verifyCitations(given, sources);
  const verdicts = markerVerdicts(given, checked);
  let used = 0;
  const sentences: MemoSentence[] = [];
  const blocks = given.split(/\n{2,}/).map((block) => {
    if (isLabel(block)) return block;
    let text = "";
    let at = 0;
    for (const { start, end } of sentencesOf(block)) {
      const said = block.slice(start, end);
      const count = findCitations(said).reduce((sum, { numbers }) => sum + numbers.length, 0);
      const own = verdicts.slice(used, used + count);
      used += count;
      if (!/\p{L}/u.test(withoutMarkers(said))) continue;
      const worst = strictest(own);
      const verdict = worst?.verdict ?? "no-source";
      const difference = worst?.cited?.difference;
      sentences.push({
        text: withoutMarkers(said),
        verdict,
        numbers: [...new Set(own.map(({ number }) => number))],
        ...(difference !== undefined && {
          difference: { said: difference.said, ...(difference.source !== undefined && { source: difference.source }) },
        }),
      });
      text += block.slice(at, start) + (verdict === "no-source" && own.length === 0 ? marked(said, noSource) : said);
      at = end;
    }
    return text + block.slice(at);
  });
  return { text: blocks.join("\n\n"), sentences, checked };
}

/** A line in bold names what stands below it. */
const isLabel = (block: string) => /^\s*\*\*[^*\n]+\*\*\s*$/.test(block);

const leadingMarkers = /^(?:\s{0,4}\[\[[\d,; ]{1,60}\]\][.,;]?){1,20}/;

/** A block quote is one; markers behind a full stop belong to the sentence that it ends. */
function sentencesOf(block: string): { start: number; end: number }[] {
  if (/^\s*>/.test(block)) return [{ start: 0, end: block.length }];
  const sentences: { start: number; end: number }[] = [];
  for (const piece of splitSentences(block)) {
    const before = sentences.at(-1);
    const markers = before === undefined ? null : leadingMarkers.exec(piece.text);
    if (before === undefined || markers === null) {
      sentences.push({ start: piece.start, end: piece.end });
      continue;
    }
    before.end = piece.start + markers[0].length;
    const rest = piece.text.slice(markers[0].length);
    if (rest.trim() !== "") sentences.push({ start: before.end + (rest.length - rest.trimStart().length), end: piece.end });
  }
  return sentences;
}

function withoutMarkers(text: string): string {
  return text
    .replaceAll(/\s{0,4}\[\[[\d,; ]{1,60}\]\]/g, "")
    .replaceAll(/^>[ \t]?/gm, "")
    .trim();
}

/** In front of the full stop. */
function marked(sentence: string, noSource: string): string {
  const [end] = /[.!?…:]["'”’»)\]*_]{0,4}\s*$/.exec(sentence) ?? [""];
  return `${sentence.slice(0, sentence.length - end.length)} (${noSource})${end}`;
}

function gapLine({ question, finding }: { question: string; finding: StepFinding }, gap: (question: string) => string): string {
  const more = [finding.text, finding.note ?? ""].filter((one) => one.trim() !== "").map((one) => escaped(withoutMarkers(one)));
  return `- ${[escaped(gap(question)), ...more].join(" ")}`;
}

function authoritiesTable({ language, authorities }: MemoGiven): string {
  if (authorities.length === 0) return "";
  const { authorities: heading, columns, status } = memoWords[language];
  const rows = authorities.map((one) => {
    const name = one.title === "" || one.title === one.name ? one.name : `${one.name}, ${one.title}`;
    return `| ${one.number} | ${cell(name)} | ${cell(datesOf(one))} | ${status[one.status]} |`;
  });
  return [`## ${heading}\n`, `| ${columns.join(" | ")} |`, "| --- | --- | --- | --- |", ...rows].join("\n");
}

function logList({ language, searches }: MemoGiven): string {
  if (searches.length === 0) return "";
  const { log, looked, nothing, setAside } = memoWords[language];
  const lines = searches.map(({ searched, query, jurisdictions, day, found, notices }) => {
    const where = [looked[searched], jurisdictions.join(", "), day ?? ""].filter((part) => part !== "").join(", ");
    const taken = found.filter(({ isTaken }) => isTaken).map(({ name }) => name);
    const aside = found.filter(({ isTaken }) => !isTaken).map(({ name }) => name);
    const came = [
      taken.length === 0 && aside.length === 0 ? nothing : [...new Set(taken)].join("; "),
      aside.length === 0 ? "" : `${setAside}: ${[...new Set(aside)].join("; ")}`,
      ...notices,
    ].filter((part) => part !== "");
    return `- ${where}${query === "" ? "" : `: “${escaped(query)}”`} → ${escaped(came.join(". "))}`;
  });
  return `## ${log}\n\n${lines.join("\n")}`;
}

function escaped(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(/[\\`*_{}[\]<>|~$^#]/g, "\\$&");
}

const cell = (text: string) => escaped(text);
