/* The runs of one paragraph with what was changed in them; everything else of the paragraph stays as it is. */
import type { Mark, Node } from "prosemirror-model";
import type { Who } from "#core/changes/tracked-document.ts";
import { xmlText } from "../xml-text.ts";
import type { Aligned } from "./align-units.ts";
import { withJoinedDeletions } from "./join-deletions.ts";
import type { Atom, Field, Item, Paragraph, Run, Wrapper } from "./package-paragraphs.ts";
import {
  breakProperties,
  formattingBefore,
  hasSameLook,
  looksAlike,
  stampOf,
  untracked,
  withFormattingChange,
  withMarks,
  type Stamp,
} from "./run-properties.ts";
import { referenceKey, type SourceUnit } from "./source-units.ts";
import { targetUnits, type TargetNote, type TargetUnit } from "./target-units.ts";
import { escaped, scanXml, Unwritable, type Edit } from "../../files/readers/xml-scan.ts";

type Revision = Who & { kind: "ins" | "del" };
/** `keep`: as it is in the file. */
type Fate = "keep" | "drop" | "normal" | Revision;
type AtomPlan = { fate: Fate; properties: string | null; before: Written[]; after: Written[] };
/** `xml`: what is written in place of its characters. */
type Added = { unit: TargetUnit; properties: string; xml: string | null };
export type ChangedNote = { before: Node; after: TargetNote; stamps: Stamps };
export type NoteWriter = {
  /** Takes the words of a new note, and returns its mark. */
  add(runs: string): { properties: string; xml: string };
  /** Of a note that stays; `sign` is its mark. */
  change(sign: string, note: ChangedNote): void;
};
/** A string is XML between runs. */
type Written = Added | string;

export class Stamps {
  #id = 1_000_000_000;

  of({ author, date }: Who): Stamp {
    // Word doesn't support fractions of a second.
    return { id: ++this.#id, author: xmlText(author), date: /^[^.]*/.exec(date)![0].replace(/Z?$/, "Z") };
  }
}

export const stampMark = (stamps: Stamps, revision: Revision) => `<w:${revision.kind} ${stampOf(stamps.of(revision))}/>`;

export class RunWriter {
  #xml: string;
  #stamps: Stamps;
  #notes: NoteWriter | null;
  #plans = new Map<Atom, AtomPlan>();
  #atEnd: Written[] = [];
  #fieldFates = new Map<Field, Fate>();
  #dissolved = new Set<Wrapper>();
  /** Tracked formatting, so that characters of one change share a run. */
  #lookedOf = new Map<string, string>();

  /** There are no notes in notes. */
  constructor(xml: string, stamps: Stamps, notes: NoteWriter | null) {
    this.#xml = xml;
    this.#stamps = stamps;
    this.#notes = notes;
  }

  /** None if the paragraph is as it was. */
  edits(paragraph: Paragraph, aligned: readonly Aligned[]): Edit[] {
    this.#plan(paragraph, aligned);
    const touched = paragraph.runs.filter((run) => this.#isTouched(run));
    if (touched.length === 0 && this.#atEnd.length === 0) return [];
    if (paragraph.isStrange) throw new Unwritable("a paragraph of an unusual form");
    this.#dissolve(paragraph, touched);
    const tags = [...this.#dissolved].flatMap(({ open, close }) => (close ? [open, close] : [open]));
    const written = touched.map((run): Edit => ({ from: run.open.from, to: run.to, text: this.#run(run) }));
    const edits = [...tags.map(({ from, to }) => ({ from, to, text: "" })), ...withJoinedDeletions(this.#xml, written)];
    for (const run of paragraph.runs) {
      const [from, to] = [run.open.from, run.to];
      if (touched.includes(run)) continue;
      if (run.wrappers.some((one) => this.#dissolved.has(one))) {
        const [before, after] = this.#around(run);
        edits.push({ from, to: from, text: before }, { from: to, to, text: after });
      }
    }
    if (this.#atEnd.length > 0) edits.push(this.#end(paragraph));
    return edits;
  }

  /** The runs of a new paragraph. */
  runs(units: readonly TargetUnit[], properties: string): string {
    const out = new Segments(this.#xml, null, ["", ""], this.#stamps);
    for (const unit of units) for (const one of this.#added(unit, withMarks(properties, [], unit.marks))) out.written(one);
    return out.end();
  }

  #added(unit: TargetUnit, properties: string): Written[] {
    if (isReference(unit)) throw new Unwritable("a new cross-reference");
    if (unit.note === null) return withRemarks({ unit, properties, xml: null });
    if (this.#notes === null) throw new Unwritable("a note in a note");
    if (unit.note.ranges.length > 0) throw new Unwritable("a change in a new note");
    const words = targetUnits(unit.note.node, 0, { ranges: [], looks: [], remarks: [] });
    return withRemarks({ unit, ...this.#notes.add(new RunWriter(this.#xml, this.#stamps, null).runs(words, "")) });
  }

  #plan(paragraph: Paragraph, aligned: readonly Aligned[]): void {
    const sources = aligned.flatMap(({ source }) => (source === null ? [] : [source]));
    let last: SourceUnit | null = null;
    let at = 0;
    for (const { source, target } of aligned) {
      if (source !== null) {
        const fate = target === null ? "drop" : fateOf(source, target);
        const properties = target === null ? null : this.#formatted(source, target);
        for (const atom of source.atoms) this.#planOf(atom, { fate, properties });
        // With its mark, a note is deleted as it is.
        if (source.note && target?.note && target.revision?.kind !== "del")
          this.#changeNote(source.atoms[0]!, source.note, target.note);
        if (target?.before) this.#planOf(source.atoms[0]!).before.push(target.before);
        if (target?.after) this.#planOf(source.atoms.at(-1)!).after.push(target.after);
        [last, at] = [source, at + 1];
      } else if (target !== null) this.#add(paragraph, target, last, sources[at] ?? null);
    }
    this.#planFields(paragraph);
  }

  #changeNote(atom: Atom, before: Node, after: TargetNote): void {
    if (this.#notes === null) throw new Unwritable("a note in a note");
    const { from, to } = atom.run.items.find(({ atoms }) => atoms.includes(atom))!;
    this.#notes.change(this.#xml.slice(from, to), { before, after, stamps: this.#stamps });
  }

  #planOf(atom: Atom, given?: { fate: Fate; properties: string | null }): AtomPlan {
    const known = this.#plans.get(atom);
    if (known !== undefined) return Object.assign(known, given);
    const made: AtomPlan = { fate: "keep", properties: null, before: [], after: [], ...given };
    this.#plans.set(atom, made);
    return made;
  }

  /** New text takes the formatting of the text it follows, or else of what it precedes. */
  #add(paragraph: Paragraph, unit: TargetUnit, last: SourceUnit | null, next: SourceUnit | null): void {
    const isBeside = (one: SourceUnit | null) => one !== null && (one.marks === null || one.link === unit.link);
    const isBefore = isBeside(next);
    const mayLeave = next === null || (isBefore && next.atoms[0]!.run.bound === null);
    const isAfter = isBeside(last) && !(mayLeave && this.#isBehindBound(last!));
    const model = isBeside(last) || !isBefore ? last : next;
    const properties = model === null ? this.#emptyProperties(paragraph) : this.#propertiesLike(model, unit.marks);
    // A control for plain text loses its words if it has anything else in it.
    if (unit.note !== null && [last, next].some((one) => one?.atoms.some(({ run }) => run.isControlled)))
      throw new Unwritable("a note in a content control");
    if (unit.note !== null && paragraph.isInner) throw new Unwritable("a note in a text box");
    const added = this.#added(unit, properties);
    if (isAfter) this.#planOf(last!.atoms.at(-1)!).after.push(...added);
    else if (isBefore) this.#planOf(next!.atoms[0]!).before.push(...added);
    else if (last !== null && !isBeside(last) && (last.link === null || next !== null))
      this.#planOf(last.atoms.at(-1)!).after.push(...added);
    else if (last === null && next !== null) this.#planOf(next.atoms[0]!).before.push(...added);
    else this.#atEnd.push(...added);
  }

  /** Behind the last word of a bound control that stays: what comes there isn't the control's. */
  #isBehindBound({ atoms }: SourceUnit): boolean {
    const atom = atoms.at(-1)!;
    const fate = this.#plans.get(atom)?.fate ?? "keep";
    return atom.run.bound !== null && fate !== "drop" && !isDeletion(fate);
  }

  #emptyProperties({ properties, runs }: Paragraph): string {
    const run = runs.at(-1);
    if (run !== undefined) return untracked(this.#propertiesOf(run));
    return properties === null ? "" : breakProperties(this.#xml.slice(properties.from, properties.to));
  }

  #propertiesOf({ properties }: Run): string {
    return properties === null ? "" : this.#xml.slice(properties.from, properties.to);
  }

  #propertiesLike({ atoms, marks }: SourceUnit, wanted: readonly Mark[]): string {
    return withMarks(untracked(this.#propertiesOf(atoms[0]!.run)), marks ?? wanted, wanted);
  }

  /** Null if the run's formatting stays. */
  #formatted({ atoms, marks }: SourceUnit, { marks: wanted, look }: TargetUnit): string | null {
    if (marks === null) return null;
    const own = this.#propertiesOf(atoms[0]!.run);
    const before = formattingBefore(own);
    // Of the words under a tracked change, the draft has the formatting before it.
    if (before !== null && !looksAlike(before, untracked(own))) {
      if (look !== null) return null;
      return hasSameLook(marks, wanted) ? before : untracked(own);
    }
    if (hasSameLook(marks, wanted)) return null;
    const after = withMarks(untracked(own), marks, wanted);
    if (look === null) return after;
    const key = JSON.stringify([own, after, look.author, look.date]);
    const known = this.#lookedOf.get(key) ?? withFormattingChange(after, untracked(own), this.#stamps.of(look));
    this.#lookedOf.set(key, known);
    return known;
  }

  /** With its whole result, a field goes too. */
  #planFields({ runs, atoms }: Paragraph): void {
    const results = Map.groupBy(atoms, ({ field }) => field);
    for (const [field, shown] of results) {
      const fates = shown.map((atom) => this.#plans.get(atom)?.fate ?? "keep");
      const [first] = fates;
      const isAll = fates.every((fate) => fate === first || (isDeletion(fate) && isDeletion(first!)));
      if (field !== null && isAll && (first === "drop" || isDeletion(first!))) this.#fieldFates.set(field, first!);
    }
    // A field that begins or ends in another paragraph keeps its ends.
    for (const field of this.#fieldFates.keys()) {
      const ends = runs.flatMap(({ items }) => items).filter((item) => item.field === field && item.atoms.length === 0);
      if (ends.length === 0) this.#fieldFates.delete(field);
    }
  }

  #isTouched({ items }: Run): boolean {
    return items.some((item) => {
      if (item.atoms.length === 0) return item.field !== null && this.#fieldFates.has(item.field);
      return item.atoms.some((atom) => {
        const plan = this.#plans.get(atom);
        return plan && (plan.fate !== "keep" || plan.properties !== null || plan.before.length > 0 || plan.after.length > 0);
      });
    });
  }

  #dissolve(paragraph: Paragraph, touched: readonly Run[]): void {
    for (const { wrappers } of touched) for (const one of wrappers) this.#dissolved.add(one);
    // Nested ones go together.
    for (let size = -1; size !== this.#dissolved.size;) {
      size = this.#dissolved.size;
      for (const { wrappers } of paragraph.runs)
        if (wrappers.some((one) => this.#dissolved.has(one))) for (const one of wrappers) this.#dissolved.add(one);
    }
    for (const { open, close } of this.#dissolved) {
      if (open.from < paragraph.open.from || close === null) throw new Unwritable("a change around paragraphs");
      if (!holdsOnlyRuns(this.#xml, open.to, close.from)) throw new Unwritable("a tracked formula");
    }
  }

  /** The tags of its dissolved changes. */
  #around({ wrappers }: Run): [before: string, after: string] {
    const own = wrappers.filter((one) => this.#dissolved.has(one));
    const opens = own.map(({ open }) => this.#xml.slice(open.from, open.to)).join("");
    const closes = own.toReversed().map(({ close }) => this.#xml.slice(close!.from, close!.to));
    return [opens, closes.join("")];
  }

  #run(run: Run): string {
    const out = new Segments(this.#xml, run, this.#around(run), this.#stamps);
    const own = this.#propertiesOf(run);
    for (const item of run.items) {
      if (item.atoms.length === 0) out.other(item, own, (item.field && this.#fieldFates.get(item.field)) ?? "keep");
      for (const atom of item.atoms) {
        const plan = this.#plans.get(atom);
        for (const one of plan?.before ?? []) out.written(one);
        if (plan?.fate !== "drop") out.atom(item, atom, plan?.properties ?? own, plan?.fate ?? "keep");
        for (const one of plan?.after ?? []) out.written(one);
      }
    }
    return out.end();
  }

  #end(paragraph: Paragraph): Edit {
    const out = new Segments(this.#xml, null, ["", ""], this.#stamps);
    for (const one of this.#atEnd) out.written(one);
    const { open, to } = paragraph;
    if (open.kind === "empty") return { from: open.to - 2, to: open.to, text: `>${out.end()}</w:p>` };
    const from = this.#xml.lastIndexOf("</", to);
    return { from, to: from, text: out.end() };
  }
}

const withRemarks = (added: Added): Written[] => [added.unit.before, added, added.unit.after].filter((one) => one !== "");
const isReference = ({ key }: TargetUnit) => key.startsWith(referenceKey(""));
const isDeletion = (fate: Fate) => typeof fate === "object" && fate.kind === "del";

function fateOf({ state }: SourceUnit, { revision }: TargetUnit): Fate {
  if (revision === null) return state === "ins" || state === "del" ? "normal" : "keep";
  if (revision.kind === "ins") return state === "ins" ? "keep" : revision;
  return state === "del" ? "keep" : revision;
}

const aroundRuns = /^(?:r|hyperlink|bookmark\w+|comment\w+|proofErr|perm\w+|sdt|smartTag|ins|del|move\w+|fldSimple)$/;

function holdsOnlyRuns(xml: string, from: number, to: number): boolean {
  let depth = 0;
  for (const token of scanXml(xml, from, to)) {
    if (token.kind === "text") continue;
    if (token.kind === "close") depth--;
    else if (depth === 0 && !aroundRuns.test(token.name)) return false;
    if (token.kind === "open") depth++;
  }
  return true;
}

type Segment = { fate: Exclude<Fate, "drop">; properties: string; link: string | null; xml: string; text: string };

/** Consecutive characters of one state and formatting share a run. */
class Segments {
  #xml: string;
  #run: Run | null;
  #around: readonly [before: string, after: string];
  #stamps: Stamps;
  #done: string[] = [];
  #open: Segment | null = null;

  constructor(xml: string, run: Run | null, around: readonly [string, string], stamps: Stamps) {
    this.#xml = xml;
    this.#run = run;
    this.#around = around;
    this.#stamps = stamps;
  }

  atom(item: Item, atom: Atom, properties: string, fate: Fate): void {
    if (fate === "drop") return;
    const segment = this.#segment(fate, properties, null);
    if (item.isText) segment.text += atom.text;
    else this.#put(segment, this.#xml.slice(item.from, item.to));
  }

  other(item: Item, properties: string, fate: Fate): void {
    if (fate === "drop") return;
    const xml = this.#xml.slice(item.from, item.to);
    this.#put(this.#segment(fate, properties, null), isDeletion(fate) ? xml.replaceAll("w:instrText", "w:delInstrText") : xml);
  }

  written(one: Written): void {
    if (typeof one !== "string") return this.#added(one);
    this.#close();
    this.#done.push(one);
  }

  #added({ unit, properties, xml }: Added): void {
    const link = unit.link === null || this.#run?.link ? null : unit.link;
    // In a run that isn't tracked, new text is as the rest.
    const untracked = this.#run?.wrappers.length === 0 ? "keep" : "normal";
    const segment = this.#segment(unit.revision ?? untracked, properties, link);
    if (xml !== null) this.#put(segment, xml);
    else if (unit.key === "\n") this.#put(segment, "<w:br/>");
    else if (unit.key === "\t") this.#put(segment, "<w:tab/>");
    else segment.text += unit.key;
  }

  end(): string {
    this.#close();
    return this.#done.join("");
  }

  #segment(fate: Segment["fate"], properties: string, link: string | null): Segment {
    const open = this.#open;
    if (open && isSameFate(open.fate, fate) && open.properties === properties && open.link === link) return open;
    this.#close();
    return (this.#open = { fate, properties, link, xml: "", text: "" });
  }

  #put(segment: Segment, xml: string): void {
    this.#flush(segment);
    segment.xml += xml;
  }

  #flush(segment: Segment): void {
    if (segment.text === "") return;
    const isStruck = segment.fate === "keep" ? this.#run?.wrappers.at(-1)?.kind === "del" : isDeletion(segment.fate);
    const name = isStruck ? "w:delText" : "w:t";
    segment.xml += `<${name} xml:space="preserve">${escaped(xmlText(segment.text))}</${name}>`;
    segment.text = "";
  }

  #close(): void {
    const segment = this.#open;
    this.#open = null;
    if (segment === null) return;
    this.#flush(segment);
    const { fate, properties, link, xml } = segment;
    const tag = this.#run === null ? "<w:r>" : this.#xml.slice(this.#run.open.from, this.#run.open.to);
    const run = `${tag}${properties}${xml}</w:r>`;
    const [before, after] = fate === "keep" ? this.#around : this.#marked(fate);
    const revised = `${before}${run}${after}`;
    const instruction = link && escaped(` HYPERLINK "${link.replaceAll('"', "%22")}" `);
    this.#done.push(instruction ? `<w:fldSimple w:instr="${instruction}">${revised}</w:fldSimple>` : revised);
  }

  #marked(fate: "normal" | Revision): readonly [string, string] {
    if (fate === "normal") return ["", ""];
    return [`<w:${fate.kind} ${stampOf(this.#stamps.of(fate))}>`, `</w:${fate.kind}>`];
  }
}

function isSameFate(a: Fate, b: Fate): boolean {
  if (typeof a === "string" || typeof b === "string") return a === b;
  return a.kind === b.kind && a.author === b.author && a.date === b.date;
}
