/*
 * Markdown as other programs write it: links to other files by their paths, [[links]] by name, pictures in HTML. What was
 * parsed is changed before it is read as a document (core/document/markdown-to-document.ts).
 */
import { uploadImage } from "../document/document-image.ts";
import type { PrepareTokens, Token } from "../document/markdown-to-document.ts";
import { safeHref } from "../text/safe-href.ts";
import { placeholderOf } from "./imported-document.ts";
import type { Gathered } from "./gathered.ts";

type Tokens = readonly Token[];

/** HTML that the reader understands. */
const readHtml = /^<(?:\/?(?:u|sup|sub)|br ?\/?|\/?mark|mark data-color="\w{1,20}"|span data-caps="(?:small|all)"|\/span)>$/;
const anchor = /^<a id="at-\w{1,36}">$/;
const tag = /<\/?([a-z][a-z0-9-]{0,30})(?=[\s/>])[^<>]{0,4000}>/iy;
const entities: Record<string, string> = { "&nbsp;": " ", "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' };

export function preparing(gathered: Gathered): PrepareTokens {
  return (tokens) => tokens.flatMap((token) => prepared(token, gathered));
}

function prepared(token: Token, gathered: Gathered): Token[] {
  if (token.type === "inline") {
    token.children = inlinePrepared(token.children ?? [], gathered);
    return [token];
  }
  if (token.type !== "html_block" || /^\s*<!--\s*restarts\s*-->\s*$/.test(token.content)) return [token];
  const children = ofHtml(token.content.trim(), token, gathered);
  if (!children.some(({ type, content }) => type !== "text" || content.trim() !== "")) return [];
  const inline = like(token, "inline");
  inline.children = children;
  return [like(token, "paragraph_open"), inline, like(token, "paragraph_close")];
}

function inlinePrepared(tokens: Tokens, gathered: Gathered): Token[] {
  const found: Token[] = [];
  // A link whose target is unknown leaves its words.
  const dropped: boolean[] = [];
  for (const [at, token] of tokens.entries()) {
    if (token.type === "link_open") {
      const href = hrefOf(String(token.attrGet("href") ?? ""), gathered);
      dropped.push(href === null);
      if (href === null) continue;
      token.attrSet("href", href);
      found.push(token);
    } else if (token.type === "link_close") {
      if (dropped.pop() !== true) found.push(token);
    } else if (token.type === "image") found.push(...picture(token, gathered));
    else if (token.type === "text") found.push(...withNames(token, gathered));
    else if (token.type === "html_inline") found.push(...inlineHtml(token, tokens[at - 1], gathered));
    else found.push(token);
  }
  return found;
}

/** Of a document that Stet wrote, the anchors stay. */
function inlineHtml(token: Token, before: Token | undefined, gathered: Gathered): Token[] {
  const { content } = token;
  const endsAnchor = content === "</a>" && before !== undefined && anchor.test(before.content);
  return readHtml.test(content) || anchor.test(content) || endsAnchor ? [token] : ofHtml(content, token, gathered);
}

function hrefOf(href: string, gathered: Gathered): string | null {
  if (/^#at-\w{1,36}$/.test(href)) return href;
  const found = href.startsWith("#") ? null : gathered.byAddress(href);
  const outside = href.startsWith("#") ? null : safeHref(href);
  if (found !== null) return placeholderOf(found.id);
  if (outside === null) gathered.leaveOut("link");
  return outside;
}

function picture(token: Token, gathered: Gathered): Token[] {
  const src = String(token.attrGet("src") ?? "");
  if (/^https?:/i.test(src)) return [token];
  const found = gathered.byAddress(src);
  if (found === null) gathered.leaveOut("picture");
  if (found === null) return [token];
  if (!found.isPicture) return linkTo(found.id, token.content || found.name, token);
  token.attrSet("src", `${uploadImage(found.id)}${/#width=\d{1,3}$/.exec(src)?.[0] ?? ""}`);
  return [token];
}

/** [[Name]], [[Name#Part|words]] and ![[picture.png|300]]. */
function withNames(token: Token, gathered: Gathered): Token[] {
  const { content } = token;
  const found: Token[] = [];
  let from = 0;
  for (const match of content.matchAll(/(!?)\[\[([^[\]\n]{1,500})\]\]/g)) {
    const [whole, shows, inside] = match as unknown as [string, string, string];
    const [target = "", ...words] = inside.split("|");
    const [name = "", part] = target.replace(/\\$/, "").split("#");
    const said = words.join("|").trim();
    const shown = said !== "" && !/^\d+(?:x\d+)?$/.test(said) ? said : [name, part].filter(Boolean).join(" › ");
    found.push(textToken(content.slice(from, match.index), token));
    from = match.index + whole.length;
    const known = gathered.byName(name);
    if (known === null) gathered.leaveOut(shows === "" ? "link" : "picture");
    if (known === null) found.push(textToken(shown, token));
    else if (shows !== "" && known.isPicture) found.push(pictureOf(known.id, shown, token));
    else found.push(...linkTo(known.id, shown, token));
  }
  return from === 0
    ? [token]
    : [...found, textToken(content.slice(from), token)].filter(({ type, content: text }) => type !== "text" || text !== "");
}

/** The words of HTML, with its pictures. */
function ofHtml(html: string, token: Token, gathered: Gathered): Token[] {
  const found: Token[] = [];
  let words = "";
  const close = () => {
    if (words !== "") found.push(textToken(unescaped(words), token));
    words = "";
  };
  for (let at = 0; at < html.length;) {
    const next = html.indexOf("<", at);
    words += html.slice(at, next < 0 ? undefined : next);
    if (next < 0) break;
    if (html.startsWith("<!--", next)) {
      const end = html.indexOf("-->", next);
      at = end < 0 ? html.length : end + 3;
      continue;
    }
    tag.lastIndex = next;
    const match = tag.exec(html);
    if (match === null) words += "<";
    at = match === null ? next + 1 : tag.lastIndex;
    if (match === null) continue;
    const name = match[1]!.toLowerCase();
    if (name === "img") {
      close();
      found.push(...picture(imageToken(attribute(match[0], "src"), attribute(match[0], "alt"), token), gathered));
    } else if (name === "br") {
      close();
      found.push(like(token, "hardbreak"));
    } else if (!match[0].startsWith("</")) gathered.leaveOut("html");
  }
  close();
  return found;
}

const attributes = {
  src: /\ssrc\s{0,5}=\s{0,5}(?:"([^"]{0,2000})"|'([^']{0,2000})')/i,
  alt: /\salt\s{0,5}=\s{0,5}(?:"([^"]{0,2000})"|'([^']{0,2000})')/i,
};

function attribute(html: string, name: keyof typeof attributes): string {
  const match = attributes[name].exec(html);
  return unescaped(match?.[1] ?? match?.[2] ?? "");
}

function unescaped(text: string): string {
  const plain = text.replaceAll(/&(?:nbsp|amp|lt|gt|quot);/g, (entity) => entities[entity]!);
  return plain.includes("\n")
    ? plain
        .split("\n")
        .map((line, at) => (at === 0 ? line.trimEnd() : line.trim()))
        .join(" ")
    : plain;
}

type TokenClass = new (type: string, tag: string, nesting: 0) => Token;

function like(token: Token, type: string): Token {
  return new (token.constructor as TokenClass)(type, "", 0);
}

function textToken(text: string, token: Token): Token {
  return Object.assign(like(token, "text"), { content: text });
}

function imageToken(src: string, alt: string, token: Token): Token {
  const image = like(token, "image");
  image.attrSet("src", src);
  return Object.assign(image, { content: alt, children: [textToken(alt, token)] });
}

const pictureOf = (id: string, alt: string, token: Token) => imageToken(uploadImage(id), alt, token);

function linkTo(id: string, words: string, token: Token): Token[] {
  const open = like(token, "link_open");
  open.attrSet("href", placeholderOf(id));
  return [open, textToken(words, token), like(token, "link_close")];
}
