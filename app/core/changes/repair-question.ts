/*
 * Asks the model to rewrite changes that could not be used. The request already
 * carries the current text, so this names only the change, the reason it
 * failed, and the nearest passage.
 */
import type { Patch } from "./patch.ts";

export type LostReason = "not-found" | "gone" | "empty-original";

export type LostChange = {
  patch: Pick<Patch, "original" | "replacement">;
  reason: LostReason;
  /** The passage probably meant. */
  nearest: string | null;
};

const mostChanges = 40;
/** The model already has its own words; the nearest passage must be quoted exactly. */
const longestWords = 400;
const longestPassage = 4_000;

const unreadable = "The change you proposed couldn’t be read.";
const misplaced = /^(?:A change you proposed has|\d{1,6} changes you proposed have) no place in the text as it is now\./u;

/** It quotes texts of the chat but isn't one: no change targets its words. */
export function isRepairQuestion(content: string): boolean {
  return content.startsWith(unreadable) || misplaced.test(content);
}

export function unreadableWords(problems: readonly string[]): string {
  return `${unreadable} ${problems.join(" ")} Propose it again as valid JSON.`;
}

export function misplacedWords(lost: readonly LostChange[]): string {
  const isOne = lost.length === 1;
  const what = isOne ? "A change you proposed has" : `${lost.length} changes you proposed have`;
  const them = isOne ? "it" : "them";
  const left = lost.length - mostChanges;
  const lines = [...lost.slice(0, mostChanges).map(lineOf), ...(left > 0 ? [`- And ${left} more.`] : [])];
  return `${what} no place in the text as it is now. Propose ${them} again, quoting the text exactly, and leave out what has been done already.\n\n${lines.join("\n")}`;
}

function lineOf({ patch, reason, nearest }: LostChange): string {
  const change = patch.replacement === "" ? "delete it" : `make it “${short(patch.replacement)}”`;
  if (reason === "empty-original") return `- You named no words to replace with “${short(patch.replacement)}”.`;
  const why = reason === "gone" ? "These words have been edited since." : "These words are not in the text.";
  const now = nearest === null ? "" : ` The nearest passage reads “${short(nearest, longestPassage)}”.`;
  return `- You quoted “${short(patch.original)}” to ${change}. ${why}${now}`;
}

function short(words: string, longest = longestWords): string {
  return words.length <= longest ? words : `${words.slice(0, longest / 2)} … ${words.slice(-longest / 2)}`;
}
