/*
 * The ProseMirror schema of a draft, free of browser code and shared by the
 * server, the editor, and every import and export. The editor takes its nodes
 * from here (ui/editor/nodes/schema-extensions.ts), so there is one definition
 * of a document.
 *
 * A clause is an item of a legal outline. Its number isn't stored but derived
 * from its position (clause-numbers.ts).
 */
import { Node, Schema, type Attrs, type DOMOutputSpec, type Mark, type MarkSpec, type NodeSpec } from "prosemirror-model";
import { alignmentOf, attributeChecks, codeLanguage, isAnchorId, listStart, pastedSpanMax } from "./document-attributes.ts";
import { imageSpec } from "./document-image.ts";
import { limitExceeded, nestsTooDeep, tooDeep } from "./document-limits.ts";
import { safeHref } from "../text/safe-href.ts";

export const headingLevelMax = 4;
const headingTags = ["h1", "h2", "h3", "h4", "h5", "h6"] as const;

/** Headings, clauses and footnotes get an id once something refers to them. It may be a Word bookmark's name. */
const idAttribute = { id: { default: null, validate: attributeChecks.id } };

/** The anchor in HTML that links point to. */
export const anchorOf = (id: string) => `at-${id}`;

function idFrom(element: { getAttribute(name: string): string | null }): string | null {
  const id = /^at-(.+)$/.exec(element.getAttribute("id") ?? "")?.[1] ?? "";
  return isAnchorId(id) ? id : null;
}

/** How a block is placed on its page. */
const layout = {
  align: { default: null, validate: attributeChecks.align },
  /** It begins a page. */
  startsPage: { default: false, validate: attributeChecks.flag },
};

type Drawn = { getAttribute(name: string): string | null; style?: { textAlign?: string } };

function layoutIn(element: Drawn) {
  return {
    align: alignmentOf(element.getAttribute("data-align") ?? element.style?.textAlign),
    startsPage: element.getAttribute("data-page") === "start",
  };
}

/** Attributes for the style sheet: the pages' content security policy blocks style attributes. */
function laidOut(attrs: Attrs): Record<string, string> {
  const align = alignmentOf(attrs["align"]);
  return { ...(align && { "data-align": align }), ...(attrs["startsPage"] === true && { "data-page": "start" }) };
}

/** What a block keeps if it becomes one of another kind. */
export const layoutOf = ({ attrs }: Node) => ({ align: alignmentOf(attrs["align"]), startsPage: attrs["startsPage"] === true });

const anchored = ({ id }: { id?: string | null }) => (id ? { id: anchorOf(id) } : {});

const cell = (tag: "td" | "th", role: string): NodeSpec => ({
  content: "block+",
  attrs: {
    colspan: { default: 1, validate: attributeChecks.colspan },
    rowspan: { default: 1, validate: attributeChecks.rowspan },
    colwidth: { default: null, validate: attributeChecks.colwidth },
  },
  tableRole: role,
  isolating: true,
  parseDOM: [{ tag, getAttrs: (element) => spans(element) }],
  toDOM: ({ attrs }): DOMOutputSpec => [
    tag,
    Object.fromEntries(["colspan", "rowspan"].map((name) => [name, attrs[name] as number]).filter(([, span]) => Number(span) > 1)),
    0,
  ],
});

function spans(element: { getAttribute(name: string): string | null }) {
  const span = (name: string) => Math.min(pastedSpanMax, Math.max(1, Number.parseInt(element.getAttribute(name) ?? "1", 10) || 1));
  return { colspan: span("colspan"), rowspan: span("rowspan"), colwidth: null };
}

/** The side of bullets, numbers, a quotation's rule and the first column is the one from which the words are read. */
const asRead = { dir: "auto" };

export const documentNodes = {
  doc: { content: "block+" },
  paragraph: {
    content: "inline*",
    group: "block",
    attrs: layout,
    parseDOM: [{ tag: "p", getAttrs: layoutIn }],
    toDOM: ({ attrs }) => ["p", laidOut(attrs), 0],
  },
  heading: {
    content: "inline*",
    group: "block",
    defining: true,
    attrs: { level: { default: 1, validate: attributeChecks.headingLevel }, ...idAttribute, ...layout },
    parseDOM: headingTags.map((tag, i) => ({
      tag,
      getAttrs: (element) => ({ level: Math.min(i + 1, headingLevelMax), id: idFrom(element), ...layoutIn(element) }),
    })),
    toDOM: ({ attrs }) => [headingTags[attrs["level"] - 1] ?? "p", { ...anchored(attrs), ...laidOut(attrs) }, 0],
  },
  blockquote: {
    content: "block+",
    group: "block",
    defining: true,
    parseDOM: [{ tag: "blockquote" }],
    toDOM: () => ["blockquote", asRead, 0],
  },
  bulletList: { content: "listItem+", group: "block list", parseDOM: [{ tag: "ul" }], toDOM: () => ["ul", asRead, 0] },
  orderedList: {
    content: "listItem+",
    group: "block list",
    attrs: { start: { default: 1, validate: attributeChecks.listStart } },
    parseDOM: [
      {
        tag: "ol:not([data-clauses])",
        getAttrs: (element) => ({ start: listStart(element.getAttribute("start")) }),
      },
    ],
    toDOM: ({ attrs }) => ["ol", { ...asRead, ...(attrs["start"] !== 1 && { start: attrs["start"] as number }) }, 0],
  },
  listItem: { content: "paragraph block*", defining: true, parseDOM: [{ tag: "li:not([data-clause])" }], toDOM: () => ["li", 0] },
  clauseList: {
    content: "clause+",
    group: "block list",
    /** Numbering continues from the previous clauses; `restarts` begins again at 1. */
    attrs: { restarts: { default: false, validate: attributeChecks.flag } },
    parseDOM: [
      { tag: "ol[data-clauses]", priority: 60, getAttrs: (element) => ({ restarts: element.hasAttribute("data-restarts") }) },
    ],
    toDOM: ({ attrs }) => ["ol", { ...asRead, "data-clauses": "", ...(attrs["restarts"] && { "data-restarts": "" }) }, 0],
  },
  clause: {
    content: "(paragraph | heading) block*",
    defining: true,
    attrs: idAttribute,
    parseDOM: [{ tag: "li[data-clause]", priority: 60, getAttrs: (element) => ({ id: idFrom(element) }) }],
    toDOM: ({ attrs }) => ["li", { "data-clause": "", ...anchored(attrs) }, 0],
  },
  codeBlock: {
    content: "text*",
    marks: "",
    group: "block",
    code: true,
    defining: true,
    attrs: { language: { default: "", validate: attributeChecks.language } },
    parseDOM: [
      {
        tag: "pre",
        preserveWhitespace: "full",
        getAttrs: (element) => ({ language: codeLanguage(element.getAttribute("data-language") ?? "") }),
      },
    ],
    toDOM: ({ attrs }) => ["pre", attrs["language"] === "" ? {} : { "data-language": attrs["language"] as string }, ["code", 0]],
  },
  horizontalRule: { group: "block", parseDOM: [{ tag: "hr" }], toDOM: () => ["hr"] },
  table: {
    content: "tableRow+",
    group: "block",
    tableRole: "table",
    isolating: true,
    parseDOM: [{ tag: "table" }],
    toDOM: () => ["table", asRead, ["tbody", 0]],
  },
  tableRow: { content: "(tableCell | tableHeader)+", tableRole: "row", parseDOM: [{ tag: "tr" }], toDOM: () => ["tr", 0] },
  tableCell: cell("td", "cell"),
  tableHeader: cell("th", "header_cell"),
  image: imageSpec,
  text: { group: "inline" },
  hardBreak: { inline: true, group: "inline", selectable: false, parseDOM: [{ tag: "br" }], toDOM: () => ["br"] },
  /** Shows the number of its target, which isn't stored: core/clauses/references.ts. */
  reference: {
    inline: true,
    group: "inline",
    atom: true,
    attrs: { target: { validate: attributeChecks.target } },
    parseDOM: [
      {
        tag: "a[data-ref]",
        priority: 60,
        getAttrs: (element) => {
          const target = element.getAttribute("data-ref") ?? "";
          return isAnchorId(target) ? { target } : false;
        },
      },
    ],
    toDOM: ({ attrs }) => [
      "a",
      { "data-ref": attrs["target"] as string, href: `#${anchorOf(attrs["target"] as string)}`, class: "reference" },
    ],
  },
  /** Sits where it is cited, with its text inside; displayed at the foot. */
  footnote: {
    inline: true,
    group: "inline",
    atom: true,
    content: "(text | hardBreak | reference)*",
    attrs: idAttribute,
    parseDOM: [{ tag: "span[data-footnote]", getAttrs: (element) => ({ id: idFrom(element) }) }],
    toDOM: ({ attrs }) => ["span", { "data-footnote": "", ...anchored(attrs) }, 0],
  },
} satisfies Record<string, NodeSpec>;

/** The highlight colors of word processors. */
export const highlights = [
  "yellow",
  "green",
  "cyan",
  "magenta",
  "blue",
  "red",
  "darkBlue",
  "darkCyan",
  "darkGreen",
  "darkMagenta",
  "darkRed",
  "darkYellow",
  "darkGray",
  "lightGray",
  "black",
] as const;
export type Highlight = (typeof highlights)[number];

export function highlightOf(name: unknown): Highlight {
  return highlights.find((one) => one === name) ?? "yellow";
}

function isHighlight(value: unknown): void {
  if (!highlights.some((one) => one === value)) throw new RangeError("not a highlight");
}

export const documentMarks = {
  link: {
    attrs: { href: { validate: attributeChecks.href } },
    inclusive: false,
    parseDOM: [
      {
        tag: "a[href]",
        getAttrs: (element) => {
          const href = safeHref(element.getAttribute("href") ?? "");
          return href === null ? false : { href };
        },
      },
    ],
    toDOM: ({ attrs }) => ["a", { href: attrs["href"] as string, rel: "noopener noreferrer nofollow" }, 0],
  },
  bold: {
    parseDOM: [
      { tag: "strong" },
      { tag: "b", getAttrs: (element) => element.style.fontWeight !== "normal" && null },
      { style: "font-weight", getAttrs: (value) => /^(bold(er)?|[5-9]\d{2,})$/.test(value) && null },
    ],
    toDOM: () => ["strong", 0],
  },
  italic: { parseDOM: [{ tag: "em" }, { tag: "i" }, { style: "font-style=italic" }], toDOM: () => ["em", 0] },
  underline: { parseDOM: [{ tag: "u" }, { style: "text-decoration=underline" }], toDOM: () => ["u", 0] },
  strike: {
    parseDOM: [{ tag: "s" }, { tag: "del" }, { tag: "strike" }, { style: "text-decoration=line-through" }],
    toDOM: () => ["s", 0],
  },
  superscript: {
    excludes: "superscript subscript",
    parseDOM: [{ tag: "sup" }, { style: "vertical-align=super" }],
    toDOM: () => ["sup", 0],
  },
  subscript: {
    excludes: "superscript subscript",
    parseDOM: [{ tag: "sub" }, { style: "vertical-align=sub" }],
    toDOM: () => ["sub", 0],
  },
  /** A class for the style sheet: the pages' content security policy blocks style attributes. */
  smallCaps: {
    excludes: "smallCaps caps",
    parseDOM: [{ tag: "span[data-caps=small]" }, { style: "font-variant", getAttrs: (value) => /small-caps/.test(value) && null }],
    toDOM: () => ["span", { "data-caps": "small" }, 0],
  },
  caps: {
    excludes: "smallCaps caps",
    parseDOM: [{ tag: "span[data-caps=all]" }, { style: "text-transform=uppercase" }],
    toDOM: () => ["span", { "data-caps": "all" }, 0],
  },
  highlight: {
    attrs: { color: { default: "yellow", validate: isHighlight } },
    parseDOM: [{ tag: "mark", getAttrs: (element) => ({ color: highlightOf(element.getAttribute("data-color")) }) }],
    toDOM: ({ attrs }) => ["mark", attrs["color"] === "yellow" ? {} : { "data-color": attrs["color"] as string }, 0],
  },
  /** Combines with links only, so that an address in code stays clickable. */
  code: { code: true, excludes: "bold italic underline strike", parseDOM: [{ tag: "code" }], toDOM: () => ["code", 0] },
} satisfies Record<string, MarkSpec>;

export const documentSchema = new Schema({ nodes: documentNodes, marks: documentMarks });

export type DocumentJson = { type: "doc"; content: unknown[] };

export type ReadDocument = { document: Node } | { refusal: string };

/** Validates JSON from outside: attributes of the right type, nothing executable, and small enough to be opened again. */
export function readDocumentJson(json: unknown): ReadDocument {
  if (nestsTooDeep(json)) return { refusal: tooDeep };
  try {
    const document = Node.fromJSON(documentSchema, json);
    document.check();
    if (document.type !== documentSchema.nodes.doc || document.marks.length > 0) return { refusal: notADocument };
    const refusal = limitExceeded(document);
    return refusal === null ? { document } : { refusal };
  } catch {
    return { refusal: notADocument };
  }
}

const notADocument = "This is not a document that Stet can hold.";

/** Null if it doesn't fit the schema or couldn't be opened again. */
export function documentOf(json: unknown): Node | null {
  const read = readDocumentJson(json);
  return "document" in read ? read.document : null;
}

/** Omits attributes that say nothing, so that blocks are stored as they always were. */
export function jsonOf(document: Node): DocumentJson {
  return compact(document.toJSON() as JsonNode) as DocumentJson;
}

type JsonNode = { attrs?: Record<string, unknown>; content?: JsonNode[] };

const silent = new Set(["id", ...Object.keys(layout)]);

function compact(node: JsonNode): JsonNode {
  if (node.attrs !== undefined) {
    const said = Object.entries(node.attrs).filter(([name, value]) => !silent.has(name) || (value !== null && value !== false));
    if (said.length > 0) node.attrs = Object.fromEntries(said);
    else delete node.attrs;
  }
  node.content?.forEach(compact);
  return node;
}

/** Text with its line breaks as break nodes, for use inside a paragraph. The editor has its own schema object. */
export function withBreaks(text: string, marks: readonly Mark[] = [], schema: Schema = documentSchema): Node[] {
  const content: Node[] = [];
  for (const [i, line] of text.split("\n").entries()) {
    if (i > 0) content.push(schema.nodes["hardBreak"]!.create());
    if (line !== "") content.push(schema.text(line, marks));
  }
  return content;
}
