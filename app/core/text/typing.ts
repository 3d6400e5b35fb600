/*
 * Quotation marks, dashes and ellipses as a language sets them, while someone types: from the text before the caret and
 * the character that was typed. What is ambiguous stays as it was typed.
 */

type Pair = readonly [open: string, close: string];

export type Typography = {
  /** For the double quotation mark, and again within itself. */
  double: Pair;
  nested: Pair;
  /** For the single quotation mark; where it isn't an apostrophe. */
  single: Pair;
  /** For `--` between two words without spaces. */
  dash: string;
  /** Words that begin with an apostrophe. */
  elided: RegExp | null;
  /** French sets a narrow space before these. */
  spacesPunctuation: boolean;
};

/** What was typed becomes `text`, and characters before it are replaced. */
export type Typed = { text: string; replaced?: { start: number; end: number; text: string } };

const narrowSpace = "\u202f";
const english: Typography = {
  double: ["“", "”"],
  nested: ["‘", "’"],
  single: ["‘", "’"],
  dash: "—",
  elided: /^(?:tis|twas|em|til|cause|n)$/i,
  spacesPunctuation: false,
};
const continental: Typography = { ...english, dash: "–", elided: null };
const scandinavian: Typography = { ...continental, double: ["”", "”"], nested: ["’", "’"], single: ["’", "’"] };
const german: Typography = { ...continental, double: ["„", "“"], nested: ["‚", "‘"], single: ["‚", "‘"] };
const guillemets: Typography = { ...continental, double: ["«", "»"], nested: ["“", "”"] };
const swiss: Typography = { ...continental, double: ["«", "»"], nested: ["‹", "›"], single: ["‹", "›"] };
const french: Typography = {
  ...guillemets,
  double: [`«${narrowSpace}`, `${narrowSpace}»`],
  spacesPunctuation: true,
};

const byLanguage: Record<string, Typography> = {
  en: english,
  sv: scandinavian,
  fi: scandinavian,
  da: scandinavian,
  nb: { ...guillemets, nested: ["‘", "’"] },
  de: german,
  "de-ch": swiss,
  nl: { ...continental, elided: /^(?:[stnkmr]|ns)$/i },
  fr: french,
  "fr-ch": { ...french, nested: [`‹${narrowSpace}`, `${narrowSpace}›`] },
  es: { ...guillemets, dash: "—" },
  it: guillemets,
  pt: { ...continental, dash: "—" },
  pl: { ...continental, double: ["„", "”"], nested: ["«", "»"] },
};

/** English for a language that isn't known here. */
export function typographyOf(language: string): Typography {
  const tag = language.toLowerCase();
  return byLanguage[tag] ?? byLanguage[tag.split("-", 1)[0]!] ?? english;
}

/**
 * What becomes of a typed character; null if it stays. `before` is the text of its paragraph up to the caret, with a
 * line break as `\n` and anything that isn't text as `\ufffc`.
 */
export function typedAs(before: string, character: string, rules: Typography): Typed | null {
  // Code that is being written in Markdown.
  if (before.split("`").length % 2 === 0) return null;
  if (character === "." && /(?:^|[^.])\.\.$/.test(before)) {
    const start = before.length - 2;
    return { text: "", replaced: { start, end: before.length, text: "…" } };
  }
  const replaced = dashBefore(before, character, rules) ?? apostropheBefore(before, character, rules);
  const left = replaced ? before.slice(0, replaced.start) + replaced.text + before.slice(replaced.end) : before;
  const text = quotationMark(left, character, rules) ?? character;
  if (replaced) return { text, replaced };
  if (text !== character) return { text };
  return rules.spacesPunctuation ? spaceBefore(before, character) : null;
}

/** `--` is known to be a dash only when the next character follows; a flag such as `--all` is left alone. */
function dashBefore(before: string, next: string, { dash }: Typography): Typed["replaced"] | null {
  const end = before.length;
  const [, signs = ""] = /(?:^|[^-|:])(-{2,3})$/.exec(before) ?? [];
  if (signs !== "" && !/[-|>]/.test(next)) {
    const start = end - signs.length;
    const isLoose = start === 0 || /\s/.test(before[start - 1]!);
    if (signs === "---") return start === 0 ? null : { start, end, text: "—" };
    if (isLoose && next !== " ") return null;
    return { start, end, text: isLoose ? "–" : dash };
  }
  if (!/[\p{L}\p{N}\p{Pf}\p{Pe}"'”“] - $/u.test(before) || !/\p{L}/u.test(next)) return null;
  return { start: end - 2, end: end - 1, text: "–" };
}

/** What looked like a quotation mark until the characters after it were typed. */
function apostropheBefore(before: string, next: string, { elided, single: [open] }: Typography): Typed["replaced"] | null {
  const [, word = ""] = /(?:^|[\s([{–—])‘([\p{L}\p{N}]+)$/u.exec(before) ?? [];
  if (word !== "") {
    const start = before.length - word.length - 1;
    const isDecade = /^\d\d$/.test(word) && /s/i.test(next);
    if (isDecade || (elided?.test(word) && !/[\p{L}\p{N}]/u.test(next))) return { start, end: start + 1, text: "’" };
  }
  // In German, ‘ ends a quotation, so within a word it was an apostrophe.
  if (!/\p{L}/u.test(next) || !/\p{L}‘$/u.test(before) || open === "‘") return null;
  return { start: before.length - 1, end: before.length, text: "’" };
}

function quotationMark(before: string, character: string, rules: Typography): string | null {
  if (character === "'") {
    if (opensAfter(before, rules.single)) return rules.single[0];
    return isOpen(before, rules.single) ? rules.single[1] : "’";
  }
  if (character !== '"') return null;
  const isNested = isOpen(before, rules.double) && rules.nested[0] !== "‘" && rules.nested[0] !== "’";
  const isOpening = opensAfter(before, rules.double);
  if (isOpening && isNested) return rules.nested[0];
  if (isOpening) return rules.double[0];
  return isNested && isOpen(before, rules.nested) ? rules.nested[1] : rules.double[1];
}

const brackets = /[\s([{/]$/;
const dashes = /[-–—]$/;
const marks = /[“”„«»‹›‘’‚]$/;

/** Whether a quotation may begin after this text. */
function opensAfter(before: string, pair: Pair): boolean {
  if (before === "") return true;
  // The narrow space belongs to the mark.
  if (before.endsWith(narrowSpace)) return false;
  if (brackets.test(before)) return true;
  if (dashes.test(before)) return !isOpen(before, pair);
  if (!marks.test(before)) return false;
  const outer = before.slice(0, -1);
  const isOther = !pair[0].endsWith(before.at(-1)!);
  return isOther && (outer === "" || brackets.test(outer)) && !/[»›]$/.test(before);
}

/** Whether more of these quotations begin in this text than end. */
function isOpen(text: string, [open, close]: Pair): boolean {
  const count = (mark: string) => text.split(mark.trim()).length - 1;
  return open === close ? count(open) % 2 === 1 : count(open) > count(close);
}

/** The space that was typed before a mark becomes the one that isn't broken. */
function spaceBefore(before: string, character: string): Typed | null {
  if (!/[;:!?]/.test(character) || !/[\p{L}\p{N})»”’] $/u.test(before)) return null;
  const start = before.length - 1;
  return { text: character, replaced: { start, end: before.length, text: character === ":" ? "\u00a0" : narrowSpace } };
}
