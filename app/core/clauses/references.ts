/*
 * What a cross-reference shows. It stores only its target's id; the number
 * derives from the target's position: the legal number of a clause, the index
 * of a footnote. A heading has no automatic number: it is referred to by the
 * number typed before its words, or by the words.
 */
import type { Node } from "prosemirror-model";
import { clauseNumbers } from "./clause-numbers.ts";
import { truncate } from "../sources/source.ts";

export type ReferenceTarget = {
  kind: "clause" | "heading" | "footnote";
  /** The node's position. */
  pos: number;
  id: string | null;
  /** As shown in a reference: "2.1(a)", "3", "Schedule 1". */
  label: string;
  /** Its first words, for the picker. */
  words: string;
};

/** Shown if the target is missing. */
export const missingLabel = "[?]";
const wordsLength = 90;

/** All possible targets, in text order. */
export function referenceTargets(document: Node): ReferenceTarget[] {
  const numbers = new Map(clauseNumbers(document).map(({ pos, reference }) => [pos, reference]));
  const labels = new Map<string, string>();
  const found: (Omit<ReferenceTarget, "words"> & { block: Node })[] = [];
  let notes = 0;
  document.descendants((node, pos, parent) => {
    const id = (node.attrs["id"] as string | null | undefined) ?? null;
    const take = (kind: ReferenceTarget["kind"], label: string, block = node) => {
      found.push({ kind, pos, id, label, block });
      if (id !== null && !labels.has(id)) labels.set(id, label);
    };
    if (node.type.name === "clause") take("clause", numbers.get(pos) ?? "", node.firstChild!);
    else if (node.type.name === "footnote") take("footnote", String(++notes));
    // A clause's heading stands for the clause, unless something already refers to the heading.
    else if (node.type.name === "heading" && (parent?.type.name !== "clause" || id !== null)) {
      const words = shortened(node, labels);
      if (words !== "" || id !== null) take("heading", headingLabel(words));
    }
    return node.type.name !== "footnote";
  });
  return found.map(({ block, kind, pos, id, label }) => ({ kind, pos, id, label, words: shortened(block, labels) }));
}

function shortened(block: Node, labels: ReadonlyMap<string, string>): string {
  return truncate(ownText(block, labels).replaceAll(/\s+/gu, " ").trim(), wordsLength);
}

/** A block's text without its footnotes, and without reference numbers missing from `labels`. */
export function ownText(block: Node, labels?: ReadonlyMap<string, string>): string {
  let text = "";
  block.forEach((child) => {
    if (child.isText) text += child.text!;
    else if (child.type.name === "hardBreak") text += "\n";
    else if (child.type.name === "reference") text += labels?.get(String(child.attrs["target"])) ?? "";
  });
  return text;
}

const typedNumber =
  /^(?:(?:§|art(?:icle|ikel)?\.?|section|clause|klausul|punkt|ziffer|abschnitt|avsnitt)\s*)?(\d{1,3}(?:\.\d{1,3})*)(?=[.):]?(?:\s|$))/iu;
const attachment = /^(?:schedule|annex|appendix|exhibit|bilaga|anlage|anhang|bijlage)\s+(?:\d{1,3}|[A-Z])(?![\p{L}\d])/iu;

function headingLabel(words: string): string {
  return typedNumber.exec(words)?.[1] ?? attachment.exec(words)?.[0] ?? (words === "" ? missingLabel : words);
}

const known = new WeakMap<Node, ReadonlyMap<string, string>>();

/** The label of each id. If two blocks share an id, the first wins. */
export function referenceLabels(document: Node): ReadonlyMap<string, string> {
  const before = known.get(document);
  if (before) return before;
  const labels = new Map<string, string>();
  for (const { id, label } of referenceTargets(document)) if (id !== null && !labels.has(id)) labels.set(id, label);
  known.set(document, labels);
  return labels;
}

export type NumberedNote = { pos: number; node: Node; number: number };

export function footnotesOf(document: Node): NumberedNote[] {
  const notes: NumberedNote[] = [];
  document.descendants((node, pos) => {
    if (node.type.name === "footnote") notes.push({ pos, node, number: notes.length + 1 });
    return node.type.name !== "footnote";
  });
  return notes;
}
