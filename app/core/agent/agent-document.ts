/*
 * The document as an agent sees it: the stored draft plus its own earlier
 * proposals. A change is located by the rules of all patches (patch.ts), then
 * reported in the words of the stored document with enough context to be
 * unique, so that each change can be accepted or rejected independently. That
 * is why changes that are only proposed must not touch one another.
 *
 * A document may have 150,000 words, so expensive passes over it run once per
 * stored version, not per change.
 */
import type { Node } from "prosemirror-model";
import { Mapping, Transform } from "prosemirror-transform";
import { sectionsOf, type Section } from "./agent-sections.ts";
import type { AgentChangeInput } from "./agent-schema.ts";
import { agentLimits, type AgentChange } from "./agent.ts";
import { applyEdit, locateInDocument } from "../changes/document-patch.ts";
import { documentText, isOneStretch, textOffset } from "../document/document-text.ts";
import { locatePatch, type Edit, type PatchOutcome } from "../changes/patch.ts";
import { overWholeReferences } from "../clauses/whole-references.ts";
import { findQuotation, normaliseNeedle, normaliseQuotation, type Quotation, type Range } from "../law/quotation.ts";

export type Proposed = { change: AgentChange; section: Section | undefined } | { refused: string };

/** Its range in the document with all changes; null if it can no longer be applied. */
type Made = { change: AgentChange; place: { from: number; to: number } | null };

/** Others' pending proposals, which aren't in the text. `place` is in the stored document. */
export type Pending = { original: string; replacement: string; place: Range };
type Waiting = Omit<Pending, "place"> & { from: number; to: number };

export class AgentDocument {
  #applies: boolean;
  /** Changes that existed when the work resumed aren't counted again. */
  #mostChanges: number;
  #base: Node;
  #shown: Node;
  /** From the stored document to the displayed one. */
  #mapping = new Mapping();
  #made: Made[] = [];
  #sections: Section[] = [];
  /** By position in the stored document. */
  #waiting: Waiting[] = [];

  /** With `applies`, each change is applied immediately, and later ones may build on it. */
  constructor(
    base: Node,
    { applies, changes, pending = [] }: { applies: boolean; changes: readonly AgentChange[]; pending?: readonly Pending[] },
  ) {
    this.#applies = applies;
    this.#mostChanges = changes.length + agentLimits.changesInRun;
    this.#base = base;
    this.#shown = base;
    this.#begin(base, changes);
    this.#await(pending);
  }

  /** Including its changes. */
  get document(): Node {
    return this.#shown;
  }

  /** This run can't propose any more. */
  get isFull(): boolean {
    return this.#made.length >= this.#mostChanges;
  }

  get sections(): readonly Section[] {
    return this.#sections;
  }

  /** The draft was saved in the meantime. Changes the writer accepted or overwrote are no longer applied, but still count. */
  refresh(base: Node, pending: readonly Pending[] = []): void {
    this.#begin(
      base,
      this.#made.map(({ change }) => change),
    );
    this.#await(pending);
  }

  #await(pending: readonly Pending[]): void {
    const shown = documentText(this.#base);
    this.#waiting = pending.flatMap(({ original, replacement, place }) => {
      const range = rangeOf(shown.positions, { ...place, text: "" });
      return range === null ? [] : [{ original, replacement, ...range }];
    });
  }

  /** Its range after the changes so far. */
  #rangeNow({ from, to }: Waiting): { from: number; to: number } {
    return { from: this.#mapping.map(from, -1), to: this.#mapping.map(to, 1) };
  }

  /** Others' pending proposals in this section. */
  pendingIn({ start, end }: Pick<Section, "start" | "end">): { original: string; replacement: string }[] {
    const shown = documentText(this.#shown);
    return this.#waiting.flatMap((one) => {
      const at = textOffset(shown, this.#shown, this.#rangeNow(one).from);
      return at >= start && at < end ? [{ original: one.original, replacement: one.replacement }] : [];
    });
  }

  /** All of the others' pending proposals. */
  get pending(): readonly { original: string; replacement: string }[] {
    return this.#waiting;
  }

  section(id: string): Section | undefined {
    return this.#sections.find((section) => section.id === id);
  }

  textOf({ start, end }: Pick<Section, "start" | "end">): string {
    return documentText(this.#shown).text.slice(start, end);
  }

  propose(input: AgentChangeInput): Proposed {
    if (this.isFull) return { refused: `No more than ${agentLimits.changesInRun} changes can be proposed at a time.` };
    const outcome = this.#locate(input);
    const shown = documentText(this.#shown);
    if (outcome.kind !== "located") return { refused: reasonOf(outcome, shown.text) };
    const { edit } = outcome;
    if (shown.text.slice(edit.start, edit.end) === edit.text) return { refused: "The text already says this." };
    const range = rangeOf(shown.positions, edit);
    if (range === null) return { refused: "There is nothing at this place that could be replaced." };
    const touched = this.#applies
      ? -1
      : this.#made.findIndex(({ place }) => place && place.from < range.to && range.from < place.to);
    if (touched >= 0)
      return { refused: `It touches change ${touched + 1}, which the writer has not decided yet. Leave that passage as it is.` };
    const waiting = this.#waiting.find((one) => {
      const { from, to } = this.#rangeNow(one);
      return from < range.to && range.from < to;
    });
    if (waiting !== undefined)
      return {
        refused: `It touches a change that was proposed before and is not decided yet: “${waiting.original}” → “${waiting.replacement}”. Leave that passage as it is.`,
      };
    const told = this.#tell(range, edit);
    if (told === null) return { refused: "This passage matches more than one place. Quote more of it." };
    const change: AgentChange = { ...told, summary: input.summary, ...(input.isDecision && { isDecision: true }) };
    const section = this.#sections.findLast(({ start }) => start <= edit.start);
    if (!this.#make(change, edit)) return { refused: "The document cannot hold this change." };
    return { change, section };
  }

  #locate(input: AgentChangeInput): PatchOutcome {
    const patch = { original: input.original, replacement: input.replacement, summary: input.summary };
    const section = input.section === undefined ? undefined : this.section(input.section);
    if (section !== undefined) {
      const within = locatePatch(this.textOf(section), patch);
      if (within.kind === "located") {
        const edit = { ...within.edit, start: within.edit.start + section.start, end: within.edit.end + section.start };
        return { kind: "located", edit: overWholeReferences(documentText(this.#shown), edit) };
      }
    }
    return locateInDocument(this.#shown, patch);
  }

  #make(change: AgentChange, edit: Edit): boolean {
    const tr = new Transform(this.#shown);
    try {
      applyEdit(tr, edit);
    } catch {
      return false;
    }
    const before = documentText(this.#shown).text.length;
    for (const { place } of this.#made) {
      if (place === null) continue;
      place.from = tr.mapping.map(place.from, -1);
      place.to = tr.mapping.map(place.to, 1);
    }
    this.#mapping.appendMapping(tr.mapping);
    this.#shown = tr.doc;
    this.#made.push({ change, place: changedRange(tr, 0) });
    this.#moveSections(edit, documentText(tr.doc).text.length - before);
    return true;
  }

  /** Sections keep their ids as their text grows and shrinks. */
  #moveSections(edit: Edit, by: number): void {
    this.#sections = this.#sections.map((section) => {
      if (section.end < edit.start) return section;
      const start = section.start > edit.start ? Math.max(edit.start, section.start + by) : section.start;
      return { ...section, start, end: Math.max(start, section.end + by) };
    });
  }

  /** Reapplies all changes to a stored version, each in its own position. */
  #begin(base: Node, changes: readonly AgentChange[]): void {
    this.#base = base;
    const shown = documentText(base);
    const edits = editsIn(base, changes);
    const tr = new Transform(base);
    const places = new Map<number, { from: number; to: number }>();
    const made: { index: number; first: number; last: number }[] = [];
    // Backward, so that earlier positions stay valid.
    for (const { index, edit } of edits.toReversed()) {
      const first = tr.steps.length;
      applyEdit(tr, edit, shown);
      made.push({ index, first, last: tr.steps.length });
    }
    for (const { index, first, last } of made) places.set(index, changedRange(tr, first, last));
    this.#shown = tr.doc;
    this.#mapping = new Mapping(tr.mapping.maps.slice());
    this.#made = changes.map((change, index) => ({ change, place: places.get(index) ?? null }));
    this.#sections = sectionsOf(tr.doc).slice();
  }

  /** The edit in the words of the writer's document, with enough context to be unique. */
  #tell(range: { from: number; to: number }, edit: Edit): AgentChange | null {
    const document = this.#applies ? this.#shown : this.#base;
    const back = this.#applies ? null : this.#mapping.invert();
    const from = back === null ? range.from : back.map(range.from, 1);
    const to = back === null ? range.to : back.map(range.to, -1);
    const shown = documentText(document);
    const { text } = shown;
    const place = { start: textOffset(shown, document, from), end: textOffset(shown, document, to) };
    if (place.end <= place.start) return null;
    const plain = { original: text.slice(place.start, place.end), replacement: edit.text, summary: "" };
    const places = findQuotation(quotationOf(document), normaliseNeedle(plain.original));
    if (places.length < 2) return places.length === 1 ? plain : null;
    for (const length of [40, 120, 400]) {
      const { before, after } = beside(text, place, length);
      const alike = places.filter((one) => stands(text, one, before, after));
      if (alike.length === 1) return { ...plain, ...(before && { before }), ...(after && { after }) };
    }
    return null;
  }
}

const quotations = new WeakMap<Node, Quotation>();

function quotationOf(document: Node): Quotation {
  const known = quotations.get(document);
  if (known) return known;
  const made = normaliseQuotation(documentText(document).text);
  quotations.set(document, made);
  return made;
}

/** Where a proposed change is in the words of the document it was proposed for. */
export function rangeOfChange(document: Node, change: AgentChange): Range | null {
  return editsIn(document, [change])[0]?.edit ?? null;
}

/** The changes located in a document, in text order; those not found, or overlapping another, are left out. */
function editsIn(document: Node, changes: readonly AgentChange[]): { index: number; edit: Edit }[] {
  if (changes.length === 0) return [];
  const shown = documentText(document);
  const { text, positions } = shown;
  const quotation = quotationOf(document);
  const found = changes.flatMap((change, index) => {
    const places = findQuotation(quotation, normaliseNeedle(change.original)).filter((place) =>
      stands(text, place, change.before ?? "", change.after ?? ""),
    );
    if (places.length !== 1 || !isOneStretch(shown, places[0]!.start, places[0]!.end)) return [];
    return [{ index, edit: overWholeReferences(shown, { ...places[0]!, text: change.replacement }) }];
  });
  // Footnotes come last in the text, but in the middle of the document.
  const ordered = found.toSorted((a, b) => positions[a.edit.start]! - positions[b.edit.start]!);
  return ordered.filter(({ edit }, i) => {
    const before = ordered[i - 1]?.edit;
    return before === undefined || before.end <= edit.start || before.start > edit.end;
  });
}

function beside(text: string, { start, end }: Range, length: number): { before: string; after: string } {
  return { before: text.slice(Math.max(0, start - length), start), after: text.slice(end, end + length) };
}

/** Ignores typography and white space, as when locating patches. */
function stands(text: string, place: Range, before: string, after: string): boolean {
  const there = beside(text, place, Math.max(before.length, after.length) + 40);
  return (
    normaliseNeedle(there.before).endsWith(normaliseNeedle(before)) &&
    normaliseNeedle(there.after).startsWith(normaliseNeedle(after))
  );
}

/** Null for a position between characters: an agent replaces words, so that the writer sees which. */
function rangeOf(positions: Int32Array, { start, end }: Edit): { from: number; to: number } | null {
  const [first, last] = [positions[start], positions[end - 1]];
  return end <= start || first === undefined || last === undefined ? null : { from: first, to: last + 1 };
}

/** The range touched by these steps, in the document after all steps. */
function changedRange(tr: Transform, first: number, last = tr.steps.length): { from: number; to: number } {
  let [from, to] = [Infinity, -1];
  for (let i = first; i < last; i++) {
    const rest = tr.mapping.slice(i + 1);
    tr.mapping.maps[i]!.forEach((_start, _end, newStart, newEnd) => {
      from = Math.min(from, rest.map(newStart, -1));
      to = Math.max(to, rest.map(newEnd, 1));
    });
  }
  return { from, to };
}

function reasonOf(outcome: Exclude<PatchOutcome, { kind: "located" }>, text: string): string {
  switch (outcome.kind) {
    case "several":
      return `original stands ${outcome.places.length} times. Quote more of the sentence, or name the section.`;
    case "context-differs":
      return "original stands there only beside other words than before and after say. Read the section again.";
    case "already-applied":
      return "The text already says this.";
    case "empty-original":
      return "original holds no words.";
    case "overlaps":
      return "It overlaps another change.";
    case "not-found":
      return outcome.nearest === undefined
        ? "original is not in the document. Read the section again and copy the words exactly."
        : `original is not in the document. The nearest passage reads: ${text.slice(outcome.nearest.start, outcome.nearest.end).slice(0, 600)}`;
  }
}
