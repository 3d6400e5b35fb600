/*
 * Merges two versions into one document with tracked changes: deleted content
 * stays in it, marked, next to inserted content. Whole paragraphs, items and
 * table rows are tracked as units, and within a block the words; formatting
 * changes record the previous formatting. Accepting everything gives the newer
 * version, rejecting everything the older one.
 */
import { Fragment, type Node } from "prosemirror-model";
import type { Alignment } from "../document/document-attributes.ts";
import { alignOf, levelOf, formattingMarksOf, type FormattingMark } from "./formatting-change.ts";
import { matchNodes } from "../document/match-nodes.ts";
import { wordDiff, type DiffSegment } from "./word-diff.ts";
import { tokenise } from "../text/words.ts";

/** `date` is ISO 8601. */
export type Who = { author: string; date: string };
export type Revision = Who & { kind: "ins" | "del" };
export type RevisedRange = Revision & { from: number; to: number };

/** Words whose formatting changed. */
export type RevisedFormatting = Who & { from: number; to: number; before: FormattingMark[] };
/** A paragraph or heading whose level changed; 0 is a paragraph. */
export type RevisedLevel = Who & { before: number };
/** One whose lines stand elsewhere now. */
export type RevisedAlignment = Who & { before: Alignment | null };

export type TrackedDocument = {
  document: Node;
  /** Inserted or deleted words, in document order. */
  ranges: RevisedRange[];
  /** Text blocks, rows and rules inserted or deleted whole, by position. */
  blocks: ReadonlyMap<number, Revision>;
  /** In document order. */
  looks: RevisedFormatting[];
  /** By the block's position. */
  levels: ReadonlyMap<number, RevisedLevel>;
  aligns: ReadonlyMap<number, RevisedAlignment>;
  /** Maps a position in the newer version to this document. */
  positionOf(pos: number): number;
};

export type Attribution = {
  /** The authors of [from, to) in the newer version, as contiguous pieces. */
  wrote(from: number, to: number): (Who & { to: number })[];
  /** `beside` is the author of the replacement, if any. */
  struck(words: string, beside: Who | null): Who;
  /** Who changed the formatting of a range in the newer version. */
  looked(from: number, to: number): Who;
};

export function trackedDocument(before: Node, after: Node, attribution: Attribution): TrackedDocument {
  const tracking = new Tracking(attribution);
  const document = tracking.merge(before, after, -1, -1);
  const { ranges, blocks, looks, levels, aligns, places } = tracking;
  return { document, ranges, blocks, looks, levels, aligns, positionOf: (pos) => placeOf(places, pos) };
}

type Place = { after: number; merged: number; size: number };

function placeOf(places: readonly Place[], pos: number): number {
  const last = places.findLast(({ after }) => after <= pos);
  return last === undefined ? 0 : last.merged + Math.min(last.size, pos - last.after);
}

class Tracking {
  ranges: RevisedRange[] = [];
  blocks = new Map<number, Revision>();
  looks: RevisedFormatting[] = [];
  levels = new Map<number, RevisedLevel>();
  aligns = new Map<number, RevisedAlignment>();
  places: Place[] = [];
  #who: Attribution;

  constructor(who: Attribution) {
    this.#who = who;
  }

  /** `pos` is the position in the merged document, `at` the one in the newer version; -1 means the whole document. */
  merge(before: Node, after: Node, pos: number, at: number): Node {
    if (before.isTextblock && after.isTextblock) return this.#words(before, after, pos, at);
    const isRow = after.type.name === "tableRow";
    const pieces = isRow
      ? childrenOf(after).map((cell, i) => ({ before: before.child(i), after: cell }))
      : paired(childrenOf(before), childrenOf(after));
    const merged: Node[] = [];
    let [here, there] = [pos + 1, at + 1];
    for (const piece of pieces) {
      const node = this.#piece(piece, here, there);
      merged.push(node);
      here += node.nodeSize;
      there += piece.after?.nodeSize ?? 0;
    }
    return after.copy(Fragment.fromArray(merged));
  }

  #piece({ before, after }: Pair, pos: number, at: number): Node {
    if (after === null) return this.#whole(before!, pos, null);
    if (before === null) {
      this.places.push({ after: at, merged: pos, size: after.nodeSize });
      return this.#whole(after, pos, at);
    }
    if (!after.isLeaf && !isAlike(before, after)) return this.merge(before, after, pos, at);
    this.places.push({ after: at, merged: pos, size: after.nodeSize });
    return after;
  }

  /** A node inserted as a whole, or deleted if `at` is null. */
  #whole(node: Node, pos: number, at: number | null): Node {
    const mark = (block: Node, here: number) => {
      const offset = here - pos;
      const size = block.isTextblock ? block.content.size : 0;
      if (at === null) {
        const who = this.#who.struck(block.textContent, null);
        this.blocks.set(here, { kind: "del", ...who });
        if (size > 0) this.ranges.push({ kind: "del", ...who, from: here + 1, to: here + 1 + size });
        return;
      }
      const from = at + offset + 1;
      const pieces = this.#who.wrote(from, from + Math.max(1, size));
      this.blocks.set(here, { kind: "ins", author: pieces[0]!.author, date: pieces[0]!.date });
      if (size > 0) this.#inserted(from, from + size, here + 1);
    };
    const isMarked = (one: Node) => one.isTextblock || one.type.name === "tableRow" || (one.isBlock && one.isLeaf);
    if (isMarked(node)) mark(node, pos);
    if (!node.isTextblock)
      node.descendants((one, offset) => {
        if (isMarked(one)) mark(one, pos + 1 + offset);
        return !one.isTextblock;
      });
    return node;
  }

  #inserted(from: number, to: number, pos: number): Who | null {
    let start = from;
    let first: Who | null = null;
    for (const { author, date, to: end } of this.#who.wrote(from, to)) {
      this.ranges.push({ kind: "ins", author, date, from: pos + start - from, to: pos + end - from });
      first ??= { author, date };
      start = end;
    }
    return first;
  }

  #words(before: Node, after: Node, pos: number, at: number): Node {
    const [level, is] = [levelOf(before), levelOf(after)];
    if (level !== null && is !== null && level !== is)
      this.levels.set(pos, { before: level, ...this.#who.looked(at + 1, at + 1 + after.content.size) });
    const align = alignOf(before);
    if (align !== alignOf(after)) this.aligns.set(pos, { before: align, ...this.#who.looked(at + 1, at + 1 + after.content.size) });
    const signs = new Map<string, string>();
    const [old, now] = [flat(before, signs), flat(after, signs)];
    const diff = wordDiff(old.text, now.text);
    const segments = diff.isRewrite ? rewritten(diff.segments) : diff.segments;
    let [i, j, here] = [0, 0, pos + 1];
    let content = Fragment.empty;
    const take = (piece: Fragment) => {
      content = content.append(piece);
      here += piece.size;
    };
    for (const [n, { kind, text }] of segments.entries()) {
      if (kind === "removed") {
        const piece = before.content.cut(old.offsets[i]!, old.offsets[i + text.length]!);
        const next = segments[n + 1];
        const start = at + 1 + now.offsets[j]!;
        const beside = next?.kind === "added" ? (this.#who.wrote(start, start + 1)[0] ?? null) : null;
        const { author, date } = this.#who.struck(text, beside);
        this.ranges.push({ kind: "del", author, date, from: here, to: here + piece.size });
        take(piece);
        i += text.length;
        continue;
      }
      const [from, to] = [now.offsets[j]!, now.offsets[j + text.length]!];
      if (kind === "added") {
        this.places.push({ after: at + 1 + from, merged: here, size: to - from });
        this.#inserted(at + 1 + from, at + 1 + to, here);
        take(after.content.cut(from, to));
      } else {
        const [start, end] = [old.offsets[i]!, old.offsets[i + text.length]!];
        take(this.#kept(before.content.cut(start, end), after.content.cut(from, to), here, at + 1 + from));
        i += text.length;
      }
      j += text.length;
    }
    return after.copy(content);
  }

  #look(node: Node, before: readonly FormattingMark[][], pos: number, at: number): void {
    const now = formattingMarksOf(node.marks).join();
    for (const [i, marks] of before.entries()) {
      if (marks.join() === now) continue;
      const last = this.looks.at(-1);
      const who = this.#who.looked(at + i, at + i + 1);
      if (last?.to === pos + i && last.before.join() === marks.join() && last.author === who.author) last.to++;
      else this.looks.push({ from: pos + i, to: pos + i + 1, before: marks, ...who });
    }
  }

  /** Unchanged words, with footnotes whose own text may have changed. */
  #kept(before: Fragment, after: Fragment, pos: number, at: number): Fragment {
    const notes = notesIn(before);
    const looks = looksIn(before);
    let kept = Fragment.empty;
    let unit = 0;
    after.forEach((node, offset) => {
      if (node.isText) this.#look(node, looks.slice(unit, unit + node.nodeSize), pos + kept.size, at + offset);
      unit += node.isText ? node.nodeSize : 1;
      const was = node.type.name === "footnote" ? notes.shift() : undefined;
      const isSame = was === undefined || isAlike(was, node);
      const here = pos + kept.size;
      this.places.push({ after: at + offset, merged: here, size: node.nodeSize });
      kept = kept.addToEnd(isSame ? node : this.#words(was, node, here, at + offset));
    });
    return kept;
  }
}

/** The formatting of each character; a non-text node counts as one. */
function looksIn(content: Fragment): FormattingMark[][] {
  const looks: FormattingMark[][] = [];
  content.forEach((node) => {
    const marks = formattingMarksOf(node.marks);
    for (let i = node.isText ? node.nodeSize : 1; i > 0; i--) looks.push(marks);
  });
  return looks;
}

/** The words of a block, with one sign per non-text node, equal for equal nodes. `offsets` are positions in its content. */
function flat(block: Node, signs: Map<string, string>): { text: string; offsets: number[] } {
  let text = "";
  const offsets: number[] = [];
  block.forEach((node, offset) => {
    const sign = node.isText ? node.text! : signOf(node, signs);
    text += sign;
    for (let i = 0; i < sign.length; i++) offsets.push(offset + i);
  });
  offsets.push(block.content.size);
  return { text, offsets };
}

/** From Unicode's private use area, so it can't collide with real text. */
const firstSign = 0xe000;
const sign = /([\ue000-\uf76f])/;

/** Words with little in common are replaced as a whole, around the notes, references and pictures that both have. */
function rewritten(segments: readonly DiffSegment[]): DiffSegment[] {
  const found: DiffSegment[] = [];
  let [removed, added] = ["", ""];
  const close = () => {
    if (removed === added) found.push({ kind: "equal", text: added });
    else found.push({ kind: "removed", text: removed }, { kind: "added", text: added });
    [removed, added] = ["", ""];
  };
  for (const { kind, text } of segments) {
    for (const piece of kind === "equal" ? text.split(sign) : [text]) {
      if (kind === "equal" && sign.test(piece)) {
        close();
        found.push({ kind, text: piece });
        continue;
      }
      if (kind !== "added") removed += piece;
      if (kind !== "removed") added += piece;
    }
  }
  close();
  return found.filter(({ text }) => text !== "");
}

function notesIn(content: Fragment): Node[] {
  const notes: Node[] = [];
  content.forEach((node) => void (node.type.name === "footnote" && notes.push(node)));
  return notes;
}

/** A footnote keeps its identity, however its text changed. */
function signOf(node: Node, signs: Map<string, string>): string {
  const { name } = node.type;
  const key = name === "hardBreak" ? "\n" : name === "footnote" ? name : JSON.stringify(node.toJSON());
  if (key === "\n") return key;
  const sign = signs.get(key) ?? String.fromCharCode(firstSign + (signs.size % 6000));
  signs.set(key, sign);
  return sign;
}

export type Pair = { before: Node | null; after: Node | null };

export function isAlike(a: Node, b: Node): boolean {
  return matchNodes([a], [b], { ignoresIds: true })[0] === 0;
}

export function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  node.forEach((child) => children.push(child));
  return children;
}

/** Pairs blocks that are equal or became one another; the rest stay single. */
export function paired(before: readonly Node[], after: readonly Node[]): Pair[] {
  const match = matchNodes(before, after, { ignoresIds: true });
  const pairs: Pair[] = [];
  let [b, a] = [0, 0];
  for (let i = 0; i <= before.length; i++) {
    const partner = i === before.length ? after.length : match[i]!;
    if (partner < 0) continue;
    pairs.push(...likest(before.slice(b, i), after.slice(a, partner)));
    if (i < before.length) pairs.push({ before: before[i]!, after: after[partner]! });
    [b, a] = [i + 1, partner + 1];
  }
  return pairs;
}

/** Beyond this many comparisons, changed blocks are paired in order. */
const comparisonsMax = 10_000;
const likenessMin = 0.25;

/** The alignment of two lists that preserves the most words. */
function likest(before: readonly Node[], after: readonly Node[]): Pair[] {
  const [n, m] = [before.length, after.length];
  if (n === 1 && m === 1 && canBecome(before[0]!, after[0]!)) return [{ before: before[0]!, after: after[0]! }];
  const isMany = n * m > comparisonsMax;
  const words = isMany ? [] : [before.map(wordsOf), after.map(wordsOf)];
  const worth = (i: number, j: number) => {
    if (!canBecome(before[i]!, after[j]!)) return 0;
    if (isMany) return i === j ? 1 : 0;
    const likeness = likenessOf(words[0]![i]!, words[1]![j]!);
    return likeness >= likenessMin ? likeness : 0;
  };
  if (isMany) return inOrder(before, after, (i) => (i < n && i < m && worth(i, i) > 0 ? i : -1));
  const best = Array.from({ length: n + 1 }, () => new Float64Array(m + 1));
  for (let i = n - 1; i >= 0; i--) {
    for (let j = m - 1; j >= 0; j--) {
      const here = worth(i, j);
      const both = here > 0 ? here + best[i + 1]![j + 1]! : 0;
      best[i]![j] = Math.max(both, best[i + 1]![j]!, best[i]![j + 1]!);
    }
  }
  const partners = new Map<number, number>();
  for (let [i, j] = [0, 0]; i < n && j < m;) {
    if (worth(i, j) > 0 && best[i]![j] === worth(i, j) + best[i + 1]![j + 1]!) partners.set(i++, j++);
    else if (best[i]![j] === best[i + 1]![j]!) i++;
    else j++;
  }
  return inOrder(before, after, (i) => partners.get(i) ?? -1);
}

function inOrder(before: readonly Node[], after: readonly Node[], partnerOf: (i: number) => number): Pair[] {
  const pairs: Pair[] = [];
  let next = 0;
  for (const [i, node] of before.entries()) {
    const partner = partnerOf(i);
    for (; next < partner; next++) pairs.push({ before: null, after: after[next]! });
    pairs.push({ before: node, after: partner < 0 ? null : after[partner]! });
    if (partner >= 0) next = partner + 1;
  }
  for (; next < after.length; next++) pairs.push({ before: null, after: after[next]! });
  return pairs;
}

function canBecome(before: Node, after: Node): boolean {
  if (before.isTextblock && after.isTextblock) return before.type.spec.code === after.type.spec.code;
  if (before.isLeaf || after.isLeaf || before.type !== after.type) return false;
  return before.type.name !== "tableRow" || before.childCount === after.childCount;
}

function wordsOf(node: Node): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { text, kind } of tokenise(node.textBetween(0, node.content.size, " ")))
    if (kind === "word") counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

function likenessOf(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let [common, all] = [0, 0];
  for (const [word, count] of a) {
    common += Math.min(count, b.get(word) ?? 0);
    all += count;
  }
  for (const count of b.values()) all += count;
  return all === 0 ? likenessMin : (2 * common) / all;
}
