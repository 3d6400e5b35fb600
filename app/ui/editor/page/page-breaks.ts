/*
 * Page view: page ends are measured from the laid-out text, shortly after each
 * pause, and drawn as gaps in it. The gaps are subtracted from the measurements, so
 * drawing them does not affect the result.
 *
 * A sheet may be scaled to the room it has: everything is measured as it is on paper.
 *
 * Between measurements, only the part of a long text near the viewport is laid out;
 * the rest keeps its last height.
 */
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";
import { paginate, type PageUnit } from "#core/document/pages.ts";
import { paperSize, type Paper } from "#core/document/paper.ts";

/** As in the PDF: 64 points above, 68 below, 72 at the sides; and the gap between two sheets. All in CSS pixels. */
export const pageMargins = { top: 85, bottom: 91, side: 96 };
const gap = 24;
const cssPixels = 96;
/** What rounding may add to the height of a page. */
const roundingSlack = 0.75;
/** Long texts wait longer before measuring. */
const pauseMs = (size: number) => (size > 300_000 ? 900 : 250);

/** `columns` for a table row. */
type Gap = { pos: number; page: number; height: number; foot: number; columns: number };
const key = new PluginKey<DecorationSet>("page-breaks");

export function pageBreaks(paper: Paper): Plugin<DecorationSet> {
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply(tr, before) {
        const gaps = tr.getMeta(key) as readonly Gap[] | undefined;
        if (gaps) return DecorationSet.create(tr.doc, gaps.map(drawn));
        return tr.docChanged ? before.map(tr.mapping, tr.doc) : before;
      },
    },
    props: { decorations: (state) => key.getState(state) },
    view: (view) => new Paginator(view, paper),
  });
}

function drawn({ pos, page, height, foot, columns }: Gap): Decoration {
  const toDOM = () => {
    const element = document.createElement("div");
    element.className = "page-break";
    element.contentEditable = "false";
    element.dataset["page"] = String(page);
    element.style.setProperty("--height", `${height}px`);
    element.style.setProperty("--foot", `${foot}px`);
    if (columns === 0) return element;
    const row = document.createElement("tr");
    const cell = row.appendChild(document.createElement("td"));
    cell.colSpan = columns;
    cell.className = "page-break-cell";
    cell.append(element);
    return row;
  };
  return Decoration.widget(pos, toDOM, { side: -1, key: `page ${page} ${height} ${foot}`, ignoreSelection: true });
}

function columnsOf(element: Element): number {
  if (!(element instanceof HTMLTableRowElement)) return 0;
  return [...element.cells].reduce((sum, cell) => sum + cell.colSpan, 0);
}

type Measured = PageUnit & { element: Element };

/**
 * Set on the text's container while every block's height is remembered, so that the
 * style sheet can skip off-screen blocks.
 */
const rested = "pages-measured";

class Paginator {
  #view: EditorView;
  #height: number;
  /** Of the text on paper. */
  #width: number;
  #timer = 0;
  #frame = 0;
  #sizes: ResizeObserver;
  #last = "";
  /** Between measurements. */
  #restingHeight = -1;

  constructor(view: EditorView, paper: Paper) {
    this.#view = view;
    const { width, height } = paperSize(paper, cssPixels);
    this.#height = height - pageMargins.top - pageMargins.bottom;
    this.#width = width - 2 * pageMargins.side;
    this.#sizes = new ResizeObserver(() => view.dom.offsetHeight !== this.#restingHeight && this.#later());
    this.#sizes.observe(view.dom);
    void document.fonts.ready.then(() => this.#later());
  }

  update(view: EditorView, before: { doc: unknown }): void {
    if (view.state.doc !== before.doc) this.#later();
  }

  destroy(): void {
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#frame);
    this.#sizes.disconnect();
    this.#rest(false);
  }

  #later(): void {
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#frame);
    this.#timer = window.setTimeout(() => this.#layOut(), pauseMs(this.#view.state.doc.content.size));
  }

  #rest(isResting: boolean): void {
    this.#view.dom.parentElement?.classList.toggle(rested, isResting);
    this.#restingHeight = isResting ? this.#view.dom.offsetHeight : -1;
  }

  /** Everything is laid out only while it is measured and the result drawn and remembered. */
  #layOut(): void {
    if (this.#view.isDestroyed || this.#view.composing) return this.#later();
    this.#rest(false);
    this.#measure();
    this.#frame = requestAnimationFrame(() => {
      this.#frame = requestAnimationFrame(() => this.#rest(true));
    });
  }

  #measure(): void {
    const view = this.#view;
    const ruler = new Ruler(view.dom, this.#width);
    const units = unitsIn(view.dom, ruler);
    const { ends, rest } = paginate(units, this.#height + roundingSlack);
    const { doc } = view.state;
    const gaps = ends.map((end, i): Gap => {
      const unit = units[end.unit]!;
      const between = unit.line > 0 ? 0 : unit.top - units[end.unit - 1]!.bottom;
      const foot = Math.round(end.rest) + pageMargins.bottom;
      const columns = columnsOf(unit.element);
      return {
        pos: placeOf(view, unit, ruler),
        page: i + 1,
        height: foot + gap + pageMargins.top - Math.round(between),
        foot,
        columns,
      };
    });
    const foot = Math.round(rest) + pageMargins.bottom;
    gaps.push({ pos: doc.content.size, page: ends.length + 1, height: foot, foot, columns: 0 });
    const signature = JSON.stringify(gaps);
    if (signature !== this.#last) view.dispatch(view.state.tr.setMeta(key, gaps).setMeta("addToHistory", false));
    this.#last = signature;
    alignGaps(view.dom, ruler.scale);
  }
}

/** Heights in the text as if no gaps were drawn in it. */
class Ruler {
  #tops: number[] = [];
  #sums: number[] = [];
  #origin: number;
  readonly scale: number;

  constructor(root: Element, widthOnPaper: number) {
    const box = root.getBoundingClientRect();
    this.#origin = box.top;
    this.scale = box.width / widthOnPaper;
    let sum = 0;
    for (const element of root.querySelectorAll(".page-break")) {
      const { top, height } = element.getBoundingClientRect();
      this.#tops.push(top);
      this.#sums.push((sum += height));
    }
  }

  read(y: number): number {
    let [low, high] = [0, this.#tops.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#tops[middle]! < y - 0.5) low = middle + 1;
      else high = middle;
    }
    return (y - this.#origin - (low > 0 ? this.#sums[low - 1]! : 0)) / this.scale;
  }
}

const whole = /^(TR|HR|IMG|FIGURE)$/;
const lined = /^(P|PRE|H[1-6])$/;

/** Lines, rows, rules and images, in document order. */
function unitsIn(root: Element, ruler: Ruler): Measured[] {
  const units: Measured[] = [];
  const lineHeights = new Map<string, number>();
  const visit = (element: Element): void => {
    if (element.classList.contains("page-break") || element.firstElementChild?.className === "page-break-cell") return;
    if (!whole.test(element.tagName) && !lined.test(element.tagName)) return void [...element.children].forEach(visit);
    const box = element.getBoundingClientRect();
    const [top, bottom] = [ruler.read(box.top), ruler.read(box.bottom)];
    const isHeading = element.tagName.startsWith("H") && element.tagName !== "HR";
    const lines = whole.test(element.tagName) ? 1 : Math.max(1, Math.round((bottom - top) / lineHeightOf(element, lineHeights)));
    const height = (bottom - top) / lines;
    const isStart = element instanceof HTMLElement && element.dataset["page"] === "start";
    for (let line = 0; line < lines; line++) {
      const startsPage = isStart && line === 0;
      units.push({ top: top + line * height, bottom: top + (line + 1) * height, isHeading, startsPage, line, lines, element });
    }
  };
  visit(root);
  return units;
}

/** The same for all elements of a kind, so it is read once. */
function lineHeightOf(element: Element, known: Map<string, number>): number {
  let height = known.get(element.tagName);
  if (height === undefined) {
    height = Number.parseFloat(getComputedStyle(element).lineHeight) || 22;
    known.set(element.tagName, height);
  }
  return height;
}

/**
 * Where in the document a page ends before a unit: at the start of a line, or
 * before the outermost block starting here.
 */
function placeOf(view: EditorView, { element, line, top, bottom }: Measured, ruler: Ruler): number {
  const start = view.posAtDOM(element, 0);
  if (line === 0) {
    const place = view.state.doc.resolve(start);
    let depth = place.depth;
    if (element.tagName === "TR") while (depth > 0 && place.node(depth).type.name !== "tableRow") depth--;
    else if (!place.parent.isTextblock) return start;
    while (depth > 1 && place.index(depth - 1) === 0) depth--;
    return depth > 0 ? place.before(depth) : start;
  }
  const node = view.state.doc.resolve(start).parent;
  const known = knownLines.get(node);
  if (known?.line === line && known.height === bottom - top && known.scale === ruler.scale) return start + known.offset;
  const pos = lineStart(view, { element, top, bottom }, start, ruler);
  knownLines.set(node, { line, height: bottom - top, scale: ruler.scale, offset: pos - start });
  return pos;
}

/** Caches the start of the line where a page last ended, for paragraphs unchanged since. */
const knownLines = new WeakMap<Node, { line: number; height: number; scale: number; offset: number }>();

function lineStart(
  view: EditorView,
  { element, top, bottom }: Pick<Measured, "element" | "top" | "bottom">,
  start: number,
  ruler: Ruler,
): number {
  const middle = (top + bottom) / 2;
  let [low, high] = [start, view.posAtDOM(element, element.childNodes.length)];
  while (low < high) {
    const pos = (low + high) >> 1;
    const at = view.coordsAtPos(pos, 1);
    if (ruler.read((at.top + at.bottom) / 2) < middle - (bottom - top) / 2) low = pos + 1;
    else high = pos;
  }
  return low;
}

/** A gap spans the whole sheet, even within a list or a quotation. */
function alignGaps(root: HTMLElement, scale: number): void {
  const { left } = root.getBoundingClientRect();
  const gaps = [...root.querySelectorAll<HTMLElement>(".page-break")];
  const indents = gaps.map((one) => (one.getBoundingClientRect().left - left) / scale);
  for (const [i, one] of gaps.entries()) one.style.setProperty("--indent", `${indents[i]}px`);
}
