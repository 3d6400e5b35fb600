/*
 * Normalizes foreign HTML before it is parsed: markup from word processors and
 * web pages is mapped to the schema's. Numbered paragraphs become lists,
 * endnotes become footnotes, embedded images are extracted. Executable content
 * is removed, and nothing is fetched. Works on any DOM, in the browser and on
 * the server.
 */
import { imageSource, imageWidth, imageWords, uploadImage } from "./document-image.ts";
import { anchorOf } from "./document-schema.ts";
import { takeForeignLists } from "./foreign-lists.ts";
import { takeForeignNotes } from "./foreign-notes.ts";
import { imageFacts, type ImageFacts } from "../sources/image-facts.ts";
import { missingLabel } from "../clauses/references.ts";
import { uuidv7 } from "../text/uuid.ts";

export type ForeignPicture = { uploadId: string; type: ImageFacts["type"]; bytes: Uint8Array<ArrayBuffer> };
export type ForeignHtml = {
  /** To be stored under the ids the markup now refers to. */
  pictures: ForeignPicture[];
  /** How many referenced images were missing. */
  left: number;
  hasChanges: boolean;
};

type Here = {
  /** Whether the target of a cross-reference exists at the destination. */
  knows?: (id: string) => boolean;
  /** The origin of the destination page. */
  origin?: string;
};

const notText =
  "script, style, template, noscript, svg, math, iframe, object, embed, canvas, audio, video, input, select, textarea, button, dialog, link, meta, title";

export function takeForeign(body: HTMLElement, { knows = () => false, origin }: Here = {}): ForeignHtml {
  takeClassLooks(body);
  for (const one of body.querySelectorAll(notText)) one.remove();
  const hasChanges = takeChanges(body);
  dropComments(body);
  takeForeignNotes(body);
  takeForeignLists(body);
  takeBlocks(body);
  takeInline(body);
  const ids = new Set([...body.querySelectorAll("[id]")].map((one) => one.id));
  for (const link of body.querySelectorAll("a[data-ref]")) {
    const id = link.getAttribute("data-ref")!;
    const leads = knows(id) || ids.has(anchorOf(id)) || link.textContent === missingLabel;
    if (!leads) link.replaceWith(...link.childNodes);
  }
  return { ...takePictures(body, origin), hasChanges };
}

const looks = /^(?:font-weight|font-style|text-decoration(?:-line)?|font-family)$/;
const mostRules = 2_000;

/** Google Docs exports bold as a class, so class styles are moved to the elements. */
function takeClassLooks(body: HTMLElement): void {
  const sheet = [...body.ownerDocument.querySelectorAll("style")].map((one) => one.textContent).join("\n");
  const rules = new Map<string, string>();
  for (const [, selector, declarations] of sheet.matchAll(/(?<=^|[{}])([^{}]{1,400})\{([^{}]{0,4000})\}/g)) {
    const name = /^\s*(?:span)?\.([\w-]+)\s*$/.exec(selector!)?.[1];
    const wanted = declarations!.split(";").filter((one) => looks.test(one.split(":", 1)[0]!.trim()));
    if (name !== undefined && wanted.length > 0 && rules.size < mostRules) rules.set(name, wanted.join(";"));
  }
  if (rules.size === 0) return;
  for (const span of body.querySelectorAll("span[class]")) {
    const said = [...span.classList].flatMap((name) => rules.get(name) ?? []);
    if (said.length > 0) span.setAttribute("style", [...said, span.getAttribute("style") ?? ""].join(";"));
  }
}

/** Word processors' tracked changes are accepted. A `del` without a date is strikethrough. */
function takeChanges(body: HTMLElement): boolean {
  const changes = [...body.querySelectorAll("ins[datetime], del[datetime], ins[cite^='mailto:'], del[cite^='mailto:']")];
  for (const one of changes) {
    if (one.localName === "ins") one.replaceWith(...one.childNodes);
    else one.remove();
  }
  return changes.length > 0;
}

/** Google's and Word's comments: the marker in the text and the comment at the end. */
function dropComments(body: HTMLElement): void {
  const said = [...body.querySelectorAll("a[id^='cmnt']:not([id^='cmnt_ref']), [style*='mso-element:comment-list'] > div")];
  for (const one of said) (one.closest("div") ?? one).remove();
  const signs = "a[href^='#cmnt'], [style*='mso-element:comment-list'], .MsoCommentReference, a[href^='#_msocom']";
  for (const one of body.querySelectorAll(signs)) (one.closest("sup") ?? one).remove();
}

const typedLabel = /^\s*(?:\d+(?:\.\d+)*\.?|\([a-z\d]{1,5}\))\s*$/i;

function takeBlocks(body: HTMLElement): void {
  // Page headers and footers don't belong in a draft.
  for (const one of body.querySelectorAll("div[title='header'], div[title='footer'], [style*='mso-element:header']")) one.remove();
  for (const title of body.querySelectorAll("p.MsoTitle, p.title")) renamed(title, "h1");
  for (const quote of body.querySelectorAll("p.MsoQuote, p.MsoIntenseQuote")) wrapped(quote, "blockquote");
  // Our own export has clause numbers in its text.
  for (const clause of body.querySelectorAll("li[data-clause]")) {
    const [first, next] = clause.childNodes;
    if (first?.nodeType === 3 && next?.nodeType === 1 && typedLabel.test(first.textContent ?? "")) first.remove();
  }
  for (const line of body.querySelectorAll("p")) {
    const style = line.getAttribute("style") ?? "";
    const isRule = /border-bottom:\s*[\d.]+\w*\s+(?:solid|double|dashed|dotted)/i.test(style) && isBlank(line);
    if (isRule && line.closest("td, th") === null) line.replaceWith(line.ownerDocument.createElement("hr"));
  }
  for (const caption of body.querySelectorAll("table > caption")) {
    const table = caption.parentElement!;
    table.before(renamed(caption, "p"));
  }
  for (const cell of body.querySelectorAll("thead td")) renamed(cell, "th");
  // Table headers are bold by default.
  for (const bold of body.querySelectorAll("thead th b, thead th strong"))
    if (wordsIn(bold) === wordsIn(bold.closest("th")!)) bold.replaceWith(...bold.childNodes);
}

/** Word's and CSS's names for the same color differ. */
const highlightNames: Record<string, string> = { lime: "green", aqua: "cyan", fuchsia: "magenta", "#ffff00": "yellow" };

function takeInline(body: HTMLElement): void {
  for (const font of body.querySelectorAll("font[face], span[style*='font-family'], tt, kbd, samp")) {
    const face = font.getAttribute("face") ?? font.getAttribute("style") ?? "mono";
    const isNamed = /^(?:tt|kbd|samp)$/.test(font.localName);
    const isCode = isNamed || (/courier|consolas|mono/i.test(face) && isAmidOthers(font));
    if (isCode && font.closest("pre, code") === null) wrapped(font, "code");
  }
  for (const span of body.querySelectorAll("span[style*='mso-highlight'], span[style*='background']")) {
    const style = span.getAttribute("style") ?? "";
    const color =
      /mso-highlight:\s*([a-z]+)/i.exec(style)?.[1] ?? /background(?:-color)?:\s*(yellow|lime|aqua|#ffff00)/i.exec(style)?.[1];
    if (color !== undefined) wrapped(span, "mark").setAttribute("data-color", highlightNames[color.toLowerCase()] ?? color);
  }
  for (const link of body.querySelectorAll("a[href]")) {
    const address = /^https:\/\/www\.google\.com\/url\?(?:[^#]*&)?q=([^&#]+)/.exec(link.getAttribute("href")!)?.[1];
    if (address !== undefined) link.setAttribute("href", decoded(address));
    // Links are underlined by default.
    const around = link.closest("u");
    if (around && wordsIn(around) === wordsIn(link)) around.replaceWith(...around.childNodes);
    const inner = link.querySelector("u");
    if (inner && wordsIn(inner) === wordsIn(link)) inner.replaceWith(...inner.childNodes);
    const outer = link.parentElement;
    const isAlone = outer?.localName === "span" && wordsIn(outer) === wordsIn(link);
    for (const one of [link, ...link.querySelectorAll("span"), ...(isAlone ? [outer] : [])]) withoutUnderline(one);
  }
}

/** Monospace words are code only if the surrounding text uses another font; a text set in it throughout is not code. */
function isAmidOthers(font: Element): boolean {
  const line = font.closest("p, li, td, th, h1, h2, h3, h4, h5, h6, div, body");
  const words = font.textContent.trim();
  const all = line === null ? 0 : wordsIn(line).length;
  return words.split(/\s+/).length <= 6 && 2 * words.length < all;
}

function withoutUnderline(element: Element): void {
  const style = element.getAttribute("style");
  if (style?.includes("underline")) element.setAttribute("style", style.replaceAll(/text-decoration[^;:]*:[^;]*;?/gi, ""));
}

/** A page's text width in pixels, the unit in which word processors give image widths. */
const pageWidth = 602;
const largestData = 14_000_000;

function takePictures(body: HTMLElement, origin: string | undefined): Pick<ForeignHtml, "pictures" | "left"> {
  const pictures: ForeignPicture[] = [];
  let left = 0;
  for (const picture of body.querySelectorAll("img")) {
    const given = picture.getAttribute("src") ?? "";
    const src = origin !== undefined && given.startsWith(`${origin}/`) ? given.slice(origin.length) : given;
    const figure = picture.closest("figure");
    if (imageSource(figure?.getAttribute("data-image")) !== null) continue;
    const data = dataIn(src);
    const uploadId = uuidv7();
    if (data !== null) pictures.push({ uploadId, ...data });
    const named = data === null ? src : uploadImage(uploadId);
    if (imageSource(named) === null) {
      (figure?.querySelectorAll("img").length === 1 ? figure : picture).remove();
      left++;
    } else framed(picture, figure, named);
  }
  return { pictures, left };
}

/** In the schema's form, with caption and width. */
function framed(picture: HTMLImageElement, figure: HTMLElement | null, src: string): void {
  const { ownerDocument } = picture;
  const own = figure?.querySelectorAll("img").length === 1 ? figure : ownerDocument.createElement("figure");
  const said = /width:\s*([\d.]+)%/.exec(picture.getAttribute("style") ?? "")?.[1];
  const pixels = Number(picture.getAttribute("width")) || pageWidth;
  own.setAttribute("data-image", src);
  own.setAttribute("data-width", String(imageWidth(said === undefined ? (100 * pixels) / pageWidth : Number(said))));
  picture.setAttribute("src", src);
  const alt = picture.getAttribute("alt") || picture.getAttribute("name") || "";
  picture.setAttribute("alt", imageWords(alt));
  if (own === figure) return;
  picture.before(own);
  own.append(picture);
}

/** Parses `data:image/png;base64,…` if a draft supports the type. */
function dataIn(src: string): Omit<ForeignPicture, "uploadId"> | null {
  if (src.length > largestData) return null;
  const encoded = /^data:image\/(?:png|jpeg|gif|webp);base64,([A-Za-z0-9+/=\s]+)$/i.exec(src)?.[1];
  if (encoded === undefined) return null;
  try {
    const bytes = Uint8Array.from(atob(encoded), (letter) => letter.codePointAt(0)!);
    const facts = imageFacts(bytes);
    return facts && { type: facts.type, bytes };
  } catch {
    return null;
  }
}

function isBlank(element: Element): boolean {
  return wordsIn(element) === "" && element.querySelector("img") === null;
}

function wordsIn(element: Element): string {
  return element.textContent.replaceAll(/\s+/gu, "");
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

function renamed(element: Element, name: string): Element {
  const made = element.ownerDocument.createElement(name);
  for (const { name: key, value } of element.attributes) made.setAttribute(key, value);
  made.append(...element.childNodes);
  element.replaceWith(made);
  return made;
}

function wrapped(element: Element, name: string): Element {
  const made = element.ownerDocument.createElement(name);
  element.before(made);
  made.append(element);
  return made;
}
