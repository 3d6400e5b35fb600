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

/**
 * Merges three lists. Each side's changes are stretches of the base; those that touch
 * without overlapping are both made, and only what both sides changed is decided.
 */
function mergeSequence(base: readonly Node[], mine: readonly Node[], theirs: readonly Node[], tally: Tally): Node[] {
  const [one, other] = [changesOf(base, mine), changesOf(base, theirs)];
  const merged: Node[] = [];
  let at = 0;
  const keepUntil = (end: number) => {
    // Equal except perhaps for an id that one side assigned.
    for (; at < end; at++) merged.push(mergeOne(base[at]!, one.kept(at), other.kept(at), tally));
  };
  for (const group of overlapping(one.changes, other.changes)) {
    keepUntil(group.start);
    const [ours, others] = [one.over(group, group.mine), other.over(group, group.theirs)];
    merged.push(...mergeStretch(base.slice(group.start, group.end), ours, others, tally));
    at = group.end;
  }
  keepUntil(base.length);
  return merged;
}

/** Replaces base[start, end). */
type Change = { start: number; end: number; nodes: readonly Node[] };
type Side = {
  changes: Change[];
  /** The side's own node for one of the base that it did not change. */
  kept(index: number): Node;
  /** What the side has in place of a stretch of the base. */
  over(stretch: { start: number; end: number }, changes: readonly Change[]): Node[];
};

function changesOf(base: readonly Node[], side: readonly Node[]): Side {
  const match = matchPieces(base, side);
  const changes: Change[] = [];
  let [start, from] = [0, 0];
  for (let i = 0; i <= base.length; i++) {
    const next = i === base.length ? side.length : match[i]!;
    if (next < 0) continue;
    changes.push(...changesIn(base, { start, end: i, nodes: side.slice(from, next) }));
    [start, from] = [i + 1, next + 1];
  }
  const kept = (index: number) => side[match[index]!]!;
  const over: Side["over"] = (stretch, own) => {
    const nodes: Node[] = [];
    let at = stretch.start;
    for (const change of own) {
      for (; at < change.start; at++) nodes.push(kept(at));
      nodes.push(...change.nodes);
      at = change.end;
    }
    for (; at < stretch.end; at++) nodes.push(kept(at));
    return nodes;
  };
  return { changes, kept, over };
}

/**
 * Words first, then the white space and the ends of blocks beside them: by itself, one
 * is like any other. What ends a word or a block belongs to it.
 */
function matchPieces(base: readonly Node[], side: readonly Node[]): Int32Array {
  const isFlat = [...base, ...side].some((node) => node.isInline);
  const isWord = (node: Node) => !isFlat || (node.isInline && (!node.isText || node.text!.trim() !== ""));
  const [ofBase, ofSide] = [base, side].map((nodes) => [...nodes.keys()].filter((i) => isWord(nodes[i]!))) as [number[], number[]];
  const found = matchNodes(
    ofBase.map((i) => base[i]!),
    ofSide.map((i) => side[i]!),
    { ignoresIds: true },
  );
  const match = new Int32Array(base.length).fill(-1);
  for (const [i, partner] of found.entries()) if (partner >= 0) match[ofBase[i]!] = ofSide[partner]!;
  const taken = new Set(match);
  const pair = (i: number, partner: number) => {
    if (match[i]! >= 0 || partner < 0 || taken.has(partner) || !side[partner]?.eq(base[i]!)) return;
    match[i] = partner;
    taken.add(partner);
  };
  for (let i = 0; i < base.length; i++) pair(i, i === 0 ? 0 : match[i - 1]! < 0 ? -1 : match[i - 1]! + 1);
  for (let i = base.length - 1; i >= 0; i--) pair(i, i + 1 === base.length ? side.length - 1 : match[i + 1]! - 1);
  if (isFlat) matchEnds(base, side, match);
  return match;
}

/** Where as many blocks end in a changed stretch as before, they are the same blocks. */
function matchEnds(base: readonly Node[], side: readonly Node[], match: Int32Array): void {
  const endsIn = (nodes: readonly Node[], from: number, to: number) =>
    [...nodes.slice(from, to).keys()].map((i) => from + i).filter((i) => !nodes[i]!.isInline);
  let [start, from] = [0, 0];
  for (let i = 0; i <= base.length; i++) {
    const next = i === base.length ? side.length : match[i]!;
    if (next < 0) continue;
    const [ends, partners] = [endsIn(base, start, i), endsIn(side, from, next)];
    if (ends.length === partners.length && ends.every((end, k) => base[end]!.eq(side[partners[k]!]!)))
      for (const [k, end] of ends.entries()) match[end] = partners[k]!;
    [start, from] = [i + 1, next + 1];
  }
}

/** Deleted blocks are separate changes: a block between them that the other side changed stays alone. */
function changesIn(base: readonly Node[], change: Change): Change[] {
  const { start, end, nodes } = change;
  if (start === end && nodes.length === 0) return [];
  if (nodes.length > 0 || base[start]!.isInline) return [change];
  return base.slice(start, end).map((_, i) => ({ start: start + i, end: start + i + 1, nodes: [] }));
}

type Group = { start: number; end: number; mine: Change[]; theirs: Change[] };

/** All changes in order, those that overlap in one group. */
function overlapping(mine: readonly Change[], theirs: readonly Change[]): Group[] {
  const groups: Group[] = [];
  let [m, t] = [0, 0];
  while (m < mine.length || t < theirs.length) {
    const isMine = t === theirs.length || (m < mine.length && isBefore(mine[m]!, theirs[t]!));
    const first = isMine ? mine[m++]! : theirs[t++]!;
    const group: Group = { start: first.start, end: first.end, mine: isMine ? [first] : [], theirs: isMine ? [] : [first] };
    for (;;) {
      const next = [mine[m], theirs[t]].find((change) => change !== undefined && overlaps(group, change));
      if (next === undefined) break;
      if (next === mine[m]) group.mine.push(mine[m++]!);
      else group.theirs.push(theirs[t++]!);
      group.end = Math.max(group.end, next.end);
    }
    groups.push(group);
  }
  return groups;
}

/** An insertion comes before what replaces the place that follows it. */
function isBefore(one: Change, other: Change): boolean {
  return one.start < other.start || (one.start === other.start && one.end <= other.end);
}

function overlaps(group: Group, change: Change): boolean {
  const isInsertion = change.start === change.end;
  if (group.start === group.end) return isInsertion && change.start === group.start;
  return isInsertion ? change.start > group.start && change.start < group.end : change.start < group.end;
}

function mergeStretch(base: readonly Node[], mine: readonly Node[], theirs: readonly Node[], tally: Tally): readonly Node[] {
  if (areEqual(mine, theirs) || areEqual(base, mine)) return theirs;
  if (areEqual(base, theirs)) return mine;
  // One side went on from where the other ends, or changed what the other deleted.
  if (begins(mine, theirs)) return theirs;
  if (begins(theirs, mine)) return mine;
  if (base.length === 1 && mine.length === 1 && theirs.length === 1 && isSamePlace(base[0]!, mine[0]!, theirs[0]!))
    return [mergeOne(base[0]!, mine[0]!, theirs[0]!, tally)];
  const flat = flattened([base, mine, theirs]);
  if (flat) return unflattened(mergeSequence(flat[0]!, flat[1]!, flat[2]!, tally), flat[1]!.at(-1)!);
  const pairs = base.length === mine.length && base.length === theirs.length && base.length > 0;
  if (pairs && base.every((node, i) => isSamePlace(node, mine[i]!, theirs[i]!) || isOneSided(node, mine[i]!, theirs[i]!))) {
    return base.map((node, i) => mergeOne(node, mine[i]!, theirs[i]!, tally));
  }
  tally.conflicts++;
  return [...theirs, ...spaceBetween(theirs, mine), ...mine];
}

function begins(start: readonly Node[], whole: readonly Node[]): boolean {
  return start.length <= whole.length && start.every((node, i) => node.eq(whole[i]!));
}

/**
 * Blocks of words as one list of words, each block ended by its empty frame, so that
 * words are merged even where a side has split, joined or inserted blocks among them.
 * Null if some hold more than words.
 */
function flattened(lists: readonly (readonly Node[])[]): Node[][] | null {
  // A list that is flat already, with a word in it or frames alone, is not flattened again.
  if (lists.every((list) => list.every((node) => node.isInline || node.textContent === ""))) return null;
  const flat: Node[][] = [];
  for (const list of lists) {
    const nodes: Node[] = [];
    for (const block of list) {
      const frame = frameOf(block);
      if (frame === null) return null;
      nodes.push(...words(textblockIn(block)), frame);
    }
    flat.push(nodes);
  }
  return flat;
}

/** A paragraph or a heading without its words, and what it alone is in, such as a list item. */
function frameOf(block: Node): Node | null {
  if (block.type.name === "paragraph" || block.type.name === "heading") return block.copy(Fragment.empty);
  const inner = block.childCount === 1 && !block.isTextblock ? frameOf(block.firstChild!) : null;
  return inner && block.copy(Fragment.from(inner));
}

function textblockIn(block: Node): Node {
  return block.isTextblock ? block : textblockIn(block.firstChild!);
}

/** Words after the last frame, whose own frame the other side has deleted, are put into `last`. */
function unflattened(nodes: readonly Node[], last: Node): Node[] {
  const blocks: Node[] = [];
  let inside: Node[] = [];
  for (const node of nodes) {
    if (node.isInline) inside.push(node);
    else {
      blocks.push(filled(node, Fragment.fromArray(joined(inside))));
      inside = [];
    }
  }
  if (inside.length > 0) blocks.push(filled(last, Fragment.fromArray(joined(inside))));
  return blocks;
}

function filled(frame: Node, content: Fragment): Node {
  if (!frame.isTextblock) return frame.copy(Fragment.from(filled(frame.firstChild!, content)));
  if (frame.type.validContent(content)) return frame.copy(content);
  return frame.type.schema.nodes["paragraph"]!.create(null, content);
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
