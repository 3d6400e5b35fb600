/*
 * Matches equal nodes of two lists. The common start and end are paired
 * directly, and only the middle is serialized and diffed, so one change in a
 * long document costs little.
 */
import type { Node } from "prosemirror-model";
import { matchTokens } from "../changes/word-diff.ts";

/**
 * For each node of `a`, the index of its match in `b`, or -1; indexes increase.
 * With `ignoresIds`, a block that has since been given an id still matches.
 */
export function matchNodes(a: readonly Node[], b: readonly Node[], { ignoresIds = false } = {}): Int32Array {
  const match = new Int32Array(a.length).fill(-1);
  let start = 0;
  for (; start < a.length && start < b.length && isSame(a[start]!, b[start]!); start++) match[start] = start;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && isSame(a[endA - 1]!, b[endB - 1]!)) match[--endA] = --endB;
  const numbers = new Map<string, number>();
  const numberOf = (node: Node) => {
    const json = JSON.stringify(node.toJSON());
    const key = ignoresIds ? withoutIds(json) : json;
    const number = numbers.get(key) ?? numbers.size + 1;
    numbers.set(key, number);
    return number;
  };
  const middleA = Int32Array.from(a.slice(start, endA), numberOf);
  const middleB = Int32Array.from(b.slice(start, endB), numberOf);
  for (const [i, partner] of matchTokens(middleA, middleB, numbers.size + 1).entries()) {
    if (partner >= 0) match[start + i] = start + partner;
  }
  return match;
}

/** Safe on JSON: quotation marks inside text are escaped. */
function withoutIds(json: string): string {
  return json.includes('"id":"') ? json.replaceAll(/(?<!\\)"id":"[^"]*"/g, '"id":null') : json;
}

function isSame(a: Node, b: Node): boolean {
  return a === b || a.eq(b);
}
