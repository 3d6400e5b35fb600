/* Whether an edit of an earlier version of a draft is still missing in this one. */
import { wordDiff } from "#core/changes/word-diff.ts";

/** A draft of an earlier version: as the answer has it, and the name of its text. */
export type Earlier = { number: number; name: string; text: string };

/** `edited` is null while this version is as the answer has it. */
export function editToBring(base: string, mine: string, now: { edited: string | null; current: string }): boolean {
  if (mine === base || mine === now.current) return false;
  if (now.edited === null) return true;
  // What was only deleted can't be missing.
  const there = plain(now.current);
  const added = wordDiff(base, mine).segments.flatMap(({ kind, text }) => (kind === "added" ? text.split("\n") : []));
  return added.some((line) => !there.includes(plain(line)));
}

function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
