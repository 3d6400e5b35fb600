/*
 * Lead-ins and what they lead to. "In two ways [[1]]:" claims nothing by itself:
 * its marker stands for the list that follows, as far as the items have no
 * markers of their own. And an item that continues a sentence says what the
 * sentence began with: "The tenant must not:" makes "sublet the rooms [[1]]" a
 * prohibition.
 */
import { findCitations } from "../law/citations.ts";

export type Following = { text: string; isBlockQuote: boolean };

/** How much is read of what follows a lead-in, and of what is in front of a list. */
const longest = 6000;
const item = /^\s*(?:[-*+•–]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+/;
const quote = /^\s*>\s?/;

/** Undefined if the claim is no lead-in; empty if all that follows has its own markers. */
export function followingOf(answer: string, claim: string, end: number): Following[] | undefined {
  const behind = /^(?:\s*\[\[[\d,; ]{1,60}\]\])*[*_]{0,3}(\s?:)?[*_]{0,3}/.exec(answer.slice(end, end + 400))!;
  if (behind[1] === undefined && !/:[*_]{0,3}$/.test(claim)) return undefined;
  const rest = answer.slice(end + behind[0].length, end + behind[0].length + longest);
  const lines = rest.split("\n");
  const sameLine = lines[0]!.trim();
  if (sameLine !== "") return unmarked([{ text: sameLine, isBlockQuote: false }]);
  const from = lines.findIndex((line) => line.trim() !== "");
  const first = lines[from];
  if (first === undefined || !(item.test(first) || quote.test(first))) return undefined;
  return unmarked(blocksOf(lines.slice(from)));
}

function unmarked(blocks: readonly Following[]): Following[] {
  return blocks.filter(({ text }) => findCitations(text).length === 0 && /\p{L}/u.test(text));
}

/** The list's items, or the block quote, with which these lines begin. */
function blocksOf(lines: readonly string[]): Following[] {
  const isQuote = quote.test(lines[0]!);
  const blocks: string[][] = [];
  for (const [at, line] of lines.entries()) {
    if (isQuote ? !quote.test(line) : line.trim() === "" && !item.test(lines[at + 1] ?? "")) break;
    if (blocks.length === 0 || (!isQuote && item.test(line))) blocks.push([line]);
    else blocks.at(-1)!.push(line);
  }
  return blocks.map((block) => ({ text: block.join("\n").replace(isQuote ? "" : item, ""), isBlockQuote: isQuote }));
}

/** The line that ends in a colon above the list that the claim at this place is an item of. */
export function leadOf(answer: string, start: number): string | undefined {
  const claim = /^\s*/.exec(answer.slice(start, start + 20))![0].length + start;
  const at = answer.lastIndexOf("\n", claim - 1) + 1;
  if (!item.test(answer.slice(at, at + 40))) return undefined;
  const above = answer
    .slice(Math.max(0, at - longest), at)
    .trimEnd()
    .split("\n");
  for (const line of above.toReversed()) {
    if (line.trim() === "" || item.test(line) || /^\s{2,}\S/.test(line)) continue;
    // A lead-in with a marker of its own is judged by itself, and still begins the sentence.
    const said = line.replace(/\[\[[\d,; ]{1,60}\]\]/g, "").trim();
    return /:[*_]{0,3}$/.test(said) ? said : undefined;
  }
  return undefined;
}
