/* Rejoins words that end a line with a hyphen, which belongs to the word only where the file writes it elsewhere. */
import type { Row } from "./line.ts";

export type Hyphens = ReadonlySet<string>;

/** "long-term", as it stands within lines. */
export function hyphenatedWords(rows: readonly Row[]): Hyphens {
  const texts = rows.flatMap(({ segments }) => segments.map(({ text }) => text));
  const words = texts.filter((text) => text.includes("-")).flatMap((text) => text.split(/[^\p{L}-]/u));
  return new Set(words.filter((word) => /\p{L}-\p{L}/u.test(word)).map((word) => word.toLowerCase()));
}

/** "Vor- und Nachteile" */
const shared = /^(?:und|oder|bzw|och|eller|en|of|and|or)\b/u;

export function joinedLines(text: string, next: string, hyphens?: Hyphens): string {
  const [before, after] = [text.trimEnd(), next.trim()];
  if (before === "") return after;
  if (!/\p{Ll}[-\u00ad]$/u.test(before) || !/^\p{Ll}/u.test(after) || shared.test(after)) return `${before} ${after}`;
  const broken = before.slice(before.lastIndexOf(" ") + 1) + /^\p{L}+/u.exec(after)![0];
  return (hyphens?.has(broken.toLowerCase()) === true ? before : before.slice(0, -1)) + after;
}
