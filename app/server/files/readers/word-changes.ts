/*
 * A counterpart's tracked changes as patches: each says which words it changes,
 * surely enough to be found again, and who made it when.
 */
import { locatePatch, type Patch } from "#core/patch.ts";

/** In the text before the changes: [start, end) is struck, `text` is written in there. */
export type TextChange = { start: number; end: number; text: string; author: string; date: string };
export type ImportedChange = Patch & { author: string; date: string };

export function changesAsPatches(text: string, changes: readonly TextChange[]): ImportedChange[] {
  return changes.flatMap((change) => {
    const struck = text.slice(change.start, change.end);
    if (struck === change.text || (struck === "" && change.text.trim() === "")) return [];
    const wide = widened(text, change);
    const original = text.slice(wide.start, wide.end);
    const replacement = text.slice(wide.start, change.start) + change.text + text.slice(change.end, wide.end);
    const patch: ImportedChange = { original, replacement, summary: summaryOf(change), author: change.author, date: change.date };
    const outcome = locatePatch(text, patch);
    if (outcome.kind !== "several") return [patch];
    const place = outcome.places.find((one) => one.start === wide.start);
    return [place === undefined ? patch : { ...patch, occurrence: place.occurrence }];
  });
}

/** What is only written in is quoted with a few words beside it: a patch needs words to stand on. */
function widened(text: string, { start, end }: TextChange): { start: number; end: number } {
  if (end > start && text.slice(start, end).trim() !== "") return { start, end };
  const before = /\S+(?:[^\S\n]+\S+){0,2}[^\S\n]*$/u.exec(text.slice(Math.max(0, start - 120), start));
  if (before !== null) return { start: start - before[0].length, end };
  const after = /^[^\S\n]*\S+(?:[^\S\n]+\S+){0,2}/u.exec(text.slice(end, end + 120));
  return { start, end: end + (after?.[0].length ?? 0) };
}

function summaryOf({ author, date }: TextChange): string {
  return [author, date.slice(0, 10)].filter((part) => part !== "").join(", ");
}
