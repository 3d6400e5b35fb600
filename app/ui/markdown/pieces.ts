/*
 * A flat list of pieces between the parser's tokens and the output: open an
 * element, close it, add text. All markup is decided here, once; the page
 * (paint.ts) and the HTML string (html.ts) only carry it out.
 *
 * A paragraph in a list item is always a <p>, and a loose list is marked by a
 * class. Whether a list is loose is known only at its end, and this way nothing has
 * to be rebuilt for it.
 */
import { hostOf, isSafeAddress } from "./address.ts";
import type { Token } from "./parser.ts";

/** Alternating names and values: ["class", "task", "title", "…"]. */
export type Attributes = readonly string[];
export type Piece =
  | { kind: "open"; tag: string; attributes?: Attributes }
  | { kind: "empty"; tag: string; attributes?: Attributes }
  | { kind: "text"; text: string }
  | { kind: "close" };

/** In the `meta` of a token that brings its own pieces. */
export type OwnPieces = { pieces: (options: PieceOptions) => Piece[] };

export type PieceOptions = {
  /** The label to show in a citation chip instead of its number, such as a host name. */
  citationLabel?: (n: number) => string | undefined;
  /** For the clipboard: no buttons, citations as the text [n], every row. */
  plain?: boolean;
  /** How many rows of a table are shown; the rest are behind a button, as laying out ten thousand blocks the page. */
  rows?: number;
};

const rowsAtFirst = 300;
export const rowsAdded = 1000;
export const rowsShown = ({ plain, rows = rowsAtFirst }: PieceOptions) => (plain ? Infinity : rows);

/** Lines of code per box; a long listing is laid out box by box. */
export const linesPerChunk = 64;

const close: Piece = { kind: "close" };
/** The side of bullets, of a quotation's rule and of the first column is the one from which the words are read. */
const asRead = ["dir", "auto"] as const;
const simpleTags: Record<string, string> = {
  paragraph_open: "p",
  thead_open: "thead",
  tbody_open: "tbody",
  tr_open: "tr",
  em_open: "em",
  strong_open: "strong",
  s_open: "s",
};

export function toPieces(tokens: readonly Token[], options: PieceOptions = {}, pieces: Piece[] = []): Piece[] {
  /** Rows of the current table; its head is one that is always shown. */
  let rows = 0;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as Token;
    if (token.type === "tbody_open") rows = 0;
    else if (token.type === "tr_open" && ++rows > rowsShown(options)) {
      while (tokens[i]?.type !== "tr_close") i++;
      continue;
    } else if (token.type === "table_close") {
      pieces.push(close, ...restOfRows(rows - rowsShown(options)), close);
      continue;
    }
    const own = (token.meta as Partial<OwnPieces> | null)?.pieces;
    if (own) pieces.push(...own(options));
    else if (token.type === "inline") addInline(token.children ?? [], isTask(tokens, i), options, pieces);
    else addBlock(token, tokens, i, options, pieces);
  }
  return pieces;
}

function addBlock(token: Token, tokens: readonly Token[], i: number, options: PieceOptions, pieces: Piece[]): void {
  const tag = simpleTags[token.type];
  if (tag) pieces.push({ kind: "open", tag });
  else if (token.type === "fence" || token.type === "code_block") addCode(token, options, pieces);
  else if (token.type === "hr") pieces.push({ kind: "empty", tag: "hr" });
  else if (token.type === "table_open") {
    pieces.push(
      { kind: "open", tag: "div", attributes: ["class", "table-scroll", "tabindex", "0"] },
      { kind: "open", tag: "table", attributes: asRead },
    );
  } else if (token.nesting === 1) pieces.push({ kind: "open", tag: token.tag, ...blockAttributes(token, tokens, i) });
  else if (token.nesting === -1) pieces.push(close);
}

/** The button below a table of which this many rows are not shown. */
export function restOfRows(left: number): Piece[] {
  if (left <= 0) return [];
  const count = (n: number) => n.toLocaleString("en-GB");
  const text = left > rowsAdded ? `Show ${count(rowsAdded)} of ${count(left)} more rows` : `Show ${count(left)} more rows`;
  return [{ kind: "open", tag: "button", attributes: ["type", "button", "class", "table-rest"] }, { kind: "text", text }, close];
}

function blockAttributes(token: Token, tokens: readonly Token[], i: number): { attributes?: Attributes } {
  switch (token.type) {
    case "list_item_open":
      return isTask(tokens, i + 2) ? { attributes: ["class", "task"] } : {};
    case "blockquote_open":
      return { attributes: asRead };
    case "ordered_list_open":
    case "bullet_list_open": {
      const start = token.attrGet("start");
      const attributes: string[] = [...asRead];
      if (start !== null) attributes.push("start", String(start));
      // As in a document, "1)" begins a clause.
      if (token.markup === ")") attributes.push("data-outline", "");
      if (isLoose(tokens, i)) attributes.push("class", "loose");
      return { attributes };
    }
    case "th_open":
    case "td_open": {
      const align = /(?:left|center|right)$/.exec(String(token.attrGet("style") ?? ""))?.[0];
      return align ? { attributes: ["class", `align-${align}`] } : {};
    }
    default:
      return {};
  }
}

function isLoose(tokens: readonly Token[], list: number): boolean {
  const level = tokens[list]?.level ?? 0;
  for (let i = list + 1; i < tokens.length; i++) {
    const token = tokens[i] as Token;
    if (token.level === level) return false;
    if (token.level === level + 2 && token.type === "paragraph_open") return !token.hidden;
  }
  return false;
}

function isTask(tokens: readonly Token[], inline: number): boolean {
  const first = tokens[inline]?.children?.[0];
  return (
    tokens[inline - 1]?.type === "paragraph_open" &&
    tokens[inline - 2]?.type === "list_item_open" &&
    first?.type === "text" &&
    /^\[[ xX]\] \S/.test(first.content)
  );
}

function addInline(tokens: readonly Token[], task: boolean, options: PieceOptions, pieces: Piece[]): void {
  let link: Token | undefined;
  let linkText = "";
  for (const [i, token] of tokens.entries()) {
    if (link && token.type !== "link_close") linkText += token.content;
    switch (token.type) {
      case "text":
        if (task && i === 0) addCheckbox(token.content, pieces);
        addText(task && i === 0 ? token.content.slice(4) : token.content, pieces);
        break;
      case "code_inline":
        pieces.push({ kind: "open", tag: "code" }, { kind: "text", text: token.content }, close);
        break;
      case "softbreak":
      case "hardbreak":
        pieces.push({ kind: "empty", tag: "br" });
        break;
      case "link_open":
        link = token;
        linkText = "";
        pieces.push({ kind: "open", tag: "a", attributes: linkAttributes(String(token.attrGet("href") ?? "")) });
        break;
      case "link_close":
        addTrueHost(linkText, String(link?.attrGet("href") ?? ""), pieces);
        link = undefined;
        pieces.push(close);
        break;
      case "image":
        addImage(token, link !== undefined, pieces);
        break;
      case "own":
        pieces.push(...(token.meta as OwnPieces).pieces(options));
        break;
      case "citation":
        addCitations((token.meta as { numbers: number[] }).numbers, options, pieces);
        break;
      default:
        if (token.nesting === 1) pieces.push({ kind: "open", tag: token.tag });
        else if (token.nesting === -1) pieces.push(close);
    }
  }
}

function addText(text: string, pieces: Piece[]): void {
  if (!text) return;
  const last = pieces.at(-1);
  if (last?.kind === "text") pieces[pieces.length - 1] = { kind: "text", text: last.text + text };
  else pieces.push({ kind: "text", text });
}

function addCheckbox(text: string, pieces: Piece[]): void {
  const done = text[1] !== " ";
  const attributes = ["class", done ? "checkbox checked" : "checkbox", "role", "img", "aria-label", done ? "Done" : "Not done"];
  pieces.push({ kind: "open", tag: "span", attributes }, close);
}

function linkAttributes(href: string): Attributes {
  const rel = "noopener noreferrer nofollow";
  if (href.startsWith("#")) return ["href", href, "rel", rel];
  const host = hostOf(href);
  return ["href", href, "rel", rel, "target", "_blank", ...(host ? ["title", host] : [])];
}

/** If a link's text is itself an address, but differs from its target, the real host is added. */
function addTrueHost(text: string, href: string, pieces: Piece[]): void {
  const host = hostOf(href);
  const claimed = /^\s*(?:https?:\/\/)?([a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,})(?=[/?#:\s]|$)/i.exec(text.slice(0, 200))?.[1];
  if (!host || !claimed || text === href || host.replace(/:\d+$/, "") === hostOf(`//${claimed}`)) return;
  pieces.push({ kind: "open", tag: "span", attributes: ["class", "true-host"] }, { kind: "text", text: ` (${host})` }, close);
}

/** Nothing is fetched because a model wrote it: an image becomes a link that names its host. */
function addImage(token: Token, insideLink: boolean, pieces: Piece[]): void {
  const source = String(token.attrGet("src") ?? "");
  const label = token.content.trim() || "Image";
  const host = hostOf(source);
  if (insideLink || !host || !isSafeAddress(source)) return addText(label, pieces);
  const attributes = ["class", "image-link", ...linkAttributes(source)];
  pieces.push({ kind: "open", tag: "a", attributes }, { kind: "text", text: label });
  pieces.push({ kind: "open", tag: "span", attributes: ["class", "image-host"] }, { kind: "text", text: host }, close, close);
}

/** A chip stays on the line of the word before it, and of the full stop behind. */
function addCitations(numbers: readonly number[], options: PieceOptions, pieces: Piece[]): void {
  if (options.plain) return addText(numbers.map((n) => `[${n}]`).join(""), pieces);
  const last = pieces.at(-1);
  if (last?.kind === "text") pieces[pieces.length - 1] = { kind: "text", text: last.text.trimEnd() };
  for (const n of numbers) addCitation(n, options, pieces);
}

function addCitation(n: number, options: PieceOptions, pieces: Piece[]): void {
  const label = options.citationLabel?.(n);
  const attributes = ["type", "button", "class", "citation", "data-n", String(n), "aria-label", citationName(n, label)];
  pieces.push({ kind: "open", tag: "span", attributes: ["class", "cited"] });
  pieces.push({ kind: "open", tag: "button", attributes }, { kind: "text", text: label ?? String(n) }, close, close);
}

/** A chip's accessible name; it includes the visible label, for voice control. */
export function citationName(n: number, label: string | undefined): string {
  return label === undefined ? `Source ${n}` : `Source ${n}: ${label}`;
}

function addCode(token: Token, options: PieceOptions, pieces: Piece[]): void {
  const language = languageOf(token.info);
  if (options.plain) {
    pieces.push({ kind: "open", tag: "pre" }, { kind: "open", tag: "code" });
    addText(token.content, pieces);
    pieces.push(close, close);
    return;
  }
  openCode(language, pieces);
  for (const chunk of chunksOf(token.content)) {
    pieces.push({ kind: "open", tag: "span", attributes: ["class", "code-chunk"] }, { kind: "text", text: chunk }, close);
  }
  pieces.push(close, close, close);
}

export function languageOf(info: string): string {
  return /^[\w#+.-]{1,30}/.exec(info.trim())?.[0].toLowerCase() ?? "";
}

/** The frame of a listing, up to and including the opened <code>. */
export function openCode(language: string, pieces: Piece[]): void {
  pieces.push({ kind: "open", tag: "div", attributes: ["class", "code-block", "data-language", language] });
  pieces.push({ kind: "open", tag: "div", attributes: ["class", "code-head"] });
  pieces.push(
    { kind: "open", tag: "span", attributes: ["class", "code-language"] },
    { kind: "text", text: language || "text" },
    close,
  );
  pieces.push({ kind: "open", tag: "button", attributes: ["type", "button", "class", "code-copy", "aria-label", "Copy code"] });
  pieces.push({ kind: "text", text: "Copy" }, close, close);
  pieces.push({ kind: "open", tag: "pre", attributes: ["tabindex", "0"] }, { kind: "open", tag: "code" });
}

export function chunksOf(code: string): string[] {
  const chunks: string[] = [];
  let start = 0;
  let lines = 0;
  for (let end = code.indexOf("\n"); end >= 0; end = code.indexOf("\n", end + 1)) {
    if (++lines % linesPerChunk > 0) continue;
    chunks.push(code.slice(start, end + 1));
    start = end + 1;
  }
  if (start < code.length) chunks.push(code.slice(start));
  return chunks;
}

export type Block = { tokens: Token[]; /** First line, and the line after the last. */ lines: readonly [number, number] };

/** The top-level blocks. */
export function toBlocks(tokens: readonly Token[]): Block[] {
  const blocks: Block[] = [];
  let start = 0;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as Token;
    if (token.level > 0 || token.nesting === 1 || token.type === "inline") continue;
    const block = tokens.slice(start, i + 1);
    blocks.push({ tokens: block, lines: (block[0]?.map ?? [0, 0]) as [number, number] });
    start = i + 1;
  }
  return blocks;
}
