/*
 * Language-independent checks: repeated words, extra or missing spaces,
 * unpaired brackets and quotation marks. Code, email addresses and URLs are
 * skipped.
 */
import type { Finding } from "./finding.ts";
import { splitParagraphs, type ProseLanguage, type Span } from "../text/sentences.ts";

/** Ranges where no rule applies: fenced and inline code, URLs, email addresses, [[3]] markers. */
export function protectedSpans(text: string): Span[] {
  const places =
    /^(`{3,12}|~{3,12})[^\n]*\n[\s\S]*?(?:^\1|$(?![\s\S]))|`[^`\n]+`|\bhttps?:\/\/[^\s<>")\]]+|\bwww\.[^\s<>")\]]+|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}|\[\[\d+\]\]/gmu;
  return [...text.matchAll(places)].map((hit) => ({ start: hit.index, end: hit.index + hit[0].length }));
}

export function outsideProtected(findings: readonly Finding[], text: string): Finding[] {
  const spans = protectedSpans(text);
  return findings.filter(
    (finding) => !spans.some((span) => finding.start < span.end && span.start < Math.max(finding.end, finding.start + 1)),
  );
}

/** Words that may legitimately be repeated. */
const mayRepeat: Record<ProseLanguage, ReadonlySet<string>> = {
  en: new Set(["had", "that", "no", "so", "very", "bye", "ha", "hear", "knock", "there"]),
  sv: new Set(["så", "nej", "ja", "men", "på", "det", "som", "för", "den", "de", "om"]),
  de: new Set(["die", "der", "das", "den", "dem", "sie", "nein", "ja", "so", "sehr", "wie", "dass"]),
  nl: new Set(["die", "dat", "nee", "ja", "zo", "heel", "het", "ze", "als"]),
};

/** In any of the languages, for a text of unknown language. */
export function mayStandTwice(word: string): boolean {
  return Object.values(mayRepeat).some((words) => words.has(word.toLowerCase()));
}

export function mechanicalFindings(text: string, language: ProseLanguage): Finding[] {
  return outsideProtected([...doubledWords(text, language), ...spacing(text, language), ...unpairedMarks(text, language)], text);
}

/** The reason, in the text's language; `{x}` is the word or mark. */
const reasons = {
  "doubled-word": {
    en: "“{x}” is repeated.",
    sv: "”{x}” står två gånger.",
    de: "„{x}“ steht doppelt.",
    nl: "“{x}” staat er twee keer.",
  },
  "space-before-mark": {
    en: "No space before this mark.",
    sv: "Inget mellanslag före tecknet.",
    de: "Kein Leerzeichen vor diesem Zeichen.",
    nl: "Geen spatie voor dit teken.",
  },
  "double-space": {
    en: "One space is enough.",
    sv: "Ett mellanslag räcker.",
    de: "Ein Leerzeichen genügt.",
    nl: "Eén spatie is genoeg.",
  },
  "double-spaces": {
    en: "Double spaces stand at {x} places.",
    sv: "Dubbla mellanslag finns på {x} ställen.",
    de: "Doppelte Leerzeichen stehen an {x} Stellen.",
    nl: "Dubbele spaties staan op {x} plaatsen.",
  },
  "missing-space": {
    en: "A space belongs after this mark.",
    sv: "Ett mellanslag saknas efter tecknet.",
    de: "Nach diesem Zeichen fehlt ein Leerzeichen.",
    nl: "Na dit teken hoort een spatie.",
  },
  "missing-space-after-stop": {
    en: "A space belongs between sentences.",
    sv: "Ett mellanslag saknas mellan meningarna.",
    de: "Zwischen den Sätzen fehlt ein Leerzeichen.",
    nl: "Tussen zinnen hoort een spatie.",
  },
  "space-in-brackets": {
    en: "No space just inside a bracket.",
    sv: "Inget mellanslag innanför parentesen.",
    de: "Kein Leerzeichen innen an der Klammer.",
    nl: "Geen spatie binnen het haakje.",
  },
  "doubled-mark": {
    en: "The punctuation mark is repeated.",
    sv: "Tecknet står två gånger.",
    de: "Das Zeichen steht doppelt.",
    nl: "Het teken staat er twee keer.",
  },
  "unclosed-mark": {
    en: "{x} is opened here and not closed.",
    sv: "{x} öppnas här men stängs inte.",
    de: "{x} wird hier geöffnet und nicht geschlossen.",
    nl: "{x} wordt hier geopend en niet gesloten.",
  },
  "unopened-mark": { en: "{x} closes nothing.", sv: "{x} stänger inget.", de: "{x} schließt nichts.", nl: "{x} sluit niets." },
} as const satisfies Record<string, Record<ProseLanguage, string>>;

function reasonFor(rule: keyof typeof reasons, language: ProseLanguage, x: string | number = ""): string {
  return reasons[rule][language].replace("{x}", () => String(x));
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
      reason: reasonFor("doubled-word", language, first),
      kind: "repetition",
      rule: "doubled-word",
      sure: true,
    });
  }
  return findings;
}

type SpacingRule = { rule: keyof typeof reasons; pattern: RegExp; replace: (match: string) => string; sure: boolean };

const spacingRules: SpacingRule[] = [
  {
    rule: "space-before-mark",
    pattern: /(?<=[\p{L}\p{N})\]”"])[^\S\n]+[,;!?](?=\s|$)|(?<=[\p{L})\]”"])[^\S\n]+\.(?=\s+\p{Lu}|\s*$)/gmu,
    replace: (match) => match.trim(),
    sure: true,
  },
  {
    rule: "double-space",
    // Four or more spaces are layout: columns, a table, a signature line.
    pattern: /(?<=[^\s.!?:;|])[^\S\n\t]{2,3}(?=[^\s|(–—_])/gu,
    replace: () => " ",
    sure: true,
  },
  {
    rule: "missing-space",
    pattern: /(?<=\p{Ll}{2})[,;](?=\p{L}{2})/gu,
    replace: (match) => `${match} `,
    sure: true,
  },
  {
    rule: "missing-space-after-stop",
    pattern: /(?<=\p{Ll}{3})\.(?=\p{Lu}\p{Ll}{2,}\s)/gu,
    replace: () => ". ",
    sure: false,
  },
  {
    rule: "space-in-brackets",
    pattern: /(?<=\()[^\S\n]+(?=\p{L})|(?<=\p{L})[^\S\n]+(?=\)(?:\s|[.,;:]|$))/gmu,
    replace: () => "",
    sure: true,
  },
  {
    rule: "doubled-mark",
    pattern: /(?<=[\p{L}\p{N})])(?:,{2,}|;{2,}|(?<!\.)\.{2}(?!\.))(?=\s|$)/gmu,
    replace: (match) => match[0]!,
    sure: true,
  },
];

/** Text laid out or justified with spaces has hundreds of them; flagging each is no help. */
const fewDoubleSpaces = 8;

function spacing(text: string, language: ProseLanguage): Finding[] {
  const findings = spacingRules.flatMap(({ rule, pattern, replace, sure }) =>
    [...text.matchAll(pattern)].map((hit) => ({
      start: hit.index,
      end: hit.index + hit[0].length,
      original: hit[0],
      replacement: replace(hit[0]),
      reason: reasonFor(rule, language),
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
    reason: reasonFor("double-spaces", language, doubles.length),
    sure: false,
  };
  return [...findings.filter((finding) => finding.rule !== "double-space"), once];
}

const closers: Record<string, string> = { ")": "(", "]": "[", "}": "{", "”": "“", "»": "«" };

/** Unpaired brackets and quotation marks, checked per paragraph. */
export function unpairedMarks(text: string, language: ProseLanguage = "en"): Finding[] {
  const paragraphs = splitParagraphs(text);
  return paragraphs.flatMap((paragraph, at) => {
    const next = paragraphs[at + 1]?.text ?? "";
    return unpairedIn(paragraph.text, language)
      .filter(({ mark }) => !(mark === "“" && next.startsWith("“")))
      .map(({ at: place, mark, opening }): Finding => {
        const start = paragraph.start + place;
        const reason = reasonFor(opening ? "unclosed-mark" : "unopened-mark", language, mark);
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

function unpairedIn(paragraph: string, language: ProseLanguage): { at: number; mark: string; opening: boolean }[] {
  // German opens low and closes with the English opening mark, so it is a separate pair.
  const german = paragraph.includes("„");
  // Swedish opens and closes with the same mark.
  const swedish = paragraph.includes("»") && !paragraph.includes("«");
  const isPaired = language === "sv" && !paragraph.includes("“") && paragraph.split("”").length % 2 === 1;
  const open: { at: number; mark: string }[] = [];
  const bad: { at: number; mark: string; opening: boolean }[] = [];
  let straight: number | null = null;
  for (let at = 0; at < paragraph.length; at++) {
    const mark = paragraph[at]!;
    if (mark === '"') straight = isInchMark(paragraph, at) ? straight : straight === null ? at : null;
    else if ((swedish && mark === "»") || (isPaired && mark === "”")) continue;
    else if (german && mark === "„") open.push({ at, mark });
    else if (german && (mark === "“" || mark === "”")) popOr(open, "„", () => bad.push({ at, mark, opening: false }));
    else if ("([{“«".includes(mark)) open.push({ at, mark });
    else if (mark in closers) {
      // "a)" and "12)" start a list item unless a bracket is open: "(see Article 8)".
      popOr(open, closers[mark]!, () => isListMarker(paragraph, at) || bad.push({ at, mark, opening: false }));
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
