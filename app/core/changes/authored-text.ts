/*
 * Maps authorship between document positions and text. Positions between blocks
 * inherit from the text before them, so a paragraph written in one go is a
 * single run.
 */
import type { Node } from "prosemirror-model";
import { joinRuns, runsOf, unknown, type Origin, type Run, type Runs } from "../authorship/authorship.ts";

/** The origins of the characters in [from, to), without the positions between blocks. */
export function textRuns(document: Node, runs: Runs, from: number, to: number): Runs {
  const found: Run[] = [];
  const reader = new RunReader(runs);
  eachText(document, from, to, (start, end) => addRuns(found, reader.read(start, end)));
  return joinRuns(found);
}

/** The inverse: runs over [from, to) from the origins of its characters. */
export function spreadRuns(document: Node, from: number, to: number, text: Runs): Runs {
  const found: Run[] = [];
  let at = from;
  let used = 0;
  let last: Origin = text[0]?.origin ?? unknown;
  const reader = new RunReader(text);
  eachText(document, from, to, (start, end) => {
    if (start > at) addRuns(found, runsOf(start - at, last));
    const own = reader.read(used, used + end - start);
    addRuns(found, own);
    used += end - start;
    last = own.at(-1)?.origin ?? unknown;
    at = end;
  });
  if (to > at) addRuns(found, runsOf(to - at, last));
  return joinRuns(found);
}

/** Pushes one at a time: a long document has more runs than a spread call can take as arguments. */
function addRuns(found: Run[], runs: Runs): void {
  for (const run of runs) found.push(run);
}

/** Calls back with the bounds of each stretch of text, in order. A non-text inline node counts as one character. */
export function eachText(document: Node, from: number, to: number, call: (start: number, end: number) => void): void {
  if (to <= from) return;
  document.nodesBetween(from, to, (node, pos) => {
    if (!node.isInline || (!node.isLeaf && !node.isText)) return true;
    const [start, end] = [Math.max(from, pos), Math.min(to, pos + node.nodeSize)];
    if (end > start) call(start, end);
    return false;
  });
}

/** Reads runs sequentially, so that many slices cost one pass. */
class RunReader {
  #runs: Runs;
  #index = 0;
  #start = 0;

  constructor(runs: Runs) {
    this.#runs = runs;
  }

  /** `from` must not decrease between calls. Past the end of the list, the origin is unknown. */
  read(from: number, to: number): Runs {
    const found: Run[] = [];
    let at = from;
    while (at < to) {
      const run = this.#runs[this.#index];
      if (run === undefined) return joinRuns(found, runsOf(to - at, unknown));
      const end = this.#start + run.length;
      if (end <= at) {
        this.#start = end;
        this.#index++;
        continue;
      }
      const length = Math.min(to, end) - at;
      found.push({ length, origin: run.origin });
      at += length;
    }
    return found;
  }
}
