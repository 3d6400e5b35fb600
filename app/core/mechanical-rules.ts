/*
 * What can be checked in any language without knowing it: a doubled word, a
 * space too many or too few, a bracket or a quotation mark without its partner.
 * Code, addresses and URLs are left alone.
 */
import type { Finding } from "./finding.ts";
import { splitParagraphs, type ProseLanguage, type Span } from "./sentences.ts";

/** Places where no rule applies: fenced and inline code, URLs, e-mail addresses, [[3]] markers. */
export function protectedSpans(text: string): Span[] {
  const places =
    /^(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^\1|$(?![\s\S]))|`[^`\n]+`|\bhttps?:\/\/[^\s<>")\]]+|\bwww\.[^\s<>")\]]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\[\[\d+\]\]/gmu;
  return [...text.matchAll(places)].map((hit) => ({ start: hit.index, end: hit.index + hit[0].length }));
}

export function outsideProtected(findings: readonly Finding[], text: string): Finding[] {
  const spans = protectedSpans(text);
  return findings.filter(
    (finding) => !spans.some((span) => finding.start < span.end && span.start < Math.max(finding.end, finding.start + 1)),
  );
}

/** Words that may rightly stand twice. */
const mayRepeat: Record<ProseLanguage, ReadonlySet<string>> = {
  en: new Set(["had", "that", "no", "so", "very", "bye", "ha", "hear", "knock", "there"]),
  sv: new Set(["så", "nej", "ja", "men", "på", "det", "som", "för", "den", "de", "om"]),
  de: new Set(["die", "der", "das", "den", "dem", "sie", "nein", "ja", "so", "sehr", "wie", "dass"]),
  nl: new Set(["die", "dat", "nee", "ja", "zo", "heel", "het", "ze", "als"]),
};

export function mechanicalFindings(text: string, language: ProseLanguage): Finding[] {
  return outsideProtected([...doubledWords(text, language), ...spacing(text), ...unpairedMarks(text)], text);
}

function doubledWords(text: string, language: ProseLanguage): Finding[] {
  const findings: Finding[] = [];
  for (const hit of text.matchAll(
    /(?<![\p{L}\p{N}'’_-])(\p{L}+)((?:[^\S\n]+|[^\S\n]*\r?\n[^\S\n]*))(\1)(?![\p{L}\p{N}_]|['’-]\p{L})/giu,
  )) {
    const [whole, first, , second] = hit as unknown as [string, string, string, string];
    const word = first.toLowerCase();
    if (mayRepeat[language].has(word) || (/^\p{Lu}/u.test(second) && (first !== second || /^\p{Lu}\p{Ll}/u.test(first)))) continue;
    if (first.length === 1 && !/^(?:a|i)$/i.test(first)) continue;
    findings.push({
      start: hit.index,
      end: hit.index + whole.length,
      original: whole,
      replacement: first,
      reason: `The word “${first}” stands twice.`,
      kind: "repetition",
      rule: "doubled-word",
      sure: true,
    });
  }
  return findings;
}

type SpacingRule = { rule: string; pattern: RegExp; replace: (match: string) => string; reason: string; sure: boolean };

const spacingRules: SpacingRule[] = [
  {
    rule: "space-before-mark",
    pattern: /(?<=[\p{L}\p{N})\]”"])[^\S\n]+[,;!?](?=\s|$)|(?<=[\p{L})\]”"])[^\S\n]+\.(?=\s+\p{Lu}|\s*$)/gmu,
    replace: (match) => match.trim(),
    reason: "No space before this mark.",
    sure: true,
  },
  {
    rule: "double-space",
    // Four and more are layout: columns, a table, a line to sign on.
    pattern: /(?<=[^\s.!?:;|])[^\S\n\t]{2,3}(?=[^\s|(–—_])/gu,
    replace: () => " ",
    reason: "One space is enough.",
    sure: true,
  },
  {
    rule: "missing-space",
    pattern: /(?<=\p{Ll}{2})[,;](?=\p{L}{2})/gu,
    replace: (match) => `${match} `,
    reason: "A space belongs after this mark.",
    sure: true,
  },
  {
    rule: "missing-space-after-stop",
    pattern: /(?<=\p{Ll}{3})\.(?=\p{Lu}\p{Ll}{2,}\s)/gu,
    replace: () => ". ",
    reason: "A space belongs between sentences.",
    sure: false,
  },
  {
    rule: "space-in-brackets",
    pattern: /(?<=\()[^\S\n]+(?=\p{L})|(?<=\p{L})[^\S\n]+(?=\)(?:\s|[.,;:]|$))/gmu,
    replace: () => "",
    reason: "No space just inside a bracket.",
    sure: true,
  },
  {
    rule: "doubled-mark",
    pattern: /(?<=[\p{L}\p{N})])(?:,{2,}|;{2,}|(?<!\.)\.{2}(?!\.))(?=\s|$)/gmu,
    replace: (match) => match[0]!,
    reason: "The mark stands twice.",
    sure: true,
  },
];

/** A text set in columns or justified with spaces has hundreds of them; changing each helps nobody. */
const fewDoubleSpaces = 8;

function spacing(text: string): Finding[] {
  const findings = spacingRules.flatMap(({ rule, pattern, replace, reason, sure }) =>
    [...text.matchAll(pattern)].map((hit) => ({
      start: hit.index,
      end: hit.index + hit[0].length,
      original: hit[0],
      replacement: replace(hit[0]),
      reason,
      kind: "spacing" as const,
      rule,
      sure,
    })),
  );
  const doubles = findings.filter((finding) => finding.rule === "double-space");
  if (doubles.length <= fewDoubleSpaces) return findings;
  const once: Finding = {
    ...doubles[0]!,
    replacement: null,
    reason: `Double spaces stand at ${doubles.length} places.`,
    sure: false,
  };
  return [...findings.filter((finding) => finding.rule !== "double-space"), once];
}

const closers: Record<string, string> = { ")": "(", "]": "[", "}": "{", "”": "“", "»": "«" };

/** Brackets and quotation marks without their partner, judged paragraph by paragraph. */
export function unpairedMarks(text: string): Finding[] {
  const paragraphs = splitParagraphs(text);
  return paragraphs.flatMap((paragraph, at) => {
    const next = paragraphs[at + 1]?.text ?? "";
    return unpairedIn(paragraph.text)
      .filter(({ mark }) => !(mark === "“" && next.startsWith("“")))
      .map(({ at: place, mark, opening }): Finding => {
        const start = paragraph.start + place;
        const reason = opening ? `“${mark}” is opened here and not closed.` : `“${mark}” closes nothing.`;
        return {
          start,
          end: start + mark.length,
          original: mark,
          replacement: null,
          reason,
          kind: "unpaired",
          rule: "unpaired-mark",
          sure: false,
        };
      });
  });
}

function unpairedIn(paragraph: string): { at: number; mark: string; opening: boolean }[] {
  // German opens low and closes with what English opens with; read it as a pair of its own.
  const german = paragraph.includes("„");
  // Swedish opens and closes with the same mark.
  const swedish = paragraph.includes("»") && !paragraph.includes("«");
  const open: { at: number; mark: string }[] = [];
  const bad: { at: number; mark: string; opening: boolean }[] = [];
  let straight: number | null = null;
  for (let at = 0; at < paragraph.length; at++) {
    const mark = paragraph[at]!;
    if (mark === '"') straight = isInchMark(paragraph, at) ? straight : straight === null ? at : null;
    else if (swedish && mark === "»") continue;
    else if (german && mark === "„") open.push({ at, mark });
    else if (german && (mark === "“" || mark === "”")) popOr(open, "„", () => bad.push({ at, mark, opening: false }));
    else if ("([{“«".includes(mark)) open.push({ at, mark });
    else if (mark in closers && !isListMarker(paragraph, at)) {
      popOr(open, closers[mark]!, () => bad.push({ at, mark, opening: false }));
    }
  }
  bad.push(...open.filter(({ mark }) => mark !== "«").map(({ at, mark }) => ({ at, mark, opening: true })));
  if (straight !== null) bad.push({ at: straight, mark: '"', opening: true });
  return bad.toSorted((a, b) => a.at - b.at);
}

function popOr(open: { at: number; mark: string }[], opener: string, otherwise: () => void): void {
  const at = open.findLastIndex(({ mark }) => mark === opener);
  if (at === -1) otherwise();
  else open.splice(at, 1);
}

function isInchMark(text: string, at: number): boolean {
  return /\d/.test(text[at - 1] ?? "") && !/\p{L}/u.test(text[at + 1] ?? "") && !text.slice(0, at).includes('"');
}

/** "a)", "12)", "iv)" at the start of a line or after a space, and ":)". */
function isListMarker(text: string, at: number): boolean {
  return text[at] === ")" && /(?:^|\s)(?:\p{L}|\d{1,3}|[ivxlc]{1,5}|[:;]-?)$/iu.test(text.slice(Math.max(0, at - 6), at));
}
