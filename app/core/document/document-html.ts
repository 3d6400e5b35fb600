/*
 * Renders a document as HTML with the same rules as the editor, for the
 * server's first paint and for export. Where no style sheet will number the
 * clauses, their numbers are written as text and footnotes are listed at the
 * end, linked both ways.
 */
import type { DOMOutputSpec, Mark, Node } from "prosemirror-model";
import { clauseNumbers, type NumberedClause } from "../clauses/clause-numbers.ts";
import { imageSource } from "./document-image.ts";
import { anchorOf } from "./document-schema.ts";
import { safeHref } from "../text/safe-href.ts";
import { footnotesOf, missingLabel, referenceLabels } from "../clauses/references.ts";

export type HtmlOptions = {
  /** Writes clause numbers as text and footnotes at the end; otherwise a style sheet does both, as in the editor. */
  numbersAsText?: boolean;
  /** The image as a data URL, or null if there is none. */
  imageData?: (fileId: string) => string | null;
};

export function documentToHtml(document: Node, options: HtmlOptions = {}): string {
  return new HtmlWriter(document, options).html();
}

/**
 * The first blocks of a document that hold `length` characters of text, numbered and labelled as in the whole of it.
 * `isWhole` is false if others follow.
 */
export function beginningToHtml(document: Node, length: number): { html: string; isWhole: boolean } {
  return new HtmlWriter(document, {}).beginning(length);
}

/** The text of each footnote, in order. */
export function footnotesToHtml(document: Node): string[] {
  return new HtmlWriter(document, {}).notes();
}

class HtmlWriter {
  #document: Node;
  #options: HtmlOptions;
  #clauses: ReadonlyMap<number, NumberedClause>;
  #labels: ReadonlyMap<string, string>;
  #notes: ReadonlyMap<number, number>;
  /** Characters of text that may still begin a block. */
  #left = Infinity;
  #isCut = false;

  constructor(document: Node, options: HtmlOptions) {
    this.#document = document;
    this.#options = options;
    this.#clauses = new Map(clauseNumbers(document).map((clause) => [clause.pos, clause]));
    this.#labels = referenceLabels(document);
    this.#notes = new Map(footnotesOf(document).map(({ pos, number }) => [pos, number]));
  }

  html(): string {
    const body = this.#inner(this.#document, -1);
    return this.#options.numbersAsText && this.#notes.size > 0 ? body + this.#noteList() : body;
  }

  beginning(length: number): { html: string; isWhole: boolean } {
    this.#left = length;
    const html = this.#inner(this.#document, -1);
    return { html, isWhole: !this.#isCut };
  }

  notes(): string[] {
    return footnotesOf(this.#document).map(({ node, pos }) => this.#inner(node, pos));
  }

  #inner(node: Node, pos: number): string {
    let inner = "";
    node.forEach((child, offset) => {
      if (child.isInline || this.#left > 0) inner += this.#node(child, pos + 1 + offset);
      else this.#isCut = true;
    });
    return inner;
  }

  #node(node: Node, pos: number): string {
    const html = this.#unmarked(node, pos);
    if (!node.isInline) return html;
    // Links can't nest.
    const marks = node.isText ? node.marks : node.marks.filter(({ type }) => type.name !== "link");
    return marks.reduceRight((inner, mark) => filled(markSpec(mark), inner), html);
  }

  #unmarked(node: Node, pos: number): string {
    if (node.isText) {
      this.#left -= node.nodeSize;
      return escaped(node.text!);
    }
    switch (node.type.name) {
      case "clause":
        return this.#clause(node, pos);
      case "reference":
        return filled(node.type.spec.toDOM!(node), escaped(this.#labels.get(String(node.attrs["target"])) ?? missingLabel));
      case "footnote":
        return this.#noteSign(node, this.#notes.get(pos)!);
      case "image":
        return this.#image(node);
      default:
        return filled(node.type.spec.toDOM!(node), this.#inner(node, pos));
    }
  }

  #clause(node: Node, pos: number): string {
    const { label, level } = this.#clauses.get(pos)!;
    const inner = this.#inner(node, pos);
    if (this.#options.numbersAsText) return `<li data-clause=""${idOf(node)}>${escaped(label)} ${inner}</li>`;
    return `<li data-clause=""${idOf(node)} data-number="${escaped(label)}" data-level="${level}">${inner}</li>`;
  }

  #noteSign(node: Node, number: number): string {
    if (!this.#options.numbersAsText) return `<sup class="footnote"${idOf(node)}>${number}</sup>`;
    return `<sup${idOf(node)}><a id="note-ref-${number}" href="#note-${number}" role="doc-noteref">${number}</a></sup>`;
  }

  #noteList(): string {
    const notes = footnotesOf(this.#document).map(
      ({ node, pos, number }) =>
        `<li id="note-${number}"><p>${this.#inner(node, pos)} <a href="#note-ref-${number}" role="doc-backlink" aria-label="Back to the text">↩</a></p></li>`,
    );
    return `<section role="doc-endnotes"><hr><ol>${notes.join("")}</ol></section>`;
  }

  #image(node: Node): string {
    const source = imageSource(node.attrs["src"]);
    const data = source?.kind === "file" ? this.#options.imageData?.(source.fileId) : undefined;
    const spec = node.type.spec.toDOM!(node);
    if (!data) return filled(spec, "");
    const { alt, width, caption } = node.attrs as { alt: string; width: number; caption: string };
    const words = caption === "" ? "" : `<figcaption>${escaped(caption)}</figcaption>`;
    return `<figure><img src="${escaped(data)}" alt="${escaped(alt)}" style="width:${Number(width)}%">${words}</figure>`;
  }
}

function idOf({ attrs }: Node): string {
  return attrs["id"] ? ` id="${escaped(anchorOf(String(attrs["id"])))}"` : "";
}

/** A standalone HTML file. */
export function documentToHtmlFile(document: Node, title: string, language: string | null): string {
  return `<!doctype html>
<html lang="${escaped(language ?? "en")}">
<head>
<meta charset="utf-8">
<title>${escaped(title)}</title>
<style>[data-caps=small]{font-variant-caps:small-caps}[data-caps=all]{text-transform:uppercase}body{max-width:42rem;margin:3rem auto;padding:0 1rem;font:1.0625rem/1.65 Georgia,serif}ol[data-clauses]{list-style:none;padding-left:0}ol[data-clauses] ol[data-clauses]{padding-left:2rem}li[data-clause]>p:first-of-type{display:inline}table{border-collapse:collapse}td,th{border:1px solid #999;padding:.3rem .6rem;vertical-align:top}</style>
</head>
<body>
${documentToHtml(document, { numbersAsText: true })}
</body>
</html>
`;
}

function markSpec(mark: Mark): DOMOutputSpec {
  return mark.type.spec.toDOM!(mark, true);
}

/** Every element used by the schema's specs. Any other name is never written, wherever it came from. */
const elements = new Set(
  "a blockquote br code em figcaption figure h1 h2 h3 h4 h5 h6 hr img li mark ol p pre s span strong sub sup table tbody td th tr u ul".split(
    " ",
  ),
);
const empty = new Set(["br", "hr", "img"]);
const attributes = new Set(
  "alt class colspan data-align data-caps data-clause data-clauses data-color data-footnote data-image data-language data-page data-ref data-restarts data-width href id loading rel rowspan src start".split(
    " ",
  ),
);

/**
 * Handles the specs written by core/document/document-schema.ts: a tag,
 * optional attributes, then a hole, text or nested specs.
 */
function filled(spec: DOMOutputSpec, inner: string): string {
  const [tag, ...rest] = spec as readonly unknown[];
  const first = rest[0];
  const hasAttributes = typeof first === "object" && first !== null && !Array.isArray(first);
  const children = rest.slice(hasAttributes ? 1 : 0);
  const written = children.map((child) => {
    if (Array.isArray(child)) return filled(child as unknown as DOMOutputSpec, inner);
    return typeof child === "string" ? escaped(child) : inner;
  });
  const content = children.length > 0 ? written.join("") : inner;
  if (typeof tag !== "string" || !elements.has(tag)) return content;
  const open = `<${tag}${hasAttributes ? attributesOf(first as Record<string, unknown>) : ""}>`;
  return empty.has(tag) ? open : `${open}${content}</${tag}>`;
}

function attributesOf(given: Record<string, unknown>): string {
  return Object.entries(given)
    .filter(([name, value]) => attributes.has(name) && (name !== "href" || safeHref(String(value)) !== null))
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join("");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
