/* A block of the document to export, character by character, with the tracked changes it is to have. */
import type { Mark, Node } from "prosemirror-model";
import type { RevisedFormatting, RevisedRange, Who } from "#core/changes/tracked-document.ts";
import { Unwritable } from "../../files/readers/xml-scan.ts";
import { linkOf, noteSign, referenceKey } from "./source-units.ts";

export type TargetUnit = {
  key: string;
  marks: readonly Mark[];
  link: string | null;
  note: TargetNote | null;
  /** Null if it is simply there. */
  revision: (Who & { kind: "ins" | "del" }) | null;
  /** Its formatting is a tracked change. */
  look: RevisedFormatting | null;
  /** The ends of comments before and behind it, as XML. */
  before: string;
  after: string;
};

/** A note, where its words begin, and what of them is tracked. */
export type TargetNote = { node: Node; start: number; ranges: readonly RevisedRange[]; looks: readonly RevisedFormatting[] };

/** `start` is where the block's content begins. `ranges` and `looks` are those in it. */
export function targetUnits(
  block: Node,
  start: number,
  { ranges, looks, remarks }: { ranges: readonly RevisedRange[]; looks: readonly RevisedFormatting[]; remarks: readonly Remark[] },
): TargetUnit[] {
  const units: TargetUnit[] = [];
  const places: number[] = [];
  let next = 0;
  block.forEach((node, offset) => {
    let at = start + offset;
    const note = node.type.name === "footnote" ? noteOf(node, at, { ranges, looks }) : null;
    for (const key of keysOf(node)) {
      while (ranges[next] !== undefined && ranges[next]!.to <= at) next++;
      const range = ranges[next];
      const revision = range !== undefined && range.from <= at ? range : null;
      const look = looks.find(({ from, to }) => from <= at && at < to) ?? null;
      units.push({ key, marks: node.marks, link: linkOf(node.marks), note, revision, look, before: "", after: "" });
      places.push(at);
      at += node.isText ? key.length : node.nodeSize;
    }
  });
  for (const { pos, isEnd, xml } of remarks) {
    const at = isEnd ? places.findLastIndex((place) => place < pos) : places.findIndex((place) => place >= pos);
    const unit = units[at];
    if (unit === undefined) throw new Unwritable("a comment on no words");
    if (isEnd) unit.after += xml;
    else unit.before += xml;
  }
  return units;
}

function noteOf(
  node: Node,
  at: number,
  { ranges, looks }: { ranges: readonly RevisedRange[]; looks: readonly RevisedFormatting[] },
): TargetNote {
  const isWithin = ({ from }: { from: number }) => from > at && from < at + node.nodeSize;
  return { node, start: at + 1, ranges: ranges.filter(isWithin), looks: looks.filter(isWithin) };
}

/** Where a comment begins or ends. */
export type Remark = { pos: number; isEnd: boolean; xml: string };

function keysOf(node: Node): Iterable<string> {
  if (node.isText) return node.text!;
  if (node.type.name === "hardBreak") return ["\n"];
  return [node.type.name === "footnote" ? noteSign : referenceKey(node.attrs["target"])];
}
