/*
 * Tracked changes inside footnotes. Footnotes come last in the document's text, so offsets are
 * relative to the note until the document is complete.
 */
import type { Node } from "prosemirror-model";
import { documentText } from "#core/document/document-text.ts";
import { footnotesOf, missingLabel, referenceLabels } from "#core/clauses/references.ts";
import type { WordBlock, WordChange, WordRun } from "./word-types.ts";
import { takeLook, type TextChange } from "./word-changes.ts";
import { placeMover, type ShownInstead, type WordReferences } from "./word-references.ts";

type Taken = {
  changes: TextChange[];
  /** Its cross-references in order, with their lengths as Word displayed them. */
  references: ShownInstead[];
  /** White space before its first word, which isn't in the document. */
  lead: number;
};

export class NoteChanges {
  #taken = new WeakMap<Node, Taken>();
  #references: WordReferences;

  constructor(references: WordReferences) {
    this.#references = references;
  }

  take(note: Node, blocks: readonly WordBlock[]): void {
    const taken: Taken = { changes: [], references: [], lead: 0 };
    const lines = linesOf(blocks);
    let [at, written] = [0, ""];
    let deleted: WordChange | null = null;
    for (const [i, { words, text, runs, mark }] of lines.entries()) {
      if (words !== "") {
        // One line per paragraph.
        if (written !== "") at++;
        if (deleted !== null) taken.changes.push({ start: at - 1, end: at, text: "", ...whoOf(deleted) });
        at = this.#runs(runs, at, taken);
        written += words;
        deleted = mark?.kind === "del" ? mark : null;
        continue;
      }
      const { change } = runs.find((run) => run.change?.kind === "ins")!;
      const isBefore = written === "" && lines.slice(i).some((line) => line.words !== "");
      const line = isBefore ? `${text}\n` : i === 0 ? text : `\n${text}`;
      taken.changes.push({ start: at, end: at, text: line, ...whoOf(change!) });
    }
    taken.lead = written.length - written.trimStart().length;
    if (taken.changes.length > 0) this.#taken.set(note, taken);
  }

  #runs(runs: readonly WordRun[], from: number, { changes, references }: Taken): number {
    let at = from;
    let open: TextChange | null = null;
    for (const run of runs) {
      const { text, change } = run;
      if (change === null && run.looked) takeLook(changes, run, run.looked, at);
      if (change?.kind !== "ins" && this.#references.targetOf(run) !== null)
        references.push({ start: at, length: text.length, shown: text.length });
      if (change === null) open = null;
      else if (open === null || open.author !== change.author || open.date !== change.date)
        changes.push((open = { start: at, end: at, text: "", author: change.author, date: change.date }));
      if (change?.kind === "ins") open!.text += text;
      else at += text.length;
      if (change?.kind === "del") open!.end = at;
    }
    return at;
  }

  /** In the document's text, in its order. */
  changes(document: Node): TextChange[] {
    const labels = referenceLabels(document);
    const found: TextChange[] = [];
    let start = documentText(document).notesAt;
    for (const { node } of footnotesOf(document)) {
      // Each starts after a break, unless no words precede it.
      if (start > 0 || found.length > 0) start += 2;
      found.push(...this.#placed(node, start, labels));
      start += lengthOf(node, labels);
    }
    return found;
  }

  #placed(note: Node, start: number, labels: ReadonlyMap<string, string>): TextChange[] {
    const taken = this.#taken.get(note);
    if (taken === undefined) return [];
    const shown = note.children.filter(({ type }) => type.name === "reference");
    for (const [i, one] of taken.references.entries()) if (shown[i]) one.shown = labelOf(shown[i], labels).length;
    const length = lengthOf(note, labels);
    const moved = placeMover(taken.references);
    const place = (at: number) => start + Math.min(length, Math.max(0, moved(at) - taken.lead));
    return taken.changes.map((change): TextChange => {
      const { author, date, text, look } = change;
      const [from, to] = [place(change.start), place(change.end)];
      const placed: TextChange = { start: from, end: to, text: from === start ? text.trimStart() : text, author, date };
      if (look) placed.look = look;
      return placed;
    });
  }
}

type Line = { runs: WordRun[]; words: string; text: string; mark: WordChange | undefined };

/** Its paragraphs that have or had words. */
function linesOf(blocks: readonly WordBlock[]): Line[] {
  return blocks.flatMap((block) => {
    if (block.kind === "table") return [];
    const runs = block.runs.filter((run) => run.note === undefined && run.picture === undefined);
    const words = runs.map((run) => (run.change?.kind === "ins" ? "" : run.text)).join("");
    const text = runs.map((run) => run.text).join("");
    return words !== "" || text.trim() !== "" ? [{ runs, words, text, mark: block.mark }] : [];
  });
}

const whoOf = ({ author, date }: WordChange) => ({ author, date });

function labelOf(reference: Node, labels: ReadonlyMap<string, string>): string {
  return labels.get(String(reference.attrs["target"])) ?? missingLabel;
}

function lengthOf(note: Node, labels: ReadonlyMap<string, string>): number {
  let length = 0;
  note.forEach((child) => (length += child.type.name === "reference" ? labelOf(child, labels).length : child.nodeSize));
  return length;
}
