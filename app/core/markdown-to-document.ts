/*
 * Markdown as a document: what a model wrote, what a writer pasted or opened.
 * Nothing is refused. HTML is not read (only <u>, <br> and the comments that
 * document-to-markdown.ts writes are known): it stays as the text it is. A link
 * that could run something becomes its words.
 */
import MarkdownIt from "markdown-it";
import type { Mark, Node } from "prosemirror-model";
import { documentSchema, headingLevelMax, withBreaks, type documentMarks } from "./document-schema.ts";
import { safeHref } from "./safe-href.ts";

type Token = ReturnType<InstanceType<typeof MarkdownIt>["parse"]>[number];

const markdown = new MarkdownIt({ html: true, linkify: false, typographer: false, breaks: false });
markdown.disable(["linkify", "replacements", "smartquotes"]);
// Checked here, so that a refused link keeps its words and loses its brackets.
markdown.validateLink = () => true;

const { nodes, marks } = documentSchema;

export function markdownToDocument(text: string): Node {
  const blocks = markdownToBlocks(text);
  return nodes.doc.create(null, blocks.length === 0 ? [nodes.paragraph.create()] : blocks);
}

export function markdownToBlocks(text: string): Node[] {
  const reader = new Reader(markdown.parse(text.replaceAll("\0", "\ufffd"), {}));
  return reader.blocks();
}

class Reader {
  #tokens: Token[];
  #at = 0;
  #restarts = false;

  constructor(tokens: Token[]) {
    this.#tokens = tokens;
  }

  /** Blocks up to the token that closes their parent, which is taken too. */
  blocks(close?: string): Node[] {
    const found: Node[] = [];
    while (this.#at < this.#tokens.length) {
      const token = this.#tokens[this.#at++]!;
      if (token.type === close) break;
      const block = this.#block(token);
      if (block) found.push(block);
    }
    return found;
  }

  #block(token: Token): Node | null {
    switch (token.type) {
      case "heading_open": {
        const level = Math.min(Number(token.tag.slice(1)), headingLevelMax);
        return nodes.heading.create(
          { level },
          this.#inline("heading_close").filter((node) => node.type !== nodes.hardBreak),
        );
      }
      case "paragraph_open":
        return nodes.paragraph.create(null, withoutPlaceholder(this.#inline("paragraph_close")));
      case "blockquote_open":
        return nodes.blockquote.create(null, filled(this.blocks("blockquote_close")));
      case "bullet_list_open":
        return nodes.bulletList.create(null, this.#items("bullet_list_close"));
      case "ordered_list_open":
        return this.#ordered(token);
      case "code_block":
      case "fence":
        return codeBlock(token.content.replace(/\n$/, ""));
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
      const content = this.blocks("list_item_close");
      const first = content[0]?.type;
      const isFirst = first === nodes.paragraph || (isClauses && first === nodes.heading);
      const item = isClauses ? nodes.clause : nodes.listItem;
      items.push(item.create(null, isFirst ? content : [nodes.paragraph.create(), ...content]));
    }
    return items.length > 0 ? items : [(isClauses ? nodes.clause : nodes.listItem).create(null, nodes.paragraph.create())];
  }

  #table(): Node {
    const rows: Node[] = [];
    let cells: Node[] = [];
    while (this.#at < this.#tokens.length) {
      const token = this.#tokens[this.#at++]!;
      if (token.type === "table_close") break;
      if (token.type === "tr_open") cells = [];
      // A head without words is only there because Markdown has no table without one.
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
      if (token.type === "inline") found.push(...inlineNodes(token.children ?? []));
    }
    return found;
  }
}

function codeBlock(text: string): Node {
  return nodes.codeBlock.create(null, text === "" ? [] : documentSchema.text(text));
}

const filled = (blocks: Node[]) => (blocks.length > 0 ? blocks : [nodes.paragraph.create()]);

/** A no-break space alone stands for an empty paragraph. */
function withoutPlaceholder(content: Node[]): Node[] {
  return content.length === 1 && content[0]!.text === "\u00a0" ? [] : content;
}

/** Two breaks in a cell begin a new paragraph. */
function cellBlocks(content: Node[]): Node[] {
  const paragraphs: Node[] = [];
  const isBreak = (node: Node | undefined) => node?.type === nodes.hardBreak;
  let from = 0;
  for (let i = 0; i + 1 < content.length; i++) {
    if (!isBreak(content[i]) || !isBreak(content[i + 1])) continue;
    paragraphs.push(nodes.paragraph.create(null, content.slice(from, i)));
    from = i + 2;
    i++;
  }
  return [...paragraphs, nodes.paragraph.create(null, content.slice(from))];
}

const markOf: Record<string, keyof typeof documentMarks> = { strong: "bold", em: "italic", s: "strike" };

function inlineNodes(tokens: readonly Token[]): Node[] {
  const found: Node[] = [];
  let on: readonly Mark[] = [];
  const text = (value: string, marksOn = on) => {
    if (value !== "") found.push(...withBreaks(value, marksOn));
  };
  for (const token of tokens) {
    const [, name = "", side = ""] = /^(\w+?)_(open|close)$/.exec(token.type) ?? [];
    const mark = markOf[name];
    if (mark) on = side === "open" ? marks[mark].create().addToSet(on) : marks[mark].removeFromSet(on);
    else if (token.type === "link_open") on = linked(token, on);
    else if (token.type === "link_close") on = marks.link.removeFromSet(on);
    else if (token.type === "code_inline") text(token.content, marks.code.create().addToSet(on));
    else if (token.type === "softbreak") text(" ");
    else if (token.type === "hardbreak") found.push(nodes.hardBreak.create());
    else if (token.type === "image") text(token.content);
    else if (token.type === "html_inline") on = html(token.content, on, text, found);
    else text(token.content);
  }
  return found;
}

function linked(token: Token, on: readonly Mark[]): readonly Mark[] {
  const href = safeHref(String(token.attrGet("href") ?? ""));
  return href === null ? on : marks.link.create({ href }).addToSet(on);
}

function html(content: string, on: readonly Mark[], text: (value: string) => void, found: Node[]): readonly Mark[] {
  if (content === "<u>") return marks.underline.create().addToSet(on);
  if (content === "</u>") return marks.underline.removeFromSet(on);
  if (/^<br\s*\/?>$/.test(content)) found.push(nodes.hardBreak.create());
  else text(content);
  return on;
}
