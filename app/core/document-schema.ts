/*
 * What a draft is made of: a ProseMirror schema without a browser, the same for
 * the server, the editor and every import and export. The editor takes its
 * nodes from here one by one (ui/editor/schema-extensions.ts), so that there
 * is one definition of what a document may hold.
 *
 * A clause is an item of a legal outline. Its number is not stored: it follows
 * from where it stands (clause-numbers.ts).
 */
import { Node, Schema, type DOMOutputSpec, type Mark, type MarkSpec, type NodeSpec } from "prosemirror-model";
import { z } from "zod";
import { imageSpec } from "./document-image.ts";
import { problem } from "./problem.ts";
import { safeHref } from "./safe-href.ts";

export const headingLevelMax = 4;

/** Headings, clauses and footnotes have one once something refers to them, and none before. A word processor's bookmark may be called so. */
const idForm = /^[A-Za-z0-9_]{1,36}$/;
const idAttribute = {
  id: {
    default: null,
    validate: (value: unknown) => {
      if (value !== null && !(typeof value === "string" && idForm.test(value))) throw new RangeError("not an id");
    },
  },
};

/** In HTML, so that a link leads there. */
export const anchorOf = (id: string) => `at-${id}`;

function idFrom(element: { getAttribute(name: string): string | null }): string | null {
  const id = /^at-(.+)$/.exec(element.getAttribute("id") ?? "")?.[1] ?? "";
  return idForm.test(id) ? id : null;
}

const anchored = ({ id }: { id?: string | null }) => (id ? { id: anchorOf(id) } : {});

const cell = (tag: "td" | "th", role: string): NodeSpec => ({
  content: "block+",
  attrs: { colspan: { default: 1 }, rowspan: { default: 1 }, colwidth: { default: null } },
  tableRole: role,
  isolating: true,
  parseDOM: [{ tag, getAttrs: (element) => spans(element) }],
  toDOM: ({ attrs }): DOMOutputSpec => [
    tag,
    { ...(attrs["colspan"] > 1 && { colspan: attrs["colspan"] }), ...(attrs["rowspan"] > 1 && { rowspan: attrs["rowspan"] }) },
    0,
  ],
});

/** Nothing pasted makes a table of a million columns. */
const spanMax = 100;

function spans(element: { getAttribute(name: string): string | null }) {
  const span = (name: string) => Math.min(spanMax, Math.max(1, Number.parseInt(element.getAttribute(name) ?? "1", 10) || 1));
  return { colspan: span("colspan"), rowspan: span("rowspan"), colwidth: null };
}

function isId(value: unknown): void {
  if (typeof value !== "string" || !idForm.test(value)) throw new RangeError("not an id");
}

export const documentNodes = {
  doc: { content: "block+" },
  paragraph: { content: "inline*", group: "block", parseDOM: [{ tag: "p" }], toDOM: () => ["p", 0] },
  heading: {
    content: "inline*",
    group: "block",
    defining: true,
    attrs: { level: { default: 1 }, ...idAttribute },
    parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({
      tag: `h${level}`,
      getAttrs: (element) => ({ level: Math.min(level, headingLevelMax), id: idFrom(element) }),
    })),
    toDOM: ({ attrs }) => [`h${attrs["level"]}`, anchored(attrs), 0],
  },
  blockquote: {
    content: "block+",
    group: "block",
    defining: true,
    parseDOM: [{ tag: "blockquote" }],
    toDOM: () => ["blockquote", 0],
  },
  bulletList: { content: "listItem+", group: "block list", parseDOM: [{ tag: "ul" }], toDOM: () => ["ul", 0] },
  orderedList: {
    content: "listItem+",
    group: "block list",
    attrs: { start: { default: 1 } },
    parseDOM: [
      {
        tag: "ol:not([data-clauses])",
        getAttrs: (element) => ({ start: Number.parseInt(element.getAttribute("start") ?? "1", 10) || 1 }),
      },
    ],
    toDOM: ({ attrs }) => ["ol", attrs["start"] === 1 ? {} : { start: attrs["start"] }, 0],
  },
  listItem: { content: "paragraph block*", defining: true, parseDOM: [{ tag: "li:not([data-clause])" }], toDOM: () => ["li", 0] },
  clauseList: {
    content: "clause+",
    group: "block list",
    /** Numbers go on from the clauses before; `restarts` begins again at 1. */
    attrs: { restarts: { default: false } },
    parseDOM: [
      { tag: "ol[data-clauses]", priority: 60, getAttrs: (element) => ({ restarts: element.hasAttribute("data-restarts") }) },
    ],
    toDOM: ({ attrs }) => ["ol", { "data-clauses": "", ...(attrs["restarts"] && { "data-restarts": "" }) }, 0],
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
    parseDOM: [{ tag: "pre", preserveWhitespace: "full" }],
    toDOM: () => ["pre", ["code", 0]],
  },
  horizontalRule: { group: "block", parseDOM: [{ tag: "hr" }], toDOM: () => ["hr"] },
  table: {
    content: "tableRow+",
    group: "block",
    tableRole: "table",
    isolating: true,
    parseDOM: [{ tag: "table" }],
    toDOM: () => ["table", ["tbody", 0]],
  },
  tableRow: { content: "(tableCell | tableHeader)+", tableRole: "row", parseDOM: [{ tag: "tr" }], toDOM: () => ["tr", 0] },
  tableCell: cell("td", "cell"),
  tableHeader: cell("th", "header_cell"),
  image: imageSpec,
  text: { group: "inline" },
  hardBreak: { inline: true, group: "inline", selectable: false, parseDOM: [{ tag: "br" }], toDOM: () => ["br"] },
  /** Shows the number of what it points to, which is not stored: core/references.ts. */
  reference: {
    inline: true,
    group: "inline",
    atom: true,
    attrs: { target: { validate: isId } },
    parseDOM: [
      {
        tag: "a[data-ref]",
        priority: 60,
        getAttrs: (element) => {
          const target = element.getAttribute("data-ref") ?? "";
          return idForm.test(target) ? { target } : false;
        },
      },
    ],
    toDOM: ({ attrs }) => ["a", { "data-ref": attrs["target"], href: `#${anchorOf(attrs["target"])}`, class: "reference" }],
  },
  /** Stands where it is cited, with its words inside; they are shown at the foot. */
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

export const documentMarks = {
  link: {
    attrs: { href: {} },
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
    toDOM: ({ attrs }) => ["a", { href: attrs["href"], rel: "noopener noreferrer nofollow" }, 0],
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
  /** Beside a link and nothing else: an address in code still leads somewhere. */
  code: { code: true, excludes: "bold italic underline strike", parseDOM: [{ tag: "code" }], toDOM: () => ["code", 0] },
} satisfies Record<string, MarkSpec>;

export const documentSchema = new Schema({ nodes: documentNodes, marks: documentMarks });

export type DocumentJson = { type: "doc"; content: unknown[] };

/** The outer form only: whether it is a document of this schema is `documentOf`'s to say. */
export const documentJsonSchema = z.object({ type: z.literal("doc"), content: z.array(z.unknown()) });

/** From JSON that came from elsewhere. Null when it is not a document of this schema, or links to what could run. */
export function documentOf(json: unknown): Node | null {
  try {
    const document = Node.fromJSON(documentSchema, json);
    document.check();
    return document.type.name === "doc" && hasSafeLinks(document) ? document : null;
  } catch {
    return null;
  }
}

/**
 * Of a draft that is stored. It was checked before; where it cannot be read all
 * the same, an empty document in its place would be saved over it.
 */
export function storedDocument(json: unknown): Node {
  const document = documentOf(json);
  if (document === null) throw problem("draft-unreadable");
  return document;
}

export function hasSafeLinks(document: Node): boolean {
  let isSafe = true;
  document.descendants((node) => {
    for (const mark of node.marks) if (mark.type.name === "link" && safeHref(String(mark.attrs["href"])) === null) isSafe = false;
  });
  return isSafe;
}

/** Without ids that nothing needs: what refers to nothing is stored as it always was. */
export function jsonOf(document: Node): DocumentJson {
  return compact(document.toJSON() as JsonNode) as DocumentJson;
}

type JsonNode = { attrs?: Record<string, unknown>; content?: JsonNode[] };

function compact(node: JsonNode): JsonNode {
  if (node.attrs !== undefined && node.attrs["id"] === null) {
    const { id: _, ...attrs } = node.attrs;
    if (Object.keys(attrs).length > 0) node.attrs = attrs;
    else delete node.attrs;
  }
  node.content?.forEach(compact);
  return node;
}

/** Text with its line breaks as break nodes, for the inside of a paragraph. The editor has a schema object of its own. */
export function withBreaks(text: string, marks: readonly Mark[] = [], schema: Schema = documentSchema): Node[] {
  const content: Node[] = [];
  for (const [i, line] of text.split("\n").entries()) {
    if (i > 0) content.push(schema.nodes["hardBreak"]!.create());
    if (line !== "") content.push(schema.text(line, marks));
  }
  return content;
}
