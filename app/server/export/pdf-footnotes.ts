/*
 * Places footnotes at the bottom of the page that cites them. pdfmake has none, so layout is
 * adjusted: a line with a footnote mark only fits if the start of its note does too, and space for
 * notes is taken from the text. After layout the notes are drawn, as many lines as fit; the rest
 * of a long one continues on the next page.
 *
 * This patches pdfmake's internal classes, so its version is pinned; the export tests show whether
 * it still works.
 */
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

type Inline = { footnote?: number; inNote?: number };
type Line = { x: number; y: number; inlines: Inline[]; getHeight(): number; clone(): Line };
type Item = { type: string; item: Line | object };
type Page = {
  items: Item[];
  pageSize: { width: number; height: number };
  pageMargins: { left: number; top: number; right: number; bottom: number };
};
type Context = { page: number; pages: Page[]; y: number; availableHeight: number; getCurrentPage(): Page };
type Writer = {
  transactionLevel: number;
  notes?: PageNotes;
  /** The notes of the line or block being added. */
  wanted?: readonly number[];
  context(): Context;
  addPage(size: object, orientation: string | null, margins: object): void;
};
type Add = () => unknown;
type Builder = {
  pageSize: { width: number; height: number };
  pageMargins: Page["pageMargins"];
  svgMeasure: unknown;
  tableLayouts: object;
  writer: Writer;
  notes?: PageNotes;
  registerTableLayouts(layouts: object): void;
  layoutDocument(content: object, ...rest: unknown[]): Page[];
  processNode(...given: unknown[]): unknown;
  addHeadersAndFooters(...given: unknown[]): unknown;
};

const LayoutBuilder = (
  require("pdfmake/js/LayoutBuilder.js") as {
    default: (new (size: object, margins: object, svg: unknown) => Builder) & { prototype: Builder };
  }
).default;
const PageElementWriter = (
  require("pdfmake/js/PageElementWriter.js") as {
    default: {
      prototype: {
        _fitOnPage(this: Writer, add: Add): unknown;
        addLine(this: Writer, line: Line, ...rest: unknown[]): unknown;
        addFragment(this: Writer, fragment: { items: Item[] }, ...rest: unknown[]): unknown;
      };
    };
  }
).default;

/** Lines side by side: the number and the first words. */
type Row = { height: number; lines: { line: Line; y: number }[] };

const gap = 10;
/** Between the text and the first note, including the rule. */
const ruleHeight = 8;
/** The share of a page that notes carried over from earlier pages may take. */
const mostOfPage = 0.6;

class PageNotes {
  #rows: ReadonlyMap<number, readonly Row[]>;
  #known = new Set<number>();
  #cited = new Map<number, Row[]>();
  #reserved = new Map<number, number>();
  #lowest = new Map<number, number>();

  constructor(rows: ReadonlyMap<number, readonly Row[]>) {
    this.#rows = rows;
  }

  /** Tries to add something to the page as if its notes took no space. */
  within(writer: Writer, add: Add): unknown {
    const context = writer.context();
    const wanted = (writer.wanted ?? []).filter((key) => !this.#known.has(key));
    const rows = wanted.flatMap((key) => this.#rows.get(key) ?? []);
    const first = wanted.flatMap((key) => this.#rows.get(key)?.slice(0, 2) ?? []);
    const reserved = this.#reserved.get(context.page) ?? 0;
    const needed = reserved + heightOf(first) + (reserved === 0 && first.length > 0 ? gap + ruleHeight : 0);
    context.availableHeight -= needed;
    const added = add();
    context.availableHeight += needed;
    if (!added) return added;
    this.#lowest.set(context.page, Math.max(this.#lowest.get(context.page) ?? 0, context.y));
    for (const key of wanted) this.#known.add(key);
    if (rows.length > 0) {
      this.#cited.set(context.page, [...(this.#cited.get(context.page) ?? []), ...rows]);
      this.#reserve(context, rows);
    }
    return added;
  }

  /** Reserves what fits on the page; the rest is reserved on the following pages. */
  #reserve(context: Context, rows: readonly Row[]): void {
    let left = [...rows];
    const page = context.getCurrentPage();
    let room = page.pageSize.height - page.pageMargins.bottom - context.y;
    const most = mostOfPage * (page.pageSize.height - page.pageMargins.top - page.pageMargins.bottom);
    for (let at = context.page; left.length > 0; at++) {
      const before = this.#reserved.get(at) ?? 0;
      const extra = before === 0 ? gap + ruleHeight : 0;
      const taken = fitting(left, room - before - extra);
      if (taken > 0) this.#reserved.set(at, before + extra + heightOf(left.slice(0, taken)));
      left = left.slice(taken);
      // A line too high for any page is placed where it is.
      if (taken === 0 && at > context.page && before === 0) return;
      room = most;
    }
  }

  /** After layout: draws notes below the last line of each page, and on extra pages if they continue past the end. */
  set(writer: Writer, size: object, margins: object): void {
    const context = writer.context();
    let waiting: Row[] = [];
    for (let at = 0; at < context.pages.length || waiting.length > 0; at++) {
      if (at === context.pages.length) {
        context.page = at - 1;
        writer.addPage(size, null, margins);
      }
      waiting.push(...(this.#cited.get(at) ?? []));
      if (waiting.length === 0) continue;
      const page = context.pages[at]!;
      const bottom = page.pageSize.height - page.pageMargins.bottom;
      const top = Math.max(page.pageMargins.top, this.#lowest.get(at) ?? 0);
      const isBehind = !this.#lowest.has(at);
      const taken = Math.max(fitting(waiting, bottom - top - gap - ruleHeight), isBehind ? 1 : 0);
      if (taken > 0) draw(page, waiting.slice(0, taken), bottom);
      waiting = waiting.slice(taken);
    }
  }
}

function draw(page: Page, rows: readonly Row[], bottom: number): void {
  const { left } = page.pageMargins;
  let y = bottom - heightOf(rows);
  const rule = {
    type: "line",
    x1: left,
    y1: y - ruleHeight,
    x2: left + 113,
    y2: y - ruleHeight,
    lineWidth: 0.5,
    lineColor: "#8a8578",
  };
  page.items.push({ type: "vector", item: rule });
  for (const row of rows) {
    for (const { line, y: own } of row.lines) {
      const copy = line.clone();
      [copy.x, copy.y] = [left + line.x, y + own];
      page.items.push({ type: "line", item: copy });
    }
    y += row.height;
  }
}

function heightOf(rows: readonly Row[]): number {
  return rows.reduce((sum, { height }) => sum + height, 0);
}

/** How many of them fit, from the first. */
function fitting(rows: readonly Row[], room: number): number {
  let height = 0;
  const over = rows.findIndex((row) => (height += row.height) > room + 0.01);
  return over < 0 ? rows.length : over;
}

function keysIn(lines: readonly Line[]): number[] {
  return lines.flatMap(({ inlines }) => inlines.flatMap(({ footnote }) => footnote ?? []));
}

/** The laid-out lines of every note for this page width, by note number. */
function measured(builder: Builder, notes: readonly object[], rest: unknown[]): Map<number, Row[]> {
  const { left, right } = builder.pageMargins;
  const size = { width: builder.pageSize.width - left - right, height: 10_000_000, orientation: "portrait" };
  const aside = new LayoutBuilder(size, { left: 0, top: 0, right: 0, bottom: 0 }, builder.svgMeasure);
  aside.registerTableLayouts(builder.tableLayouts);
  const pages = aside.layoutDocument({ stack: notes }, ...rest);
  const rows = new Map<number, Row[]>();
  for (const { type, item } of pages.flatMap(({ items }) => items)) {
    if (type !== "line") continue;
    const line = item as Line;
    const key = line.inlines.find(({ inNote }) => inNote !== undefined)?.inNote;
    if (key === undefined) continue;
    const own = rows.get(key) ?? [];
    rows.set(key, own);
    const last = own.at(-1);
    const beside = last?.lines.find((one) => Math.abs(one.line.y - line.y) < 1);
    if (beside) last!.lines.push({ line, y: 0 });
    else own.push({ height: 0, lines: [{ line, y: 0 }] });
  }
  for (const own of rows.values()) for (const row of own) row.height = Math.max(...row.lines.map(({ line }) => line.getHeight()));
  return rows;
}

/**
 * Applies to the rest of this thread's lifetime. `notes` are indexed by `footnote` in the text;
 * their own runs have `inNote`.
 */
export function layFootnotes(notes: readonly object[]): void {
  if (notes.length === 0) return;
  const { _fitOnPage: fit, addLine, addFragment } = PageElementWriter.prototype;
  PageElementWriter.prototype._fitOnPage = function (add) {
    const { notes: own } = this;
    return own === undefined || this.transactionLevel > 0 ? fit.call(this, add) : fit.call(this, () => own.within(this, add));
  };
  PageElementWriter.prototype.addLine = function (line, ...rest) {
    this.wanted = keysIn([line]);
    return addLine.call(this, line, ...rest);
  };
  PageElementWriter.prototype.addFragment = function (fragment, ...rest) {
    this.wanted = keysIn(fragment.items.flatMap(({ type, item }) => (type === "line" ? [item as Line] : [])));
    return addFragment.call(this, fragment, ...rest);
  };
  const { layoutDocument, processNode, addHeadersAndFooters } = LayoutBuilder.prototype;
  const outer = new WeakSet<Builder>();
  let rows: Map<number, Row[]> | null = null;
  LayoutBuilder.prototype.layoutDocument = function (content, ...rest) {
    if (rows === null) {
      rows = new Map();
      rows = measured(this, notes, rest.slice(0, 3));
      outer.add(this);
    }
    return layoutDocument.call(this, content, ...rest);
  };
  // A document is laid out again if a heading moves to the next page.
  LayoutBuilder.prototype.processNode = function (...given) {
    if (outer.has(this) && this.writer.notes === undefined) this.writer.notes = new PageNotes(rows!);
    return processNode.apply(this, given);
  };
  LayoutBuilder.prototype.addHeadersAndFooters = function (...given) {
    this.writer.notes?.set(this.writer, this.pageSize, this.pageMargins);
    // Page headers and footers aren't part of the text.
    delete this.writer.notes;
    return addHeadersAndFooters.apply(this, given);
  };
}
