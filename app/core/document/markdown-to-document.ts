/*
 * Parses Markdown that a model wrote or a writer pasted or opened. Nothing is
 * rejected: HTML stays text, except <br> and what document-to-markdown.ts
 * writes. An unsafe link becomes its text, and an external image keeps its
 * address. Nothing is fetched.
 */
import MarkdownIt from "markdown-it";
import type { Mark, Node } from "prosemirror-model";
import { codeLanguage } from "./document-attributes.ts";
import { imageSource, imageWidth, imageWords } from "./document-image.ts";
import { documentSchema, headingLevelMax, highlightOf, withBreaks, type documentMarks } from "./document-schema.ts";
import { markdownNotes } from "./markdown-notes.ts";
import { safeHref } from "../text/safe-href.ts";

export type Token = ReturnType<InstanceType<typeof MarkdownIt>["parse"]>[number];

const markdown = new MarkdownIt({ html: true, linkify: false, typographer: false, breaks: false });
markdown.disable(["linkify", "replacements", "smartquotes"]);
// Links are checked below, so that a refused one keeps its text and loses its brackets.
markdown.validateLink = () => true;

markdown.use(markdownNotes);

const { nodes, marks } = documentSchema;

/** Changes what was parsed before it is read: of Markdown from elsewhere, for example, its addresses. */
export type PrepareTokens = (tokens: Token[]) => Token[];

export function markdownToDocument(text: string): Node {
  return nodes.doc.create(null, filled(markdownToBlocks(text)));
}

export function foreignMarkdownToDocument(text: string, prepare: PrepareTokens): Node {
  return nodes.doc.create(null, filled(blocksOf(text, prepare)));
}

export function markdownToBlocks(text: string): Node[] {
  return blocksOf(text, (tokens) => tokens);
}

function blocksOf(text: string, prepare: PrepareTokens): Node[] {
  const given: NotesGiven = {};
  const tokens = markdown.parse(text.replaceAll("\0", "\ufffd"), given);
  return new Reader(prepare(tokens), given.notes ?? new Map(), prepare).blocks();
}

type NotesGiven = { notes?: Map<string, string> };

class Reader {
  #tokens: Token[];
  #notes: ReadonlyMap<string, string>;
  #prepare: PrepareTokens;
  #at = 0;
  #restarts = false;
  /** The last anchor read, until a heading or clause takes it. */
  #anchor: string | null = null;

  constructor(tokens: Token[], notes: ReadonlyMap<string, string>, prepare: PrepareTokens) {
    this.#tokens = tokens;
    this.#notes = notes;
    this.#prepare = prepare;
  }

  /** Blocks up to and including the token that closes their parent. */
  blocks(close?: string): Node[] {
    const found: Node[] = [];
    while (this.#at < this.#tokens.length) {
      const token = this.#tokens[this.#at++]!;
      if (token.type === close) break;
      const block = this.#block(token);
      if (Array.isArray(block)) found.push(...block);
      else if (block) found.push(block);
    }
    return found;
  }

  #block(token: Token): Node | Node[] | null {
    switch (token.type) {
      case "heading_open": {
        const level = Math.min(Number(token.tag.slice(1)), headingLevelMax);
        const content = this.#inline("heading_close").filter((node) => node.type !== nodes.hardBreak && node.type !== nodes.image);
        return nodes.heading.create({ level, id: this.#takeAnchor() }, content);
      }
      case "paragraph_open":
        return paragraphs(withoutPlaceholder(this.#inline("paragraph_close")));
      case "blockquote_open":
        return nodes.blockquote.create(null, filled(this.blocks("blockquote_close")));
      case "bullet_list_open":
        return nodes.bulletList.create(null, this.#items("bullet_list_close"));
      case "ordered_list_open":
        return this.#ordered(token);
      case "code_block":
      case "fence":
        return codeBlock(token.content.replace(/\n$/, ""), codeLanguage(token.info));
      case "hr":
        return nodes.horizontalRule.create();
      case "table_open":
        return this.#table();
      case "html_block":
        return this.#html(token.content.trim());
      default:
        return null;
    }
  }

  #html(content: string): Node | null {
    const comment = /^<!--\s*(restarts)?\s*-->$/.exec(content);
    if (!comment) return nodes.paragraph.create(null, withBreaks(content));
    if (comment[1]) this.#restarts = true;
    return null;
  }

  #ordered(token: Token): Node {
    const isClauses = token.markup === ")";
    const restarts = this.#restarts;
    this.#restarts = false;
    const start = Number(token.attrGet("start") ?? 1);
    const items = this.#items("ordered_list_close", isClauses);
    return isClauses ? nodes.clauseList.create({ restarts }, items) : nodes.orderedList.create({ start }, items);
  }

  #items(close: string, isClauses = false): Node[] {
    const items: Node[] = [];
    while (this.#at < this.#tokens.length) {
      const token = this.#tokens[this.#at++]!;
      if (token.type === close) break;
      if (token.type !== "list_item_open") continue;
      this.#anchor = null;
      const content = this.#itemBlocks(isClauses);
      const { id, blocks } = content;
      const first = blocks[0]?.type;
      const isFirst = first === nodes.paragraph || (isClauses && first === nodes.heading);
      const item = isClauses ? nodes.clause : nodes.listItem;
      items.push(item.create(isClauses ? { id } : null, isFirst ? blocks : [nodes.paragraph.create(), ...blocks]));
    }
    return items.length > 0 ? items : [(isClauses ? nodes.clause : nodes.listItem).create(null, nodes.paragraph.create())];
  }

  /** An anchor at the very start of a clause is the clause's id. */
  #itemBlocks(isClause: boolean): { id: string | null; blocks: Node[] } {
    const [, next] = this.#tokens.slice(this.#at, this.#at + 2);
    const isAnchored = isClause && next?.type === "inline" && anchorForm.test(next.children?.[0]?.content ?? "");
    const id = isAnchored ? anchorForm.exec(next.children![0]!.content)![1]! : null;
    // A remaining anchor belongs to the heading inside, if any.
    if (isAnchored) next.children!.splice(0, 2);
    return { id, blocks: this.blocks("list_item_close") };
  }

  #takeAnchor(): string | null {
    const id = this.#anchor;
    this.#anchor = null;
    return id;
  }

  #table(): Node {
    const rows: Node[] = [];
    let cells: Node[] = [];
    while (this.#at < this.#tokens.length) {
      const token = this.#tokens[this.#at++]!;
      if (token.type === "table_close") break;
      if (token.type === "tr_open") cells = [];
      // An empty header row is there only because Markdown tables require one.
      else if (
        token.type === "tr_close" &&
        !(cells[0]?.type === nodes.tableHeader && cells.every((cell) => cell.textContent === ""))
      )
        rows.push(nodes.tableRow.create(null, cells));
      else if (token.type === "th_open" || token.type === "td_open") {
        const content = cellBlocks(this.#inline(token.type === "th_open" ? "th_close" : "td_close"));
        cells.push((token.type === "th_open" ? nodes.tableHeader : nodes.tableCell).create(null, content));
      }
    }
    return rows.length > 0 ? nodes.table.create(null, rows) : nodes.paragraph.create();
  }

  #inline(close: string): Node[] {
    const found: Node[] = [];
    while (this.#at < this.#tokens.length) {
      const token = this.#tokens[this.#at++]!;
      if (token.type === close) break;
      if (token.type === "inline") found.push(...this.#inlineNodes(token.children ?? []));
    }
    return found;
  }

  #inlineNodes(tokens: readonly Token[], isNote = false): Node[] {
    const inline = new Inline();
    for (let i = 0; i < tokens.length; i++) {
      const token = tokens[i]!;
      const target = token.type === "link_open" ? anchorLink.exec(String(token.attrGet("href") ?? ""))?.[1] : undefined;
      const anchor = token.type === "html_inline" ? anchorForm.exec(token.content)?.[1] : undefined;
      if (target !== undefined) {
        i = endOfLink(tokens, i);
        inline.add(nodes.reference.create({ target }));
      } else if (anchor !== undefined && tokens[i + 1]?.content === "</a>") {
        this.#anchor = anchor;
        i++;
      } else if (token.type === "note") {
        if (!isNote) inline.add(this.#note(token.content));
      } else if (token.type === "image" && !isNote) inline.add(imageOf(token));
      else inline.take(token);
    }
    return inline.found;
  }

  #note(name: string): Node {
    const outside = this.#anchor;
    this.#anchor = null;
    const [token] = this.#prepare(markdown.parseInline(this.#notes.get(name) ?? "", {}));
    const content = this.#inlineNodes(token?.children ?? [], true);
    const node = nodes.footnote.create({ id: this.#takeAnchor() }, content);
    this.#anchor = outside;
    return node;
  }
}

function codeBlock(text: string, language: string): Node {
  return nodes.codeBlock.create({ language }, text === "" ? [] : documentSchema.text(text));
}

const filled = (blocks: Node[]) => (blocks.length > 0 ? blocks : [nodes.paragraph.create()]);

/** A lone no-break space means an empty paragraph. */
function withoutPlaceholder(content: Node[]): Node[] {
  return content.length === 1 && content[0]!.text === "\u00a0" ? [] : content;
}

/** Two breaks in a cell start a new block. */
function cellBlocks(content: Node[]): Node[] {
  const found: Node[] = [];
  const isBreak = (node: Node | undefined) => node?.type === nodes.hardBreak;
  let from = 0;
  for (let i = 0; i + 1 < content.length; i++) {
    if (!isBreak(content[i]) || !isBreak(content[i + 1])) continue;
    found.push(...paragraphs(content.slice(from, i)));
    from = i + 2;
    i++;
  }
  return [...found, ...paragraphs(content.slice(from))];
}

const markOf: Record<string, keyof typeof documentMarks> = { strong: "bold", em: "italic", s: "strike" };

const anchorForm = /^<a id="at-([A-Za-z0-9_]{1,36})">$/;
const anchorLink = /^#at-([A-Za-z0-9_]{1,36})$/;

function endOfLink(tokens: readonly Token[], from: number): number {
  let open = 0;
  for (let i = from; i < tokens.length; i++) {
    if (tokens[i]!.type === "link_open") open++;
    if (tokens[i]!.type === "link_close" && --open === 0) return i;
  }
  return tokens.length;
}

function imageOf(token: Token): Node {
  const [, address = "", width] = /^(.*?)(?:#width=(\d{1,3}))?$/s.exec(String(token.attrGet("src") ?? ""))!;
  const alt = imageWords((token.children ?? []).map((child) => (child.type === "softbreak" ? " " : child.content)).join(""));
  if (imageSource(address) === null) return documentSchema.text(alt || "Picture");
  const caption = imageWords(String(token.attrGet("title") ?? ""));
  return nodes.image.create({ src: address, alt, caption, width: imageWidth(Number(width ?? 100)) });
}

/** Images are blocks, so a paragraph that contains some is split. */
function paragraphs(content: Node[]): Node[] {
  if (!content.some((node) => node.type === nodes.image)) return [nodes.paragraph.create(null, content)];
  const found: Node[] = [];
  let line: Node[] = [];
  const close = () => {
    const words = trimmed(line);
    if (words.length > 0) found.push(nodes.paragraph.create(null, words));
    line = [];
  };
  for (const node of content) {
    if (node.type === nodes.image) {
      close();
      found.push(node);
    } else line.push(node);
  }
  close();
  return found;
}

/** Without white space and breaks at the ends. */
function trimmed(content: readonly Node[]): Node[] {
  const words = [...content];
  const trim = (at: 0 | -1) => {
    for (let node = words.at(at); node?.type === nodes.hardBreak || node?.isText; node = words.at(at)) {
      const text = (at === 0 ? node.text?.trimStart() : node.text?.trimEnd()) ?? "";
      if (text !== "") return void words.splice(at, 1, documentSchema.text(text, node.marks));
      words.splice(at, 1);
    }
  };
  trim(0);
  trim(-1);
  return words;
}

/** Collects inline content with the currently open marks. */
class Inline {
  found: Node[] = [];
  #on: readonly Mark[] = [];

  add(node: Node): void {
    this.found.push(node.isBlock ? node : node.mark(this.#on.filter(({ type }) => type !== marks.link)));
  }

  take(token: Token): void {
    const [, name = "", side = ""] = /^(\w+?)_(open|close)$/.exec(token.type) ?? [];
    const mark = markOf[name];
    if (mark) this.#on = side === "open" ? marks[mark].create().addToSet(this.#on) : marks[mark].removeFromSet(this.#on);
    else if (token.type === "link_open") this.#on = linked(token, this.#on);
    else if (token.type === "link_close") this.#on = marks.link.removeFromSet(this.#on);
    else if (token.type === "code_inline") this.#text(token.content, marks.code.create().addToSet(this.#on));
    else if (token.type === "softbreak") this.#text(" ");
    else if (token.type === "hardbreak") this.found.push(nodes.hardBreak.create());
    else if (token.type === "image") this.#text(token.content);
    else if (token.type === "html_inline") this.#on = html(token.content, this.#on, (value) => this.#text(value), this.found);
    else this.#text(token.content);
  }

  #text(value: string, on = this.#on): void {
    if (value !== "") this.found.push(...withBreaks(value, on));
  }
}

function linked(token: Token, on: readonly Mark[]): readonly Mark[] {
  const href = safeHref(String(token.attrGet("href") ?? ""));
  return href === null ? on : marks.link.create({ href }).addToSet(on);
}

const tags: Record<string, keyof typeof documentMarks> = {
  "<u>": "underline",
  "<sup>": "superscript",
  "<sub>": "subscript",
  '<span data-caps="small">': "smallCaps",
  '<span data-caps="all">': "caps",
};
const closedBy: Record<string, readonly string[]> = {
  "</u>": ["underline"],
  "</sup>": ["superscript"],
  "</sub>": ["subscript"],
  "</span>": ["smallCaps", "caps"],
  "</mark>": ["highlight"],
};

function markOfTag(content: string): Mark | null {
  const name = Object.hasOwn(tags, content) ? tags[content] : undefined;
  if (name !== undefined) return marks[name].create();
  const color = /^<mark(?: data-color="(\w+)")?>$/.exec(content);
  return color === null ? null : marks.highlight.create({ color: highlightOf(color[1]) });
}

function html(content: string, on: readonly Mark[], text: (value: string) => void, found: Node[]): readonly Mark[] {
  const opened = markOfTag(content);
  if (opened !== null) return opened.addToSet(on);
  const closed = closedBy[content];
  if (closed !== undefined) return on.filter(({ type }) => !closed.includes(type.name));
  if (/^<br\s*\/?>$/.test(content)) found.push(nodes.hardBreak.create());
  else text(content);
  return on;
}
