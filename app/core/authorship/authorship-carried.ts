/*
 * Authorship of a document that arrived without it: from the API, another
 * device, or a merge. Words in the same sequence as before keep their origin;
 * all others are unknown. A few matching words prove nothing.
 */
import type { Node } from "prosemirror-model";
import { eachText, spreadRuns, textRuns } from "../changes/authored-text.ts";
import { cutRuns, joinRuns, lengthOf, runsOf, unknown, type Runs } from "./authorship.ts";
import { matchTokens, numbered } from "../changes/word-diff.ts";
import { tokenise, type Token } from "../text/words.ts";

export type Authored = { document: Node; runs: Runs };

/** Shorter sequences may occur in any two texts. */
const fewestWords = 3;

export function carriedRuns(before: Authored, after: Node): Runs {
  const size = after.content.size;
  if (before.document.eq(after)) return before.runs;
  const runs = textRuns(before.document, before.runs, 0, before.document.content.size);
  const [a, b] = [tokensOf(before.document), tokensOf(after)];
  const match = matchTokens(...numbered(a, b));
  const [aStarts, bStarts] = [startsOf(a), startsOf(b)];
  const pieces: Runs[] = [];
  let done = 0;
  for (const { i, j, count } of stretchesIn(match, a, b.length)) {
    const [from, to] = [bStarts[j]!, bStarts[j + count]!];
    pieces.push(runsOf(from - done, unknown), cutRuns(runs, aStarts[i]!, aStarts[i + count]!));
    done = to;
  }
  pieces.push(runsOf(bStarts[b.length]! - done, unknown));
  return spreadRuns(after, 0, size, joinRuns(pieces.flat()));
}

/** For a merge: what is known from either side. */
export function mergedRuns(mine: Authored, theirs: Authored, merged: Node): Runs {
  if (theirs.document.eq(merged)) return theirs.runs;
  const [own, other] = [carriedRuns(mine, merged), carriedRuns(theirs, merged)];
  return filledRuns(own, other);
}

/** `first`, filled from `second` where unknown. */
export function filledRuns(first: Runs, second: Runs): Runs {
  const filled: Runs[] = [];
  let at = 0;
  for (const run of first) {
    filled.push(run.origin.kind === "unknown" ? cutRuns(second, at, at + run.length) : [run]);
    at += run.length;
  }
  const joined = joinRuns(filled.flat());
  return lengthOf(joined) === lengthOf(first) ? joined : first;
}

/** Counts characters as textRuns does. No word crosses a block boundary. */
function tokensOf(document: Node): Token[] {
  const tokens: Token[] = [];
  let block = "";
  let last = -1;
  const flush = () => {
    for (const token of tokenise(block)) tokens.push(token);
    block = "";
  };
  eachText(document, 0, document.content.size, (start, end) => {
    if (start !== last) flush();
    const text = document.textBetween(start, end, "", "\ufffc");
    block += text.length === end - start ? text : "\ufffc".repeat(end - start);
    last = end;
  });
  flush();
  return tokens;
}

function startsOf(tokens: readonly Token[]): Int32Array {
  const starts = new Int32Array(tokens.length + 1);
  for (const [i, { text }] of tokens.entries()) starts[i + 1] = starts[i]! + text.length;
  return starts;
}

type Stretch = { i: number; j: number; count: number };

/** Sequences of tokens common to both that are long enough to be meaningful. */
function stretchesIn(match: Int32Array, a: readonly Token[], bLength: number): Stretch[] {
  const found: Stretch[] = [];
  for (let i = 0; i < match.length;) {
    const j = match[i]!;
    let count = 1;
    if (j < 0) {
      i++;
      continue;
    }
    while (i + count < match.length && match[i + count] === j + count) count++;
    const words = a.slice(i, i + count).filter(({ kind }) => kind === "word").length;
    const isAtEnd = (i === 0 && j === 0) || (i + count === match.length && j + count === bLength);
    if (words >= fewestWords || (isAtEnd && words > 0)) found.push({ i, j, count });
    i += count;
  }
  return found;
}
