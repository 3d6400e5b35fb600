/*
 * Checks a document's references to its own clauses and schedules. "Article 28
 * of the GDPR" refers to something else and is ignored. Automatic clause
 * numbers aren't in the text, so they are passed separately. Null for a
 * document with neither (from a word processor), which can't be checked.
 */
import type { Span } from "../text/sentences.ts";

export type ClauseReferences = {
  /** Clause numbers found at the start of a line, and those passed in. */
  numbers: string[];
  checked: number;
  missing: (Span & { reference: string; target: string })[];
  /** So many are missing that the document's numbers are probably not all in its text. */
  doubtful: boolean;
};

const clauseWord =
  "clauses?|sections?|articles?|paragraphs?|punkt(?:en|erna)?|avsnitt|klausul(?:en)?|ziffern?|ziff\\.|abschnitt(?:e|s)?|klauseln?|artikel(?:en)?|clausules?";
const attachmentWord = "schedules?|exhibits?|annex(?:es)?|appendix|appendices|bilaga|bilagor|anlagen?|anhang|bijlagen?";
const number = "\\d{1,3}(?:\\.\\d{1,3})*";

/** `outline` has the automatic clause numbers in reference form: "2", "2.1", "2.1(a)". */
export function checkClauseReferences(text: string, outline: readonly string[] = []): ClauseReferences | null {
  const paths = new Set(outline);
  const numbers = new Set([...clauseNumbers(text), ...paths]);
  const missing: ClauseReferences["missing"] = [];
  let checked = 0;
  const hasNumbers = paths.size > 0 || numbers.size >= 3;
  if (hasNumbers) {
    const last = Math.max(...[...numbers].filter((one) => /^\d{1,2}(?:\.|$)/.test(one)).map((one) => Number.parseInt(one, 10)));
    for (const reference of references(text, clauseWord, number)) {
      // In a contract of twenty clauses, "section 351" refers to a statute.
      if (pointsElsewhere(text, reference) || Number.parseInt(reference.target, 10) > 2 * last + 10) continue;
      checked++;
      const { path, numberAt: _, ...plain } = reference;
      if (!isThere(plain.target, numbers)) missing.push(plain);
      else if (path !== "" && lacksPath(plain.target, path, paths))
        missing.push({ ...plain, end: plain.end + path.length, target: plain.target + path });
    }
  }
  const attachments = attachmentHeadings(text);
  for (const reference of references(text, attachmentWord, "\\d{1,2}|[A-Z](?![\\p{L}])")) {
    if (attachments.size === 0 || isHeading(text, reference) || pointsElsewhere(text, reference)) continue;
    checked++;
    const { path: _, numberAt: __, ...plain } = reference;
    if (!attachments.has(plain.target.toUpperCase())) missing.push(plain);
  }
  if (!hasNumbers && attachments.size === 0) return null;
  return { numbers: [...numbers], checked, missing, doubtful: missing.length >= 4 && missing.length > checked / 4 };
}

/** "7." and "7.2" at the start of a line, also "Section 7" and "§ 7". */
function clauseNumbers(text: string): Set<string> {
  const found = new Set<string>();
  // With a noun, a number is a heading only if the line ends or a title follows: "Section 9 applies" starts a sentence.
  const named = `(?:${anyCase(clauseWord)}|§)\\s*(${number})(?=[.):]?\\**(?:\\s*$|[.):]?\\s+["“]?\\p{Lu}|\\s*[–—-]\\s))`;
  const bare = `(${number})(?=[.):]?\\**(?:\\s|$))`;
  for (const hit of text.matchAll(new RegExp(`^[^\\S\\n]{0,24}[#*>]{0,6}[^\\S\\n]{0,4}(?:${named}|${bare})`, "gmu")))
    found.add(normalised(hit[1] ?? hit[2]!));
  // Text from a PDF may have lost its line breaks: "… ends. 7.2 Notice. …"
  for (const hit of text.matchAll(/(?<=[.;:)]\s{1,4}|\s{2})(\d{1,3}(?:\.\d{1,3})+|\d{1,2}(?=\.))\.?\s+(?=["“(]?\p{Lu})/gu))
    found.add(normalised(hit[1]!));
  return found;
}

/** clause, Clause and CLAUSE. Not the flag `i`, under which \p{Lu} matches lower case too. */
function anyCase(words: string): string {
  const alternatives = words
    .split(/\|(?![^(]*\))/)
    .flatMap((word) => [`[${word[0]!.toUpperCase()}${word[0]!}]${word.slice(1)}`, word.toUpperCase()]);
  return `(?:${alternatives.join("|")})`;
}

function normalised(target: string): string {
  return target.replace(/(?:\.0)+$/, "");
}

/** `path` is the bracketed suffix of the number: "(a)(ii)". The number begins at `numberAt`. */
type Reference = Span & { reference: string; target: string; path: string; numberAt: number };

/** Typed references to clauses: "clause 7.2(a)", "Ziffer 7.2"; none to a statute or another agreement. */
export function typedClauseReferences(text: string): Reference[] {
  return [...references(text, clauseWord, number)].filter((one) => !pointsElsewhere(text, one));
}

function* references(text: string, words: string, target: string): Generator<Reference> {
  const list = new RegExp(
    `(?<![\\p{L}])${anyCase(words)}\\s+((?:${target})(?:\\([a-z0-9]{1,4}\\))*(?:(?:\\s*,\\s*|\\s+(?:and|or|to|och|eller|und|oder|bis|en|of|tot)\\s+)(?:${target})(?:\\([a-z0-9]{1,4}\\))*)*)(?![\\p{L}\\d])`,
    "gu",
  );
  for (const hit of text.matchAll(list)) {
    const plural = !/^(?:clause|section|article|paragraph|schedule|exhibit|annex|appendix)\s/i.test(hit[0]);
    const listStart = hit.index + hit[0].length - hit[1]!.length;
    for (const one of hit[1]!.matchAll(new RegExp(`(?<![(\\p{L}\\d.])(?:${target})`, "gu"))) {
      // "clause 9 and 31 April": after a singular, the next number is something else.
      if (one.index > 0 && !plural && !one[0].includes(".")) break;
      const end = one.index + one[0].length;
      const path = /^(?:\([a-z0-9]{1,4}\))+/.exec(hit[1]!.slice(end))?.[0] ?? "";
      yield {
        start: hit.index,
        end: listStart + end,
        reference: hit[0],
        target: normalised(one[0]),
        path,
        numberAt: listStart + one.index,
      };
    }
  }
}

/** Only if the clause has numbered subclauses: "(a)" may also be typed within its text. */
function lacksPath(target: string, path: string, paths: ReadonlySet<string>): boolean {
  return [...paths].some((one) => one.startsWith(`${target}(`)) && !paths.has(target + path);
}

function isThere(target: string, numbers: ReadonlySet<string>): boolean {
  return numbers.has(target) || [...numbers].some((one) => one.startsWith(`${target}.`));
}

/** "of the GDPR", "of Regulation (EU)", "BGB", or the name of an act before it. */
function pointsElsewhere(text: string, { end, start }: Span): boolean {
  const after = text.slice(end, end + 90);
  const before = text.slice(Math.max(0, start - 30), start);
  return (
    /^(?:\([a-z0-9]{1,4}\)|[\s,]|and|or|to|\d|\.\d)*(?:of|in|under|i|der|des|van)\s+(?!this\b|these\b|the\s+(?:agreement|contract|schedule|terms)|denna|detta|dieses|deze|dit)(?:the\s+|that\s+|de\s+|den\s+|het\s+)?(?:\p{Lu}|applicable|said)/u.test(
      after,
    ) ||
    /^\s*(?:U\.?S\.?C|CFR|BGB|HGB|GDPR|DSGVO|TFEU|TEU|BW\b|Rv\b)/u.test(after) ||
    /(?:GDPR|DSGVO|AVG|Act(?:\s+\d{4})?|Code|Regulation|Directive|Law),?\s+$/.test(before)
  );
}

function attachmentHeadings(text: string): Set<string> {
  const line = new RegExp(
    `^[^\\S\\n]{0,24}[#*]{0,6}[^\\S\\n]{0,4}${anyCase(attachmentWord)}\\s+(\\d{1,2}|[A-Z])(?![\\p{L}\\d]|\\s+(?:of|to|and|or)\\b)`,
    "gmu",
  );
  return new Set([...text.matchAll(line)].map((hit) => hit[1]!.toUpperCase()));
}

function isHeading(text: string, { start }: Span): boolean {
  return /(?:^|\n)[\s#*]*$/.test(text.slice(Math.max(0, start - 8), start));
}
