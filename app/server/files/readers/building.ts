/*
 * Builds a document from an office file's blocks, along with the text positions of changes and
 * comments. DOCX, ODT and RTF all produce the same blocks (word-blocks.ts), so they share this
 * code.
 */
import type { Mark, Node } from "prosemirror-model";
import { commentedWordsMax } from "#core/comments/comment.ts";
import { imageWords } from "#core/document/document-image.ts";
import { rowspanMax } from "#core/document/document-attributes.ts";
import { documentSchema, withBreaks } from "#core/document/document-schema.ts";
import { documentText } from "#core/document/document-text.ts";
import type { FormattingChange } from "#core/changes/formatting-change.ts";
import { addressOf, shaped, trimmed, type Links } from "./building-words.ts";
import { listNode, merged, type OpenList } from "./building-lists.ts";
import { NoteChanges } from "./note-changes.ts";
import type { WordBlock, WordParagraph, WordRun } from "./word-types.ts";
import { takeLook, type TextChange } from "./word-changes.ts";
import type { CommentedWords } from "./word-comments.ts";
import type { Numbering } from "./word-numbering.ts";
import type { WordPictures } from "./word-pictures.ts";
import { insertedRow, mayBeBeside, TrackedRows } from "./word-rows.ts";
import { hadWords, joinedSplits, TakenInsertions } from "./word-revisions.ts";
import { placeMover, type ShownInstead, type WordReferences } from "./word-references.ts";

const { nodes, marks } = documentSchema;

/** Before the changes. */
function wordsOf({ runs }: WordParagraph): string {
  return runs.map(({ text, change }) => (change?.kind === "ins" ? "" : text)).join("");
}

const isJoinable = (block: WordBlock | undefined) => block?.kind === "paragraph" && wordsOf(block).trim() !== "";

type GridCell = { node: Node; span: number; rows: number; isHeader: boolean };

/**
 * One step of our own export's indentation grid, in twips; an unnumbered paragraph indented this
 * far continues an item.
 */
const step = 567;

/** What a file provides besides its blocks. */
export type Read = {
  numbering: Numbering;
  links: Links;
  notes: ReadonlyMap<string, readonly WordBlock[]>;
  references: WordReferences;
  pictures: WordPictures;
};

export class Building {
  /** In the order of the document's text blocks. */
  changes: TextChange[] = [];
  readonly taken = new TakenInsertions();
  /** For each text block of the document, the numbers of its paragraphs in the file. */
  readonly anchors: number[][] = [];
  /** For each of its pictures, its number in the file. */
  readonly drawings: number[] = [];
  /** By comment id. */
  commented = new Map<string, CommentedWords>();
  /** The text with the accepted changes applied, and where in it each comment begins and ends. */
  #words: string[] = [];
  #wordsLength = 0;
  #about = new Map<string, { from: number; to: number | null }>();
  #read: Read;
  /** Cross-references as Word displayed them, in text order. */
  #shown: ShownInstead[] = [];
  /** Length of the text so far, including breaks between blocks. */
  #length = -2;
  #notes: NoteChanges;
  #seen = new Map<string, number>();
  /** Cells around what is being built. */
  #depth = 0;
  /** The last text block. */
  #last: { start: number; end: number } | null = null;
  /** Where the break before is deleted, but not the whole paragraph before. */
  #joined = -1;
  /** The next block begins a page. */
  #isPageEnd = false;
  /** Tracked breaks that join or part nothing a draft has: they stay in the file. */
  unshown = 0;

  constructor(read: Read) {
    this.#read = read;
    this.#notes = new NoteChanges(read.references);
  }

  /** Once everything is numbered: maps positions to the final text. */
  show(document: Node): void {
    const shown = documentText(document);
    for (const [i, { start, end }] of shown.references.entries()) if (this.#shown[i]) this.#shown[i].shown = end - start;
    const moved = placeMover(this.#shown);
    for (const one of [...this.changes, ...this.commented.values()]) [one.start, one.end] = [moved(one.start), moved(one.end)];
    for (const change of this.#notes.changes(document)) this.changes.push(change);
    const words = this.#words.join("");
    for (const [id, { from, to }] of this.#about)
      this.commented.get(id)!.words = words.slice(from, Math.min(to ?? words.length, from + commentedWordsMax));
  }

  #say(words: string): void {
    this.#words.push(words);
    this.#wordsLength += words.length;
  }

  blocks(given: readonly WordBlock[]): Node[] {
    const found: Node[] = [];
    let open: OpenList[] = [];
    const closeTo = (depth: number) => {
      while (open.length > 0 && open.at(-1)!.depth > depth) {
        const list = listNode(open.pop()!);
        const parent = open.at(-1);
        if (parent === undefined) found.push(list);
        else parent.items.at(-1)!.push(list);
      }
    };
    const all = joinedSplits(this.#length < 0 ? this.#withFirst(given) : given);
    for (const [i, block] of all.entries()) {
      if (this.#isCaption(block, open.at(-1)?.items.at(-1) ?? found)) continue;
      const pictures = block.kind === "table" ? [] : this.#pictures(block);
      const node = block.kind === "table" ? this.#table(block) : this.#paragraph(block, isJoinable(all[i + 1]));
      if (node === null && pictures.length > 0) {
        if (open.length > 0 && block.kind !== "table" && block.indent >= step)
          open
            .at(-1)!
            .items.at(-1)!
            .push(...pictures);
        else {
          closeTo(-1);
          found.push(...pictures);
        }
        continue;
      }
      if (node === null) continue;
      const numId = block.kind === "table" ? undefined : block.numId;
      if (block.kind !== "table" && numId !== undefined && numId !== "0") {
        const kind = this.#read.numbering.kindOf(numId, block.depth);
        // A different list at the same depth starts a new list.
        const same = open.find((list) => list.depth === block.depth);
        closeTo(
          same !== undefined && (same.kind !== kind || (kind === "ordered" && same.numId !== numId))
            ? block.depth - 1
            : block.depth,
        );
        if (open.at(-1)?.depth !== block.depth)
          open.push({ depth: block.depth, kind, numId, start: this.#startOf(numId, block.depth, kind), items: [], ids: [] });
        const list = open.at(-1)!;
        list.items.push([node, ...pictures]);
        list.ids.push(this.#read.references.idOf(block));
        this.#seen.set(`${numId}:${block.depth}`, (this.#seen.get(`${numId}:${block.depth}`) ?? 0) + 1);
        continue;
      }
      const indent = block.kind === "table" ? 0 : block.indent;
      if (open.length > 0 && indent >= step && node.type.name !== "heading") {
        closeTo(Math.max(open[0]!.depth, Math.round(indent / step) - 1));
        open
          .at(-1)!
          .items.at(-1)!
          .push(node, ...pictures);
        continue;
      }
      closeTo(-1);
      found.push(node, ...pictures);
    }
    closeTo(-1);
    return merged(found);
  }

  /** A paragraph inserted above a table at the beginning has no block to be beside: it is in the text already. */
  #withFirst(blocks: readonly WordBlock[]): WordBlock[] {
    const first = blocks.findIndex((block) => hadWords([block]));
    if (blocks[first]?.kind !== "table") return [...blocks];
    return [...this.taken.take(blocks.slice(0, first)), ...blocks.slice(first)];
  }

  #pictures({ runs }: WordParagraph): Node[] {
    return runs.flatMap(({ picture, change }) => {
      const node = picture === undefined || change?.kind === "ins" ? null : this.#read.pictures.node(picture);
      if (node === null) return [];
      this.drawings.push(picture!.number);
      return [node];
    });
  }

  /** A paragraph in the caption style below a picture is its caption. */
  #isCaption(block: WordBlock, before: Node[]): boolean {
    const last = before.at(-1);
    if (block.kind === "table" || block.style !== "Caption" || last?.type !== nodes.image || last.attrs["caption"] !== "")
      return false;
    const caption = imageWords(wordsOf(block));
    before[before.length - 1] = nodes.image.create({ ...last.attrs, caption });
    return true;
  }

  /** A list interrupted by a paragraph continues counting. */
  #startOf(numId: string, depth: number, kind: OpenList["kind"]): number {
    const before = kind === "ordered" ? (this.#seen.get(`${numId}:${depth}`) ?? 0) : 0;
    return this.#read.numbering.startOf(numId, depth) + (depth === 0 ? before : 0);
  }

  /** `isBeforeWords`: whether a paragraph with words is next. */
  #paragraph(paragraph: WordParagraph, isBeforeWords: boolean): Node | null {
    const content = this.#inline(paragraph);
    const isEmpty = content.every((node) => node.type === nodes.hardBreak);
    if (isEmpty && paragraph.hasRule) return nodes.horizontalRule.create();
    const startsPage = paragraph.startsPage || this.#isPageEnd;
    this.#isPageEnd = paragraph.endsPage === true || (isEmpty && startsPage);
    if (isEmpty) {
      // An empty paragraph is spacing, but an insertion in it is a change of the previous paragraph.
      this.#takeInserted(paragraph);
      return null;
    }
    const id = paragraph.numId === undefined || paragraph.numId === "0" ? this.#read.references.idOf(paragraph) : null;
    const node = shaped({ ...paragraph, startsPage }, content, id);
    this.#take(paragraph, isBeforeWords);
    return paragraph.style === "Quote" || paragraph.style === "IntenseQuote" ? nodes.blockquote.create(null, node) : node;
  }

  #table({ rows }: Extract<WordBlock, { kind: "table" }>): Node | null {
    const grid: GridCell[][] = [];
    /** The cell most recently started in each column. */
    const begun = new Map<number, GridCell>();
    const [tracked, above] = [new TrackedRows(this.#depth++), this.#last];
    const isPlaced = mayBeBeside(rows, above);
    for (const row of rows) {
      const inserted = isPlaced ? insertedRow(row) : null;
      if (inserted !== null) {
        tracked.insert(inserted, row.change!);
        for (const { blocks } of row.cells) for (const block of blocks) if (block.kind === "paragraph") this.#takeComments(block);
        continue;
      }
      const [start, first] = [this.#length + 2, this.changes.length];
      let column = 0;
      const line: (typeof grid)[number] = [];
      for (const cell of row.cells) {
        const above = cell.resumes ? begun.get(column) : undefined;
        if (above !== undefined) above.rows++;
        else {
          const isNew = row.change?.kind === "ins" || !hadWords(cell.blocks);
          const before = this.#last;
          this.#last = null;
          const content = this.blocks(isNew ? this.taken.take(cell.blocks) : cell.blocks);
          this.#last ??= before;
          const empty = content.length === 0;
          // An empty cell has its own line in the text.
          if (empty) {
            this.#length += 2;
            this.anchors.push(cell.blocks.find((block) => block.kind === "paragraph")?.numbers ?? []);
          }
          const node = nodes.tableCell.create(null, empty ? [nodes.paragraph.create()] : content);
          const made = { node, span: cell.span, rows: 1, isHeader: row.isHeader };
          line.push(made);
          begun.set(column, made);
        }
        column += cell.span;
      }
      grid.push(line);
      this.changes.push(...tracked.pass(row, { start, end: this.#length }, this.changes.splice(first)));
    }
    tracked.end(above);
    this.changes.push(...tracked.changes);
    this.#depth--;
    const made = grid
      .filter((line) => line.length > 0)
      .map((line) =>
        nodes.tableRow.create(
          null,
          line.map(({ node, span, rows: rowspan, isHeader }) =>
            (isHeader ? nodes.tableHeader : nodes.tableCell).create(
              { colspan: span, rowspan: Math.min(rowspan, rowspanMax), colwidth: null },
              node.content,
            ),
          ),
        ),
      );
    return made.length === 0 ? null : nodes.table.create(null, made);
  }

  /** The content before the changes. */
  #inline(paragraph: WordParagraph): Node[] {
    const found: Node[] = [];
    for (const run of paragraph.runs) {
      if (run.change?.kind === "ins") continue;
      const on: Mark[] = (run.looked?.marks ?? run.marks).map((name) => marks[name].create());
      if (run.highlight !== undefined) on.push(marks.highlight.create({ color: run.highlight }));
      const target = this.#read.references.targetOf(run);
      if (target !== null) found.push(nodes.reference.create({ target }, null, on));
      else if (run.note !== undefined) found.push(this.#footnote(run, run.note));
      else {
        const href = run.link === undefined ? null : addressOf(run.link, this.#read.links);
        if (href !== null) on.push(marks.link.create({ href }));
        found.push(...withBreaks(run.text, on));
      }
    }
    return found;
  }

  /** The words of its paragraphs, one line each. */
  #footnote(run: WordRun, name: string): Node {
    const content: Node[] = [];
    for (const block of this.#read.notes.get(name) ?? []) {
      const words = block.kind === "table" ? [] : this.#inline(block).filter(({ type }) => type !== nodes.footnote);
      if (words.length === 0) continue;
      if (content.length > 0) content.push(nodes.hardBreak.create());
      content.push(...words);
    }
    const note = nodes.footnote.create({ id: this.#read.references.idOf(run) }, trimmed(content));
    this.#notes.take(note, this.#read.notes.get(name) ?? []);
    return note;
  }

  #take(paragraph: WordParagraph, isBeforeWords: boolean): void {
    const start = this.#length + 2;
    this.anchors.push(paragraph.numbers);
    this.#say("\n\n");
    let at = start;
    let open: TextChange | null = null;
    for (const run of paragraph.runs) {
      if (this.#takeComment(run, at)) continue;
      const { length } = run.text;
      if (run.change?.kind !== "ins" && this.#read.references.targetOf(run) !== null)
        this.#shown.push({ start: at, length, shown: length });
      if (run.change === null) {
        open = null;
        if (run.looked) takeLook(this.changes, run, run.looked, at);
        at += length;
        continue;
      }
      if (open === null || open.author !== run.change.author || open.date !== run.change.date)
        this.changes.push((open = { start: at, end: at, text: "", ...whoOf(run.change) }));
      if (run.change.kind === "ins") open.text += run.text;
      else {
        at += length;
        open.end = at;
      }
    }
    // If a whole paragraph is deleted, its break goes with it, unless the paragraph before continues in it. With a table, or
    // an empty paragraph, nothing is joined.
    const isKept = paragraph.runs.some(({ text, change }) => change?.kind !== "del" && text.trim() !== "");
    if ((isKept || this.#joined === start) && isBeforeWords && paragraph.mark?.kind === "del") {
      this.#joined = at + 2;
      this.changes.push({ start: at, end: at + 2, text: "", ...whoOf(paragraph.mark) });
    } else if (paragraph.mark && (isKept || paragraph.mark.kind === "ins")) this.unshown++;
    this.#takeLooked(paragraph, start, at);
    this.#length = at;
    this.#last = { start, end: at };
  }

  #takeLooked({ looked, level = 0, align, style }: WordParagraph, start: number, end: number): void {
    if (looked === undefined || style === "Code" || end === start) return;
    const looks: FormattingChange[] = [];
    if ((looked.level ?? 0) !== level) looks.push({ level: Math.min(level, 4) });
    if (looked.align !== align) looks.push({ align });
    for (const look of looks) this.changes.push({ start, end, text: "", ...whoOf(looked), look });
  }

  /** Adds this run to its comments; true if it only marks a comment's start or end. */
  #takeComment(run: WordRun, at: number): boolean {
    if (run.comment === undefined) {
      if (run.change?.kind !== "del") this.#say(run.text);
      return false;
    }
    const { id, isStart } = run.comment;
    const words = this.commented.get(id);
    if (isStart) {
      this.commented.set(id, { start: at, end: at, words: "" });
      this.#about.set(id, { from: this.#wordsLength, to: null });
    } else if (words !== undefined) {
      words.end = Math.max(words.start, at);
      this.#about.get(id)!.to = this.#wordsLength;
    }
    return true;
  }

  #takeComments({ runs }: WordParagraph): void {
    for (const run of runs) this.#takeComment(run, Math.max(0, this.#length));
  }

  #takeInserted(paragraph: WordParagraph): void {
    this.#takeComments(paragraph);
    const inserted = paragraph.runs.filter((run) => run.change?.kind === "ins");
    if (inserted.every(({ text }) => text.trim() === "")) {
      if (paragraph.mark) this.unshown++;
      return;
    }
    const isFirst = this.#length < 0;
    const at = Math.max(0, this.#length);
    for (const [i, { text, change }] of inserted.entries()) {
      const [before, after] = [i === 0 && !isFirst ? "\n\n" : "", i === inserted.length - 1 && isFirst ? "\n\n" : ""];
      this.changes.push({ start: at, end: at, text: before + text + after, ...whoOf(change!) });
    }
  }
}

function whoOf({ author, date }: { author: string; date: string }): { author: string; date: string } {
  return { author, date };
}
