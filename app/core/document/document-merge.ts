/*
 * Three-way merge of concurrent edits by two people or two windows: by block
 * against the common base, and by word within a block both sides changed. If
 * both rewrote the same words, both versions are kept, theirs first, for the
 * writer to choose: nothing typed is ever dropped. If one side deleted what the
 * other changed, the changed version stays.
 */
import { Fragment, type Mark, type Node } from "prosemirror-model";
import { tokenise } from "../text/words.ts";
import { matchNodes } from "./match-nodes.ts";

export type Merge = {
  document: Node;
  /** Where both sides changed the same words differently. */
  conflicts: number;
};

export function mergeDocuments(base: Node, mine: Node, theirs: Node): Merge {
  if (base.eq(mine) || mine.eq(theirs)) return { document: theirs, conflicts: 0 };
  if (base.eq(theirs)) return { document: mine, conflicts: 0 };
  const tally: Tally = { conflicts: 0, sameBlocks: new Map() };
  const merged = withOneIdEach(mergeNode(base, mine, theirs, tally), tally.sameBlocks);
  try {
    merged.check();
    return { document: merged, conflicts: tally.conflicts };
  } catch {
    // Both halves are valid, but not nested in one another: put them one after the other.
    const document = base.type.create(base.attrs, [...childrenOf(theirs), ...childrenOf(mine)]);
    return { document, conflicts: tally.conflicts + 1 };
  }
}

type Tally = {
  conflicts: number;
  /** Both sides gave the same block its first id: maps my id to theirs, which is kept. */
  sameBlocks: Map<string, string>;
};

function mergeNode(base: Node, mine: Node, theirs: Node, tally: Tally): Node {
  const attrs = theirs.hasMarkup(base.type, base.attrs) ? mine.attrs : mergeAttributes(base, mine, theirs, tally);
  const pieces = mine.inlineContent
    ? mergeSequence(words(base), words(mine), words(theirs), tally)
    : mergeSequence(childrenOf(base), childrenOf(mine), childrenOf(theirs), tally);
  return mine.type.create(attrs, Fragment.fromArray(joined(pieces)), mine.marks);
}

/** Theirs, plus what only I changed. */
function mergeAttributes(base: Node, mine: Node, theirs: Node, { sameBlocks }: Tally): Node["attrs"] {
  const attrs: Record<string, unknown> = { ...theirs.attrs };
  if (mine.type !== theirs.type) return attrs;
  for (const name of Object.keys(attrs)) if (attrs[name] === base.attrs[name]) attrs[name] = mine.attrs[name];
  const [own, other] = [mine.attrs["id"], theirs.attrs["id"]] as unknown[];
  if (typeof own === "string" && typeof other === "string" && own !== other) sameBlocks.set(own, other);
  return attrs;
}

function withOneIdEach(node: Node, sameBlocks: ReadonlyMap<string, string>): Node {
  if (sameBlocks.size === 0 || node.isText) return node;
  const target = node.type.name === "reference" ? sameBlocks.get(String(node.attrs["target"])) : undefined;
  const content = Fragment.fromArray(childrenOf(node).map((child) => withOneIdEach(child, sameBlocks)));
  return node.type.create(target === undefined ? node.attrs : { target }, content, node.marks);
}

/** A document joins adjacent text nodes with the same marks. */
function joined(pieces: readonly Node[]): Node[] {
  const content: Node[] = [];
  for (const piece of pieces) {
    const last = content.at(-1);
    if (last?.isText && piece.isText && last.sameMarkup(piece)) {
      content[content.length - 1] = piece.type.schema.text(last.text! + piece.text!, piece.marks as readonly Mark[]);
    } else content.push(piece);
  }
  return content;
}

/** Merges three lists: pieces common to all three are kept, and each stretch between them is decided separately. */
function mergeSequence(base: readonly Node[], mine: readonly Node[], theirs: readonly Node[], tally: Tally): Node[] {
  const inMine = matchNodes(base, mine, { ignoresIds: true });
  const inTheirs = matchNodes(base, theirs, { ignoresIds: true });
  const merged: Node[] = [];
  let [b, m, t] = [0, 0, 0];
  for (let i = 0; i <= base.length; i++) {
    const isEnd = i === base.length;
    const [nextMine, nextTheirs] = isEnd ? [mine.length, theirs.length] : [inMine[i]!, inTheirs[i]!];
    if (nextMine < 0 || nextTheirs < 0) continue;
    merged.push(...mergeStretch(base.slice(b, i), mine.slice(m, nextMine), theirs.slice(t, nextTheirs), tally));
    // Equal except perhaps for an id that one side assigned.
    if (!isEnd) merged.push(mergeOne(base[i]!, mine[nextMine]!, theirs[nextTheirs]!, tally));
    [b, m, t] = [i + 1, nextMine + 1, nextTheirs + 1];
  }
  return merged;
}

function mergeStretch(base: readonly Node[], mine: readonly Node[], theirs: readonly Node[], tally: Tally): readonly Node[] {
  if (areEqual(mine, theirs) || areEqual(base, mine)) return theirs;
  if (areEqual(base, theirs)) return mine;
  const first = base[0];
  const pairs = base.length === mine.length && base.length === theirs.length && base.length > 0;
  if (pairs && base.every((node, i) => isSamePlace(node, mine[i]!, theirs[i]!) || isOneSided(node, mine[i]!, theirs[i]!))) {
    return base.map((node, i) => mergeOne(node, mine[i]!, theirs[i]!, tally));
  }
  // One side deleted it and the other changed it: keep the change.
  if (mine.length === 0) return theirs;
  if (theirs.length === 0) return mine;
  tally.conflicts++;
  return first?.isInline || mine[0]!.isInline ? [...theirs, ...spaceBetween(theirs, mine), ...mine] : [...theirs, ...mine];
}

function mergeOne(base: Node, mine: Node, theirs: Node, tally: Tally): Node {
  if (base.eq(mine) || mine.eq(theirs)) return theirs;
  return base.eq(theirs) ? mine : mergeNode(base, mine, theirs, tally);
}

/** Keeps two rewritten phrases from running together. */
function spaceBetween(before: readonly Node[], after: readonly Node[]): Node[] {
  const [last, first] = [before.at(-1), after[0]];
  if (!last?.isText || !first?.isText || /\s$/.test(last.text!) || /^\s/.test(first.text!)) return [];
  return [first.type.schema.text(" ")];
}

function isSamePlace(base: Node, mine: Node, theirs: Node): boolean {
  return !base.isLeaf && base.type === mine.type && base.type === theirs.type;
}

function isOneSided(base: Node, mine: Node, theirs: Node): boolean {
  return base.eq(mine) || base.eq(theirs) || mine.eq(theirs);
}

function areEqual(a: readonly Node[], b: readonly Node[]): boolean {
  return a.length === b.length && a.every((node, i) => node.eq(b[i]!));
}

function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  node.forEach((child) => children.push(child));
  return children;
}

/** The content of a text block, word by word. */
function words(block: Node): Node[] {
  return childrenOf(block).flatMap((child) =>
    child.isText ? tokenise(child.text!).map(({ text }) => child.type.schema.text(text, child.marks as readonly Mark[])) : [child],
  );
}
