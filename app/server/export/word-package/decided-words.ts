/*
 * Words and breaks that came as tracked changes, as they were decided: their marks go from the file, with the words
 * themselves where those are gone, and the imported text says the same. What is written afterwards compares with that. A
 * change is left to that comparison if it isn't certain which marks of the file are its own, or if more than words is in
 * them.
 */
import type { Node } from "prosemirror-model";
import { Transform } from "prosemirror-transform";
import { peopleOf } from "#core/changes/changes-since.ts";
import { applyEdit, locateInDocument } from "#core/changes/document-patch.ts";
import { documentText, textOffset } from "#core/document/document-text.ts";
import type { PackageAnchors } from "#core/document/package-anchors.ts";
import { zonedMoment } from "../../files/readers/word-changes.ts";
import { paragraphsOf, type Atom, type Item, type Paragraph, type Wrapper } from "./package-paragraphs.ts";
import { withoutRevisedBreak } from "./run-properties.ts";
import { sourceUnits } from "./source-units.ts";
import { textBlocks } from "./text-blocks.ts";
import type { PackageGiven } from "./package-given.ts";
import { attributeIn, edited, endOfElement, scanXml, type Edit, type Tag } from "../../files/readers/xml-scan.ts";

type Given = Pick<PackageGiven, "anchors" | "imported" | "came"> & {
  xml: string;
  /** By change: whether it is sent as it came, or decided already. */
  isSettled: readonly boolean[];
};
export type DecidedWords = {
  xml: string;
  anchors: PackageAnchors;
  imported: Node;
  /** By change: whether nothing of it is left in the file. */
  isDone: readonly boolean[];
  /** Where each text block is now; of one that is gone, -1. */
  indexes: readonly number[];
};

/** A character of the file with a mark, or the break behind a paragraph, and where it is in the imported text. */
type Marked = { text: string; mark: Wrapper | Break; at: number; size: number };
type Break = { kind: "ins" | "del"; open: Tag; number: number };
const isBreak = (mark: Wrapper | Break): mark is Break => "number" in mark;

export function decidedWords({ xml, anchors, imported, came, isSettled }: Given): DecidedWords {
  const none = { xml, anchors, imported, isDone: came.map(() => false), indexes: [...anchors.blocks.keys()] };
  const isAsked = came.map(({ patch }, i) => !isSettled[i] && patch.rows === undefined && patch.look === undefined);
  if (!isAsked.includes(true)) return none;
  const marks = new MarksOf(xml, anchors, imported);
  const { text } = documentText(imported);
  const own = ownOnly(came.map((_, i) => (isAsked[i] ? marks.of(came, i, text) : null)));
  const isGone = (i: number, { kind }: Wrapper | Break) => (kind === "ins") !== (came[i]!.decision === "accepted");
  const isDone = own.map((found, i) => found?.every(({ mark }) => marks.isPlain(mark, isGone(i, mark))) ?? false);
  const after = withAccepted(imported, { came, anchors, isDone }, (done) => marks.blocks(goneBy(done)));
  return { xml: edited(xml, marks.edits(goneBy(isDone))), isDone, ...after };

  /** Of every mark that is done, whether what it marks goes. */
  function goneBy(done: readonly boolean[]): Fates {
    return new Map(own.flatMap((found, i) => (done[i] ? found!.map(({ mark }) => [mark, isGone(i, mark)] as const) : [])));
  }
}

/** Without those of which a mark is another's too. */
function ownOnly(found: readonly (Marked[] | null)[]): (Marked[] | null)[] {
  const owners = new Map<Wrapper | Break, Set<number>>();
  for (const [i, some] of found.entries())
    for (const { mark } of some ?? []) owners.set(mark, (owners.get(mark) ?? new Set()).add(i));
  return found.map((some) => (some?.every(({ mark }) => owners.get(mark)!.size === 1) ? some : null));
}

type Blocks = { blocks: number[][]; indexes: number[] };
/** Paragraphs that are one block: their numbers as they came, and afterwards. */
type Piece = { came: number[]; numbers: number[] };
type Fates = ReadonlyMap<Wrapper | Break, boolean>;

/** What is in the range once the change is accepted. */
function textWith(text: string, [start, end]: readonly [number, number], found: readonly Marked[]): string {
  const gone = new Set<number>();
  const added = new Map<number, string>();
  for (const { text: words, mark, at, size } of found) {
    if (mark.kind === "del") for (let i = at; i < at + size; i++) gone.add(i);
    else added.set(at, (added.get(at) ?? "") + words);
  }
  let made = "";
  for (let at = start; at <= end; at++) made += (added.get(at) ?? "") + (at < end && !gone.has(at) ? text[at]! : "");
  return made;
}

/** One after the other; one with which the blocks of the text would not be the file's paragraphs any more is not done. */
function withAccepted(
  imported: Node,
  { came, anchors, isDone }: Pick<Given, "came" | "anchors"> & { isDone: boolean[] },
  blocksWith: (isDone: readonly boolean[]) => Blocks | null,
): Pick<DecidedWords, "imported" | "anchors" | "indexes"> {
  let [document, changes] = [imported, anchors.changes.map(([start, end]): [number, number] => [start, end])];
  // What is rejected is as it was, but paragraphs may become one.
  const done = isDone.map((one, i) => one && came[i]!.decision !== "accepted");
  let now = blocksWith(done);
  if (now?.blocks.length !== textBlocks(imported).size) {
    isDone.fill(false);
    return { imported, anchors, indexes: [...anchors.blocks.keys()] };
  }
  const accepted = [...came.keys()].filter((i) => isDone[i] && came[i]!.decision === "accepted");
  for (const i of accepted.toSorted((a, b) => changes[b]![0] - changes[a]![0] || b - a)) {
    const [start, end] = changes[i]!;
    const tr = new Transform(document);
    // What was beside it may be another change's, and decided already.
    const { before: _, after: __, ...patch } = came[i]!.patch;
    const outcome = locateInDocument(document, { ...patch, place: { start, end } }, { nearest: false });
    if (outcome.kind === "located") applyEdit(tr, outcome.edit);
    done[i] = outcome.kind === "located";
    const next: Blocks | null = blocksWith(done);
    done[i] = isDone[i] = done[i] && next?.blocks.length === textBlocks(tr.doc).size;
    if (!isDone[i]) continue;
    const more = documentText(tr.doc).text.length - documentText(document).text.length;
    [document, now] = [tr.doc, next!];
    changes = changes.map(([from, to], j) => (j !== i && from >= end ? [from + more, to + more] : [from, to]));
  }
  return { imported: document, anchors: { ...anchors, blocks: now.blocks, changes }, indexes: now.indexes };
}

/** The paragraphs that end behind each character, the last one left out; an empty one is behind what is before it. */
function endsOf(own: readonly { number: number; paragraph: Paragraph }[]): Map<Atom | undefined, number[]> {
  const ends = new Map<Atom | undefined, number[]>();
  let last: Atom | undefined;
  for (const { number, paragraph } of own.slice(0, -1)) {
    last = paragraph.atoms.findLast((one) => !one.isNever) ?? last;
    ends.set(last, [...(ends.get(last) ?? []), number]);
  }
  return ends;
}

class MarksOf {
  #xml: string;
  #anchors: PackageAnchors;
  #paragraphs: Paragraph[];
  #all: Marked[] = [];
  #paragraphOf = new Map<Wrapper, Paragraph>();
  #breaks = new Map<number, Break>();
  /** Insertions that are text of the draft already, and paragraphs of which that isn't known. */
  #inText = new Set<Wrapper>();
  #unread = new Set<number>();
  /** Paragraphs of which something continues in the next one. */
  #going = new Set<number>();

  constructor(xml: string, anchors: PackageAnchors, imported: Node) {
    this.#xml = xml;
    this.#anchors = anchors;
    this.#paragraphs = paragraphsOf(xml);
    const shown = documentText(imported);
    for (const [pos, index] of textBlocks(imported)) {
      const own = (anchors.blocks[index] ?? []).map((number) => ({ number, paragraph: this.#paragraphs[number]! }));
      for (const { number } of own) this.#unread.add(number);
      if (own.some(({ paragraph }) => paragraph === undefined || paragraph.isStrange)) continue;
      if (own.every(({ paragraph: { wrappers, revisedBreak } }) => wrappers.length === 0 && revisedBreak === null)) continue;
      this.#block(imported.nodeAt(pos)!, own, textOffset(shown, imported, pos + 1));
    }
  }

  #block(block: Node, own: readonly { number: number; paragraph: Paragraph }[], start: number): void {
    const units = sourceUnits(block, { atoms: own.flatMap(({ paragraph }) => paragraph.atoms) });
    if (units === null || units.some(({ key, note }) => note !== null || key.length !== 1)) return;
    for (const { number } of own) this.#unread.delete(number);
    const marked: Marked[] = [];
    const ends = endsOf(own);
    let at = start;
    for (const number of ends.get(undefined) ?? []) marked.push(...this.#break(number, "ins", at, 0));
    for (const { key, atoms, state } of units) {
      const [atom] = atoms;
      const size = state === "ins" ? 0 : 1;
      // Text that was taken over is no change of the draft.
      if (atom?.change && state === "taken") this.#inText.add(atom.change);
      else if (atom?.change) {
        marked.push({ text: key, mark: atom.change, at, size });
        this.#paragraphOf.set(atom.change, own.find(({ paragraph }) => paragraph.atoms.includes(atom))!.paragraph);
      }
      at += size;
      for (const number of (atom && ends.get(atom)) ?? []) marked.push(...this.#break(number, "ins", at, 0));
    }
    const { number } = own.at(-1)!;
    // A paragraph that is deleted as a whole has no break in its change, unless the one before continues in it.
    const isKept = units.some(({ state, key }) => state !== "del" && key.trim() !== "");
    const size = isKept || this.#going.has(own[0]!.number - 1) ? 2 : 0;
    const last = this.#break(number, "del", at, size);
    if (size > 0 && last.length > 0) this.#going.add(number);
    marked.push(...last);
    this.#all.push(...marked);
  }

  #break(number: number, kind: Break["kind"], at: number, size: number): Marked[] {
    const { properties, revisedBreak } = this.#paragraphs[number]!;
    if (properties === null || revisedBreak !== kind) return [];
    const open = [...scanXml(this.#xml, properties.from, properties.to)].find(
      (token): token is Tag => token.kind !== "text" && token.kind !== "close" && token.name in breakKinds,
    );
    if (open === undefined) return [];
    const mark: Break = { kind, open, number };
    this.#breaks.set(number, mark);
    return [{ text: size === 0 && kind === "del" ? "" : "\n\n", mark, at, size }];
  }

  /**
   * Those with which its words become what it makes of them; null if there are none. What is inserted between two
   * changes may be either's.
   */
  of(came: Given["came"], index: number, text: string): Marked[] | null {
    const range = this.#anchors.changes[index]!;
    const found = this.#all.filter((one) => this.#isOf(one, came[index]!, index));
    const isOthers = (one: Marked) => came.some((other, i) => i !== index && this.#isOf(one, other, i));
    const shared = new Set(found.filter(isOthers));
    const sharedAt = (place: number) => [...shared].filter(({ at, size }) => size === 0 && at === place);
    const [before, behind] = range.map(sharedAt) as [Marked[], Marked[]];
    if (shared.size > before.length + behind.length) return null;
    const edgesOf = (some: readonly Marked[]) =>
      [...some.keys(), some.length].filter((i) => some[i]?.mark !== some[i - 1]?.mark || i === 0);
    for (const from of edgesOf(before))
      for (const to of edgesOf(behind).toReversed()) {
        const others = new Set([...before.slice(0, from), ...behind.slice(to)]);
        const own = found.filter((one) => !others.has(one));
        if (own.length > 0 && textWith(text, range, own) === came[index]!.patch.replacement) return own;
      }
    return null;
  }

  #isOf({ mark, at, size }: Marked, { patch }: Given["came"][number], index: number): boolean {
    const [start, end] = this.#anchors.changes[index]!;
    if (at < start || at + size > end || patch.rows || patch.look) return false;
    const said = (name: string) => attributeIn(this.#xml, mark.open, name) ?? "";
    const [author, moment] = [said("author"), zonedMoment(said("date"))];
    return peopleOf(patch).some((one) => one.author === author && one.date === moment);
  }

  /** Nothing but runs of words, if they go; if they stay, there may be anything in them. */
  isPlain(mark: Wrapper | Break, isGone: boolean): boolean {
    if (isBreak(mark)) return !isGone || this.#isRemovable(mark.number) || this.#mayJoin(mark.number);
    const paragraph = this.#paragraphOf.get(mark);
    if (!paragraph || mark.close === null || mark.open.from < paragraph.open.from) return false;
    const runs = paragraph.runs.filter(({ wrappers }) => wrappers.includes(mark));
    const isOdd = runs.some(({ link, isControlled }) => link !== null || isControlled);
    if (isOdd || !this.#holdsRuns(mark)) return false;
    const isText = ({ atoms, from }: Item) => atoms.length > 0 || this.#xml.startsWith("<w:lastRenderedPageBreak", from);
    return !isGone || runs.every(({ items }) => items.every(isText));
  }

  #holdsRuns({ open, close }: Wrapper): boolean {
    let depth = 0;
    for (const token of scanXml(this.#xml, open.to, close!.from)) {
      if (token.kind === "text") continue;
      if (token.kind === "close") depth--;
      else if (depth === 0 && !beside.test(token.name)) return false;
      if (token.kind === "open") depth++;
    }
    return true;
  }

  #isRemovable(number: number): boolean {
    const { isInner, hasInner, hasSection, drawings, open, cells } = this.#paragraphs[number]!;
    const next = this.#paragraphs[number + 1];
    const isLast = next === undefined || next.cells.at(-1)?.cell !== cells.at(-1)?.cell;
    return !isInner && !hasInner && !hasSection && drawings.length === 0 && open.kind === "open" && !isLast;
  }

  #mayJoin(number: number): boolean {
    const [one, next] = [this.#paragraphs[number]!, this.#paragraphs[number + 1]];
    if (next?.open.kind !== "open" || !this.#isRemovable(number) || next.isInner || next.hasInner) return false;
    return !/<w:(?:p|tbl|sectPr)[ >/]/.test(this.#xml.slice(one.to, next.open.from));
  }

  /** The paragraphs of each text block with these marks done, by their numbers afterwards; null if that can't be. */
  blocks(gone: Fates): Blocks | null {
    const { removed, joined } = this.#paragraphsBy(gone);
    if ([...joined].some((number) => !this.#mayJoin(number))) return null;
    const left = [...this.#paragraphs.keys()].filter((number) => !removed.has(number) && !joined.has(number - 1));
    const now = new Map(left.map((number, i) => [number, i]));
    const anchored = new Set(this.#anchors.blocks.flat());
    const pieces: Piece[] = [];
    const first: number[] = [];
    let isOpen = false;
    for (const own of this.#anchors.blocks) {
      first.push(own.every((number) => removed.has(number)) && own.length > 0 ? -1 : pieces.length - (isOpen ? 1 : 0));
      for (const number of own.length > 0 ? own : [-1]) {
        if (removed.has(number)) continue;
        const shown = now.get(number);
        if (number >= 0 && shown === undefined && !isOpen) return null;
        const last = isOpen ? pieces.at(-1) : undefined;
        if (last === undefined) pieces.push({ came: [number], numbers: shown === undefined ? [] : [shown] });
        last?.came.push(number);
        if (shown !== undefined) last?.numbers.push(shown);
        const mark = this.#breaks.get(number);
        const fate = mark && gone.get(mark);
        // An inserted break is none until it is accepted.
        isOpen = number !== own.at(-1) && (mark?.kind !== "ins" || fate !== false);
        // What it continues in may be no block of the draft.
        if (mark?.kind === "del" && fate === true) isOpen = anchored.has(number + 1);
      }
    }
    const held = this.#held(pieces, gone);
    const indexOf = new Map(held.map((piece, i) => [piece, i]));
    return {
      blocks: held.map(({ numbers }) => numbers),
      indexes: first.map((at) => (at < 0 ? -1 : (indexOf.get(pieces[at]!) ?? -1))),
    };
  }

  /** An empty paragraph is no block of a draft, but in a cell with nothing else. */
  #held(pieces: readonly Piece[], gone: Fates): Piece[] {
    const cellOf = ({ came }: Piece) => this.#paragraphs[came[0]!]?.cells.at(-1)?.cell;
    const isEmpty = ({ came }: Piece) => came.every((number) => number >= 0 && this.#isEmpty(number, gone));
    const full = new Set(pieces.filter((piece) => !isEmpty(piece)).map(cellOf));
    return pieces.filter((piece) => {
      const cell = cellOf(piece);
      if (!isEmpty(piece)) return true;
      if (cell === undefined || full.has(cell)) return false;
      full.add(cell);
      return true;
    });
  }

  #isEmpty(number: number, gone: Fates): boolean {
    return this.#paragraphs[number]!.atoms.every(({ change, isNever }) => {
      if (isNever) return true;
      if (change === null || this.#inText.has(change) || this.#unread.has(number)) return false;
      return change.kind === "ins" ? gone.get(change) !== false : gone.get(change) === true;
    });
  }

  /** Those of which nothing stays, and those that go on in the next one. */
  #paragraphsBy(gone: Fates): Record<"removed" | "joined", Set<number>> {
    const [removed, joined] = [new Set<number>(), new Set<number>()];
    const breaks = [...gone].flatMap(([mark, isGone]) => (isBreak(mark) && isGone ? [mark] : []));
    const isGone = ({ atoms }: Paragraph) => atoms.every(({ change, isNever }) => isNever || (change && gone.get(change) === true));
    for (const { number, kind } of breaks.toSorted((a, b) => a.number - b.number)) {
      // One in which another continues is part of it.
      const isWhole = kind === "del" && !joined.has(number - 1) && isGone(this.#paragraphs[number]!);
      (isWhole && this.#isRemovable(number) ? removed : joined).add(number);
    }
    return { removed, joined };
  }

  edits(gone: Fates): Edit[] {
    const { removed, joined } = this.#paragraphsBy(gone);
    const edits: Edit[] = [];
    for (const number of removed) {
      const { open, to } = this.#paragraphs[number]!;
      edits.push({ from: open.from, to, text: "" });
    }
    for (const [mark, isGone] of gone) {
      if (isBreak(mark)) {
        if (!isGone && !joined.has(mark.number - 1)) edits.push(...this.#properties(mark.number, mark.number, gone));
      } else if (!removed.has(this.#paragraphs.indexOf(this.#paragraphOf.get(mark)!))) edits.push(...this.#taken(mark, isGone));
    }
    for (const number of joined) {
      const [one, next] = [this.#paragraphs[number]!, this.#paragraphs[number + 1]!];
      edits.push({ from: this.#xml.lastIndexOf("</", one.to), to: one.to, text: "" });
      edits.push({ from: next.open.from, to: next.contentFrom, text: "" });
      if (joined.has(number - 1)) continue;
      let last = number;
      while (joined.has(last)) last++;
      edits.push(...this.#properties(number, last, gone));
    }
    return edits;
  }

  /** The first of joined paragraphs gets what the last has: its break is what is left. */
  #properties(first: number, last: number, gone: Fates): Edit[] {
    const [{ open, properties }, { properties: its }] = [this.#paragraphs[first]!, this.#paragraphs[last]!];
    const mark = this.#breaks.get(last);
    const own = its === null ? "" : this.#xml.slice(its.from, its.to);
    const text = mark && gone.get(mark) === false ? withoutRevisedBreak(own) : own;
    return [{ from: properties?.from ?? open.to, to: properties?.to ?? open.to, text }];
  }

  /** What else is in them, such as the ends of bookmarks, stays. */
  #taken({ kind, open, close }: Wrapper, isGone: boolean): Edit[] {
    const edits: Edit[] = [open, close!].map(({ from, to }) => ({ from, to, text: "" }));
    let done = open.to;
    for (const token of scanXml(this.#xml, open.to, close!.from)) {
      if (token.kind === "text" || token.prefix !== "w" || token.from < done) continue;
      const isRun = token.kind === "open" && token.name === "r";
      // What was inserted and deleted is not in the text either way.
      if (token.kind === "open" && (token.name === "del" || (isRun && isGone))) {
        done = endOfElement(this.#xml, token.from, close!.from);
        edits.push({ from: token.from, to: done, text: "" });
      } else if (kind === "del" && /^del(?:Text|InstrText)$/.test(token.name)) {
        const start = token.from + (token.kind === "close" ? 2 : 1);
        const name = token.name === "delText" ? "t" : "instrText";
        edits.push({ from: start, to: start + `w:${token.name}`.length, text: `w:${name}` });
      }
    }
    return edits;
  }
}

const beside = /^(?:r|del|bookmark\w+|comment\w+|proofErr|perm\w+)$/;
const breakKinds = { ins: true, moveTo: true, del: true, moveFrom: true };
