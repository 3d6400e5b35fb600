/*
 * A note that came with the file, with what was changed in it. Its paragraphs are lines of the draft's note; they are
 * compared as one text, and each is then written like any other paragraph.
 */
import { Mark, type Node } from "prosemirror-model";
import type { Revision } from "#core/changes/tracked-document.ts";
import { alignUnits, type Aligned } from "./align-units.ts";
import type { Atom, Paragraph, Wrapper } from "./package-paragraphs.ts";
import { withoutRevisedBreak, withRevisedBreak } from "./run-properties.ts";
import { noteUnits, type SourceUnit } from "./source-units.ts";
import { targetUnits, type TargetNote, type TargetUnit } from "./target-units.ts";
import { attributeIn, Unwritable, type Edit } from "../../files/readers/xml-scan.ts";

type Given = {
  xml: string;
  paragraphs: readonly Paragraph[];
  /** As it was imported. */
  before: Node;
  after: TargetNote;
  write(paragraph: Paragraph, aligned: readonly Aligned[]): Edit[];
  mark(revision: Revision): string;
};

export function changedNote({ xml, paragraphs, before, after, write, mark }: Given): Edit[] {
  const { node, start, ranges, looks } = after;
  const isSame = node.content.eq(before.content) && [...ranges, ...looks].length === 0;
  const isLooked = looks.length > 0 || paragraphs.some(({ runs }) => runs.some(hasLook));
  const isTracked = isLooked || paragraphs.some(({ wrappers, revisedBreak }) => wrappers.length > 0 || revisedBreak);
  if (isSame && !isTracked) return [];
  const lines = linesIn(paragraphs);
  const units = unitsOf(lines, before);
  const targets = targetUnits(node, start, { ranges, looks, remarks: [] });
  const came = new Set(paragraphs.flatMap(({ wrappers }) => wrappers.map((one) => stampOf(xml, one))));
  if (!isLooked && isAsItCame(units.core, targets, came)) return [];
  const aligned = withEnds(units, alignUnits(units.core, targets));
  return new NoteLines(lines, aligned).edits({ xml, write, mark });

  function hasLook({ properties }: Paragraph["runs"][number]): boolean {
    return properties !== null && xml.slice(properties.from, properties.to).includes("<w:rPrChange");
  }
}

const stamped = (kind: string, author: string, date: string) => `${kind} ${date.slice(0, 19)} ${author}`;

function stampOf(xml: string, { kind, open }: Wrapper): string {
  return stamped(kind, attributeIn(xml, open, "author") ?? "", attributeIn(xml, open, "date") ?? "");
}

/** Nothing in it was decided, and nothing is proposed besides: it reads the same before and after the changes, by the same people. */
function isAsItCame(units: readonly SourceUnit[], targets: readonly TargetUnit[], came: ReadonlySet<string>): boolean {
  const [had, has] = [units.filter(({ state }) => state !== "ins"), targets.filter(({ revision }) => revision?.kind !== "ins")];
  const isSame = had.length === has.length && had.every(({ key, marks }, i) => key === has[i]!.key && alike(marks, has[i]!.marks));
  const after = units.flatMap(({ state, key }) => (state === "del" ? [] : [key])).join("");
  const wanted = targets.flatMap(({ revision, key }) => (revision?.kind === "del" ? [] : [key])).join("");
  const stamps = new Set(targets.flatMap(({ revision: one }) => (one ? [stamped(one.kind, one.author, one.date)] : [])));
  return isSame && after === wanted && stamps.size === came.size && [...stamps].every((one) => came.has(one));
}

const alike = (a: readonly Mark[] | null, b: readonly Mark[]) => a === null || Mark.sameSet(a, b);

/** A paragraph that has words. */
type Line = {
  paragraph: Paragraph;
  atoms: Atom[];
  isInserted: boolean;
  /** The break before it, as if it were a character. */
  lineBreak: Atom | null;
};

function linesIn(paragraphs: readonly Paragraph[]): Line[] {
  const lines: Line[] = [];
  for (const paragraph of paragraphs) {
    if (paragraph.isInner || paragraph.hasInner || paragraph.atoms.some(({ isNote }) => isNote))
      throw new Unwritable("a note of an unusual form");
    // Tables in notes are no part of the draft.
    if (paragraph.cells.length > 0) continue;
    const atoms = paragraph.atoms.filter(({ isNever }) => !isNever);
    const isInserted = atoms.every(({ change }) => change?.kind === "ins");
    if (isInserted && atoms.every(({ text }) => text.trim() === "")) continue;
    lines.push({ paragraph, atoms, isInserted, lineBreak: breakBefore({ paragraph, atoms, isInserted }, lines) });
  }
  return lines;
}

/** It was inserted with the text before or after it. */
function breakBefore({ paragraph, atoms, isInserted }: Omit<Line, "lineBreak">, before: readonly Line[]): Atom | null {
  const last = before.at(-1);
  if (last === undefined) return null;
  const kind: Wrapper["kind"] | null =
    isInserted || before.every((one) => one.isInserted) ? "ins" : last.paragraph.revisedBreak === "del" ? "del" : null;
  const change = kind && { kind, open: paragraph.open, close: null };
  return { text: "\n", isNote: false, run: atoms[0]!.run, change, isNever: false, field: null };
}

type Units = {
  core: readonly SourceUnit[];
  /** White space at the ends, which the draft doesn't have. */
  lead: readonly Atom[];
  trail: readonly Atom[];
};

function unitsOf(lines: readonly Line[], note: Node): Units {
  const all = lines.flatMap(({ lineBreak, atoms }) => (lineBreak ? [lineBreak, ...atoms] : atoms));
  const breaks = new Set(lines.map(({ lineBreak }) => lineBreak));
  const isBlank = (atom: Atom) => atom.text.trim() === "" && !breaks.has(atom);
  const first = all.findIndex((atom) => !isBlank(atom));
  const last = all.findLastIndex((atom) => !isBlank(atom)) + 1;
  for (let from = first < 0 ? all.length : first; from >= 0; from--)
    for (let to = all.length; to >= Math.max(from, last); to--) {
      const core = noteUnits(note, all.slice(from, to));
      if (core !== null) return { core, lead: all.slice(0, from), trail: all.slice(to) };
    }
  throw new Unwritable("a note that reads otherwise");
}

/** White space becomes what the words become with which it was inserted or deleted, or stays. */
function withEnds({ lead, trail }: Units, aligned: readonly Aligned[]): Aligned[] {
  const ended = (atom: Atom): Aligned => {
    const { change, text: key } = atom;
    const source: SourceUnit = { key, marks: null, link: null, note: null, atoms: [atom], state: change?.kind ?? "normal" };
    const like = change && aligned.find((one) => one.source?.atoms[0]?.change === change);
    if (like?.target === null) return { source, target: null };
    const asItIs = change && { kind: change.kind, author: "", date: "" };
    const revision = like ? like.target.revision : asItIs;
    return { source, target: { key, marks: [], link: null, note: null, revision, look: null, before: "", after: "" } };
  };
  return [...lead.map(ended), ...aligned, ...trail.map(ended)];
}

class NoteLines {
  #lines: readonly Line[];
  #parts: Aligned[][];
  /** By the line that it is before: what becomes of a break. */
  #breaks = new Map<number, TargetUnit | null>();
  /** By paragraph, the mark of its break; null if it is a plain one now. */
  #marks = new Map<Paragraph, Revision | null>();
  #gone = new Set<number>();

  constructor(lines: readonly Line[], aligned: readonly Aligned[]) {
    if (lines.length === 0 && aligned.length > 0) throw new Unwritable("a note without words");
    this.#lines = lines;
    this.#parts = lines.map(() => []);
    let at = 0;
    for (const one of aligned) {
      const next = lines.findIndex(({ lineBreak }) => lineBreak !== null && lineBreak === one.source?.atoms[0]);
      if (next > 0) this.#breaks.set((at = next), one.target);
      else this.#parts[at]!.push(one);
    }
    for (const [i, target] of this.#breaks) this.#break(i, target);
  }

  edits({ xml, write, mark }: Pick<Given, "xml" | "write" | "mark">): Edit[] {
    return this.#lines.flatMap(({ paragraph }, i) => {
      const { open, to, properties } = paragraph;
      if (this.#gone.has(i)) return [{ from: open.from, to, text: "" }];
      const edits = write(paragraph, this.#parts[i]!);
      const revision = this.#marks.get(paragraph);
      if (revision === undefined) return edits;
      const plain = withoutRevisedBreak(properties === null ? "" : xml.slice(properties.from, properties.to));
      const text = revision === null ? plain : withRevisedBreak(plain, mark(revision));
      return [{ ...(properties ?? { from: open.to, to: open.to }), text }, ...edits];
    });
  }

  #break(i: number, target: TargetUnit | null): void {
    const [line, before] = [this.#lines[i]!, this.#lines[i - 1]!];
    const came = line.lineBreak!.change?.kind ?? null;
    if (target === null) this.#remove(i);
    const revision = target?.revision ?? null;
    if (revision !== null && revision.kind === came) return;
    const isOwn = line.isInserted && line.paragraph.revisedBreak === "ins";
    const { paragraph } = isOwn ? line : before;
    if (revision !== null || (came !== null && paragraph.revisedBreak === came)) this.#marks.set(paragraph, revision);
  }

  /** The first one has the note's mark. */
  #remove(i: number): void {
    const isEmpty = (one: number) => one > 0 && !this.#gone.has(one) && this.#parts[one]!.every(({ target }) => target === null);
    const empty = [i, i - 1].find(isEmpty);
    if (empty === undefined) throw new Unwritable("paragraphs of a note that were joined");
    this.#gone.add(empty);
  }
}
