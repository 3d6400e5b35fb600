/*
 * Writes a document with two versions (core/changes/tracked-document.ts) as Word tracked changes:
 * inserted and deleted words, paragraph marks and rows.
 */
import {
  DeletedTextRun,
  FootnoteReference,
  HeadingLevel,
  InsertedTextRun,
  TextRun,
  type IParagraphOptions,
  type IRunOptions,
  type ITableRowOptions,
} from "docx";
import { alignments, formattingOf } from "./docx-formatting.ts";
import type { RevisedRange, Revision, TrackedDocument, Who } from "#core/changes/tracked-document.ts";
import { xmlText } from "./xml-text.ts";

export const headings = [HeadingLevel.HEADING_1, HeadingLevel.HEADING_2, HeadingLevel.HEADING_3, HeadingLevel.HEADING_4];

export class DocxRevisions {
  #ranges: readonly RevisedRange[];
  #blocks: TrackedDocument["blocks"];
  #looks: TrackedDocument["looks"];
  #levels: TrackedDocument["levels"];
  #aligns: TrackedDocument["aligns"];
  #id = 0;

  constructor(tracked: Pick<TrackedDocument, "ranges" | "blocks" | "looks" | "levels" | "aligns"> | undefined) {
    this.#looks = tracked?.looks ?? [];
    this.#levels = tracked?.levels ?? new Map();
    this.#aligns = tracked?.aligns ?? new Map();
    this.#ranges = tracked?.ranges ?? [];
    this.#blocks = tracked?.blocks ?? new Map<number, Revision>();
  }

  /** Ids are unique within a file. */
  nextId(): number {
    return ++this.#id;
  }

  /** The positions where changes begin or end. */
  cuts(from: number, to: number): number[] {
    const cuts: number[] = [];
    for (let i = this.#firstAfter(from - 1); i < this.#ranges.length && this.#ranges[i]!.from <= to; i++)
      cuts.push(this.#ranges[i]!.from, this.#ranges[i]!.to);
    for (const look of this.#looks) if (look.from < to && look.to > from) cuts.push(look.from, look.to);
    return cuts.filter((at) => at >= from && at <= to);
  }

  /** The run at `at`, up to the next cut. */
  run(options: IRunOptions, at: number): TextRun | InsertedTextRun | DeletedTextRun {
    const range = this.#ranges[this.#firstAfter(at)];
    if (range === undefined || range.from > at) return new TextRun({ ...options, ...this.#lookAt(at) });
    const revised = { ...options, ...this.#mark(range) };
    return range.kind === "ins" ? new InsertedTextRun(revised) : new DeletedTextRun(revised);
  }

  /** The formatting before the change. */
  #lookAt(at: number): Pick<IRunOptions, "revision"> {
    const look = this.#looks.find(({ from, to }) => from <= at && at < to);
    return look === undefined ? {} : { revision: { ...formattingOf(look.before), ...this.#mark(look) } };
  }

  /** The paragraph's level and alignment before the change. `own`: all that it has now. */
  ofProperties(pos: number, { alignment: now, ...own }: IParagraphOptions): Pick<IParagraphOptions, "revision"> {
    const [level, align] = [this.#levels.get(pos), this.#aligns.get(pos)];
    const who = level ?? align;
    if (who === undefined) return {};
    const heading = level && headings[level.before - 1];
    const was = level === undefined ? own : heading === undefined ? { style: "Normal" } : { heading };
    const stood = align === undefined ? now : align.before === null ? undefined : alignments[align.before];
    return { revision: { ...this.#mark(who), ...was, ...(stood && { alignment: stood }) } };
  }

  isRevised(at: number): boolean {
    const range = this.#ranges[this.#firstAfter(at)];
    return range !== undefined && range.from <= at;
  }

  /** Whether the whole block was deleted. */
  isGone(pos: number): boolean {
    return this.#blocks.get(pos)?.kind === "del";
  }

  /** The mark of a footnote. */
  note(number: number, at: number): TextRun | InsertedTextRun | DeletedTextRun {
    return this.run({ style: "FootnoteReference", children: [new FootnoteReference(number)] }, at);
  }

  ofParagraph(pos: number): Pick<IParagraphOptions, "run"> {
    const revision = this.#blocks.get(pos);
    if (revision === undefined) return {};
    return { run: revision.kind === "ins" ? { insertion: this.#mark(revision) } : { deletion: this.#mark(revision) } };
  }

  ofRow(pos: number): Pick<ITableRowOptions, "insertion" | "deletion"> {
    const revision = this.#blocks.get(pos);
    if (revision === undefined) return {};
    return revision.kind === "ins" ? { insertion: this.#mark(revision) } : { deletion: this.#mark(revision) };
  }

  #mark({ author, date }: Who): { id: number; author: string; date: string } {
    // Word doesn't support fractions of a second.
    return { id: this.nextId(), author: xmlText(author), date: date.replace(/\.\d+Z$/, "Z") };
  }

  /** The first change ending after `at`. Changes are in order. */
  #firstAfter(at: number): number {
    let [low, high] = [0, this.#ranges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#ranges[middle]!.to <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
