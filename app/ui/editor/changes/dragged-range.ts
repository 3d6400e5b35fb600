/* Where words are after they were dragged to another place of the text, which is one transaction: cut there, put here. */
import type { Transaction } from "@tiptap/pm/state";

/** Blocks within blocks. */
const deepest = 8;

type Range = { from: number; to: number };

/** Null if the transaction did not drag all of this range, or not as it was. */
export function draggedRange(tr: Transaction, { from, to }: Range): Range | null {
  const [cut, put] = [tr.mapping.maps[0], tr.mapping.maps.at(-1)];
  if (tr.getMeta("uiEvent") !== "drop" || !cut || !put || cut === put) return null;
  let [taken, given]: (Range | null)[] = [null, null];
  cut.forEach((oldStart, oldEnd) => (taken = { from: oldStart, to: oldEnd }));
  put.forEach((_oldStart, _oldEnd, newStart, newEnd) => (given = { from: newStart, to: newEnd }));
  const [source, target] = [taken as Range | null, given as Range | null];
  if (!source || !target || from < source.from || to > source.to) return null;
  const words = tr.before.textBetween(from, to, "\n\n", "\n");
  // Words that are put between blocks become a block of their own, which is longer than they are.
  const extra = target.to - target.from - (source.to - source.from);
  for (let lead = 0; lead <= Math.min(extra, deepest); lead++) {
    const start = target.from + lead + from - source.from;
    const end = start + to - from;
    if (end <= target.to && tr.doc.textBetween(start, end, "\n\n", "\n") === words) return { from: start, to: end };
  }
  return null;
}
