/*
 * The structure of a PDF for screen readers: headings, paragraphs, lists, tables, notes, figures and links, in reading
 * order. pdfkit can write it and pdfmake doesn't ask for it: here every run of text names its tag before the layout, and
 * what is drawn is marked with it. All else that is drawn (rules, bullets, page numbers) is marked as an artifact.
 *
 * This patches pdfmake's internal classes, so its version is pinned; pdf-tags.test.ts shows whether it still works.
 */
import { createRequire } from "node:module";
import { Tally } from "#core/losses/counts.ts";
import { mirrored } from "./pdf-direction.ts";

const require = createRequire(import.meta.url);

const headings = ["H1", "H2", "H3", "H4"] as const;
export type Role =
  | (typeof headings)[number]
  | "Document"
  | "P"
  | "BlockQuote"
  | "Div"
  | "L"
  | "LI"
  | "Lbl"
  | "LBody"
  | "Table"
  | "TR"
  | "TH"
  | "TD"
  | "Figure"
  | "Caption"
  | "Note"
  | "Link";

/** What a cell spans. */
type Attributes = { alt?: string; colSpan?: number; rowSpan?: number };
type Tag = Attributes & { role: Role; children: Tag[]; element: Element | null };

type Element = {
  dictionary: { data: Record<string, unknown> };
  add(child: unknown): Element;
  end(): void;
};

/** Built while the content is prepared. A tag's number is written beside what it is about. */
export class PdfTags {
  readonly root: Tag = newTag("Document");
  /** Attached where they are cited. */
  readonly notes: Tag[] = [];
  /** What was drawn of the text. */
  readonly drawn = new Tally();
  #tags: Tag[] = [];
  #open: Tag | null = this.root;

  /** What `work` adds is inside. */
  within<Made>(role: Role, work: () => Made, attributes: Attributes = {}): Made {
    return this.#inside(this.#open && this.#add(this.#open.children, role, attributes), work);
  }

  leaf(role: Role, attributes: Attributes = {}): number | undefined {
    if (this.#open === null) return undefined;
    this.#add(this.#open.children, role, attributes);
    return this.#tags.length - 1;
  }

  note<Made>(work: () => Made): { tag: number; made: Made } {
    const note = this.#add(this.notes, "Note", {});
    const tag = this.#tags.length - 1;
    return { tag, made: this.#inside(note, work) };
  }

  /** What isn't part of the text. */
  outside<Made>(work: () => Made): Made {
    return this.#inside(null, work);
  }

  at(tag: number | undefined): Tag | undefined {
    return tag === undefined ? undefined : this.#tags[tag];
  }

  #inside<Made>(tag: Tag | null, work: () => Made): Made {
    const outer = this.#open;
    this.#open = tag;
    const made = work();
    this.#open = outer;
    return made;
  }

  #add(siblings: Tag[], role: Role, attributes: Attributes): Tag {
    const tag = { ...newTag(role), ...attributes };
    siblings.push(tag);
    this.#tags.push(tag);
    return tag;
  }
}

function newTag(role: Role): Tag {
  return { role, children: [], element: null };
}

type Document = {
  _currentStructureElement: Element | null;
  markContent(tag: string): unknown;
  markStructureContent(tag: string): unknown;
  endMarkedContent(): unknown;
  struct(role: string, options?: { alt?: string; actual?: string }): Element;
  addStructure(element: Element): unknown;
  text(...given: unknown[]): unknown;
  link(x: number, y: number, w: number, h: number, url: string, options?: object): unknown;
  goTo(x: number, y: number, w: number, h: number, name: string, options?: object): unknown;
};
type Inline = {
  text: string;
  tag?: number;
  noteTag?: number;
  link?: string;
  linkToDestination?: string;
  direction?: { level: number };
};
type Line = { inlines: Inline[] };
/** `inner`: a link, or a stretch with words of its own, within the tag. */
type Drawn = { tag: Tag | undefined; target: string | undefined; inner: Element | null };

/** Marks what is drawn. */
class Marking {
  #document: Document;
  #tags: PdfTags;
  #line: { inlines: readonly Inline[]; at: number; isRepeated: boolean } | null = null;
  #drawn: Drawn | null = null;
  #seen = new WeakSet<object>();
  #attached = new Set<Tag>();
  #afterInner: (() => unknown)[] = [];

  constructor(document: Document, tags: PdfTags) {
    this.#document = document;
    this.#tags = tags;
    const { text, link, goTo } = document;
    document.text = (...given) => {
      this.#beforeText();
      return text.apply(document, given);
    };
    // pdfkit doesn't say where internal links are in the structure, and describes none.
    document.link = (x, y, w, h, url, options) => link.call(document, x, y, w, h, url, this.#described(url, options));
    document.goTo = (x, y, w, h, name, options) =>
      goTo.call(document, x, y, w, h, name, this.#described("In this document", options));
  }

  line(line: Line, draw: () => unknown): unknown {
    // The head of a table that continues on the next page is read once.
    this.#line = { inlines: line.inlines, at: 0, isRepeated: this.#seen.has(line.inlines) };
    this.#seen.add(line.inlines);
    const made = draw();
    this.#close();
    this.#line = null;
    return made;
  }

  artifact(draw: () => unknown): unknown {
    this.#close();
    this.#document.markContent("Artifact");
    const made = draw();
    this.#document.endMarkedContent();
    return made;
  }

  figure(number: number | undefined, draw: () => unknown): unknown {
    const tag = this.#tags.at(number);
    if (tag === undefined) return this.artifact(draw);
    this.#tags.drawn.add("pictures");
    this.#open(tag);
    const made = draw();
    this.#close();
    return made;
  }

  finish(): void {
    for (const note of this.#tags.notes) {
      this.#assemble(note);
      if (note.element !== null) this.#tags.drawn.add("notes");
      if (note.element !== null && !this.#attached.has(note)) this.#elementOf(this.#tags.root).add(note.element);
    }
    this.#assemble(this.#tags.root);
    this.#document.addStructure(this.#elementOf(this.#tags.root));
  }

  #assemble(tag: Tag): void {
    for (const child of tag.children) {
      this.#assemble(child);
      if (child.element !== null) this.#elementOf(tag).add(child.element);
    }
    // A table keeps its empty cells.
    if (/^T[DHR]$/.test(tag.role)) this.#elementOf(tag);
  }

  #elementOf(tag: Tag): Element {
    if (tag.element !== null) return tag.element;
    const { role, alt, colSpan = 1, rowSpan = 1 } = tag;
    tag.element = this.#document.struct(role, alt === undefined ? {} : { alt });
    const spans = { ...(colSpan > 1 && { ColSpan: colSpan }), ...(rowSpan > 1 && { RowSpan: rowSpan }) };
    const scope = role === "TH" ? { Scope: "Column" } : {};
    if (Object.keys({ ...spans, ...scope }).length > 0) tag.element.dictionary.data["A"] = { O: "Table", ...scope, ...spans };
    return tag.element;
  }

  #beforeText(): void {
    if (this.#line === null) return;
    const { inlines, at, isRepeated } = this.#line;
    this.#line.at++;
    const inline = inlines[at];
    const tag = isRepeated ? undefined : this.#tags.at(inline?.tag);
    const target = targetOf(inline);
    if (inline !== undefined && tag !== undefined) this.#tags.drawn.write(inline.text, { link: target ?? null });
    const isSame = this.#drawn !== null && this.#drawn.tag === tag && this.#drawn.target === target;
    if (!isSame) {
      this.#close();
      this.#open(tag, target, tag && actualText(inlines, at));
    }
    const note = isRepeated ? undefined : this.#tags.at(inline?.noteTag);
    if (note !== undefined && tag !== undefined) this.#cite(tag, note);
  }

  /** A note comes right after its sign. */
  #cite(tag: Tag, note: Tag): void {
    if (this.#attached.has(note)) return;
    this.#attached.add(note);
    const add = () => this.#elementOf(tag).add(this.#elementOf(note));
    if (this.#drawn?.inner) this.#afterInner.push(add);
    else add();
  }

  #open(tag: Tag | undefined, target?: string, actual?: string): void {
    const role = target !== undefined ? "Link" : "Span";
    const isInner = tag !== undefined && (target !== undefined || actual !== undefined);
    const inner = isInner ? this.#document.struct(role, actual === undefined ? {} : { actual }) : null;
    this.#drawn = { tag, target, inner };
    if (tag === undefined) this.#document.markContent("Artifact");
    else (inner ?? this.#elementOf(tag)).add(this.#document.markStructureContent(inner === null ? tag.role : role));
    this.#document._currentStructureElement = inner;
  }

  #close(): void {
    if (this.#drawn === null) return;
    const { tag, inner } = this.#drawn;
    this.#drawn = null;
    this.#document.endMarkedContent();
    this.#document._currentStructureElement = null;
    if (inner === null || tag === undefined) return;
    // Ended on its page, which is where pdfkit says that its annotation is.
    this.#elementOf(tag).add(inner);
    inner.end();
    for (const add of this.#afterInner.splice(0)) add();
  }

  #described(target: string, options: object = {}): object {
    const { inner, target: linked } = this.#drawn ?? {};
    // pdfkit takes text as String objects.
    // oxlint-disable-next-line unicorn/new-for-builtins, no-new-wrappers
    return inner && linked !== undefined ? { ...options, structParent: inner, Contents: new String(target) } : options;
  }
}

function targetOf(inline: Inline | undefined): string | undefined {
  return inline?.link ?? inline?.linkToDestination ?? undefined;
}

/** The words from here in their own order, where the glyphs are in another. */
function actualText(inlines: readonly Inline[], from: number): string | undefined {
  const first = inlines[from];
  const end = inlines.findIndex((one, i) => i > from && (one.tag !== first?.tag || targetOf(one) !== targetOf(first)));
  const drawn = inlines.slice(from, end < 0 ? undefined : end);
  if (drawn.every(({ direction }) => direction === undefined || direction.level === 0)) return undefined;
  const said = drawn.map(({ text, direction }) => ((direction?.level ?? 0) % 2 === 1 ? mirrored(text) : text)).join("");
  return end < 0 ? `${said} ` : said;
}

let tags: PdfTags | null = null;

/** Those of the document that is drawn next; a thread draws one. */
export function drawTagged(given: PdfTags): void {
  tags = given;
}

type Renderer = {
  pdfDocument: Document;
  renderPages(this: Renderer, pages: unknown): void;
  renderLine(this: Renderer, line: Line, ...rest: unknown[]): unknown;
  renderVector(this: Renderer, ...given: unknown[]): unknown;
  renderImage(this: Renderer, image: { tag?: number }): unknown;
};
type Decorator = { pdfDocument: Document } & Record<
  "drawBackground" | "drawDecorations",
  (line: DecoratedLine, ...rest: unknown[]) => unknown
>;
type DecoratedLine = { inlines: { background?: unknown; decoration?: unknown }[] };
type Builder = { processList(isOrdered: boolean, node: Record<"ol" | "ul", Item[] | undefined>): unknown };
type Item = { label?: number; listMarker?: { _inlines?: Inline[] } };

const classOf = (name: string) => (require(`pdfmake/js/${name}.js`) as { default: { prototype: object } }).default.prototype;
const renderer = classOf("Renderer") as Renderer;
const decorator = classOf("TextDecorator") as Decorator;
const builder = classOf("LayoutBuilder") as Builder;
const markings = new WeakMap<Document, Marking>();
const marked = (document: Document, mark: (marking: Marking) => unknown, plain: () => unknown) => {
  const marking = markings.get(document);
  return marking === undefined ? plain() : mark(marking);
};

const { renderPages, renderLine, renderVector, renderImage } = renderer;
renderer.renderPages = function (pages) {
  const marking = tags === null ? null : new Marking(this.pdfDocument, tags);
  if (marking !== null) markings.set(this.pdfDocument, marking);
  renderPages.call(this, pages);
  marking?.finish();
};
renderer.renderLine = function (line, ...rest) {
  const draw = () => renderLine.call(this, line, ...rest);
  return marked(this.pdfDocument, (marking) => marking.line(line, draw), draw);
};
renderer.renderVector = function (...given) {
  const draw = () => renderVector.apply(this, given);
  return marked(this.pdfDocument, (marking) => marking.artifact(draw), draw);
};
renderer.renderImage = function (image) {
  const draw = () => renderImage.call(this, image);
  return marked(this.pdfDocument, (marking) => marking.figure(image.tag, draw), draw);
};
for (const [name, what] of [
  ["drawBackground", "background"],
  ["drawDecorations", "decoration"],
] as const) {
  const own = decorator[name];
  decorator[name] = function (this: Decorator, line, ...rest) {
    if (!line.inlines.some((inline) => inline[what])) return undefined;
    const draw = () => own.call(this, line, ...rest);
    return marked(this.pdfDocument, (marking) => marking.artifact(draw), draw);
  };
}
const { processList } = builder;
builder.processList = function (isOrdered, node) {
  for (const { label, listMarker } of node.ol ?? node.ul ?? [])
    for (const inline of listMarker?._inlines ?? []) if (label !== undefined) inline.tag = label;
  return processList.call(this, isOrdered, node);
};
