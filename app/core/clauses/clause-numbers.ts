/*
 * Legal numbering: 1, 1.1, (a), (i), (A). Numbers derive from position alone,
 * so moving a clause renumbers the rest, and none is ever typed. First-level
 * numbering runs through the whole document, across headings and text, unless a
 * list restarts it.
 */
import type { Node } from "prosemirror-model";

export type NumberedClause = {
  /** The clause node's position and size. */
  pos: number;
  size: number;
  /** 1 for the first level. */
  level: number;
  /** As displayed before the text: "2.", "2.1", "(a)". */
  label: string;
  /** As cited from elsewhere: "2.1(a)". */
  reference: string;
};

const known = new WeakMap<Node, readonly NumberedClause[]>();

export function clauseNumbers(document: Node): readonly NumberedClause[] {
  const before = known.get(document);
  if (before) return before;
  const clauses: NumberedClause[] = [];
  let last = 0;
  document.forEach((node, offset) => {
    const block = numbersIn(node, last);
    last = block.last;
    for (const clause of block.clauses) clauses.push({ ...clause, pos: offset + clause.pos });
  });
  known.set(document, clauses);
  return clauses;
}

/**
 * The numbers in a top-level block: `first` clauses come before it, and `last`
 * up to its end. Positions are relative to the block.
 */
type BlockNumbers = { first: number; last: number; clauses: readonly NumberedClause[] };
const inBlock = new WeakMap<Node, BlockNumbers>();

function numbersIn(block: Node, first: number): BlockNumbers {
  if (block.isTextblock || block.isAtom) return { first, last: first, clauses: [] };
  const before = inBlock.get(block);
  // A block without clauses has the same numbers wherever it is.
  if (before && (before.first === first || before.clauses.length === 0))
    return { ...before, last: before.last + first - before.first };
  const clauses: NumberedClause[] = [];
  const counter = { last: first };
  walk(block, 0, 1, "", counter, clauses);
  const numbers = { first, last: counter.last, clauses };
  inBlock.set(block, numbers);
  return numbers;
}

function walk(node: Node, pos: number, level: number, parent: string, counter: { last: number }, found: NumberedClause[]): void {
  if (node.isTextblock || node.isAtom) return;
  if (node.type.name !== "clauseList") {
    node.forEach((child, offset) => walk(child, pos + 1 + offset, level, parent, counter, found));
    return;
  }
  if (node.attrs["restarts"] === true) counter.last = 0;
  node.forEach((clause, offset) => {
    counter.last++;
    const at = pos + 1 + offset;
    const label = labelOf(counter.last, level, parent);
    const reference = level <= 2 ? label.replace(/\.$/, "") : parent + label;
    found.push({ pos: at, size: clause.nodeSize, level, label, reference });
    const below = { last: 0 };
    clause.forEach((child, inner) => walk(child, at + 1 + inner, level + 1, reference, below, found));
  });
}

function labelOf(number: number, level: number, parent: string): string {
  switch (level) {
    case 1:
      return `${number}.`;
    case 2:
      return `${parent}.${number}`;
    case 3:
      return `(${letters(number)})`;
    case 4:
      return `(${roman(number)})`;
    case 5:
      return `(${letters(number).toUpperCase()})`;
    default:
      return `(${number})`;
  }
}

/** a … z, aa, ab … */
export function letters(number: number): string {
  let word = "";
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26)) word = String.fromCharCode(97 + ((rest - 1) % 26)) + word;
  return word;
}

const romanDigits: readonly [number, string][] = [
  [1000, "m"],
  [900, "cm"],
  [500, "d"],
  [400, "cd"],
  [100, "c"],
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"],
];

export function roman(number: number): string {
  let word = "";
  let rest = number;
  for (const [value, digits] of romanDigits) {
    while (rest >= value) {
      word += digits;
      rest -= value;
    }
  }
  return word;
}
