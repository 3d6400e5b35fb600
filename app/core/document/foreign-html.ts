/*
 * HTML from elsewhere, before it is read as a document: what word processors
 * and pages mean by their markup becomes what the schema calls it. Numbered
 * paragraphs become lists, notes at the end become footnotes, pictures that came
 * along are taken out. What could run is removed, and nothing is fetched. It
 * works on any DOM, the browser's as the server's.
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
  /** To be kept as files under the ids that the markup names now. */
  pictures: ForeignPicture[];
  /** How many pictures were named and not there. */
  left: number;
  comments: number;
  hasChanges: boolean;
};

type Here = {
  /** Whether a cross-reference to this id leads somewhere where the words go. */
  knows?: (id: string) => boolean;
  /** Of the page that they go to. */
  origin?: string;
};

const notText =
  "script, style, template, noscript, svg, math, iframe, object, embed, canvas, audio, video, input, select, textarea, button, dialog, link, meta, title";

export function takeForeign(body: HTMLElement, { knows = () => false, origin }: Here = {}): ForeignHtml {
  takeClassLooks(body);
  for (const one of body.querySelectorAll(notText)) one.remove();
  const hasChanges = takeChanges(body);
  const comments = dropComments(body);
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
  return { ...takePictures(body, origin), comments, hasChanges };
}

const looks = /^(?:font-weight|font-style|text-decoration(?:-line)?|font-family)$/;
const mostRules = 2_000;

/** Google writes what is bold as a class: what a class says of letters is said by the words themselves. */
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

/** As a word processor saves tracked changes: read as accepted. A `del` without a moment is struck words. */
function takeChanges(body: HTMLElement): boolean {
  const changes = [...body.querySelectorAll("ins[datetime], del[datetime], ins[cite^='mailto:'], del[cite^='mailto:']")];
  for (const one of changes) {
    if (one.localName === "ins") one.replaceWith(...one.childNodes);
    else one.remove();
  }
  return changes.length > 0;
}

/** Google's, and Word's: the sign in the text, and what is said at the end. */
function dropComments(body: HTMLElement): number {
  const said = [...body.querySelectorAll("a[id^='cmnt']:not([id^='cmnt_ref']), [style*='mso-element:comment-list'] > div")];
  for (const one of said) (one.closest("div") ?? one).remove();
  const signs = "a[href^='#cmnt'], [style*='mso-element:comment-list'], .MsoCommentReference, a[href^='#_msocom']";
  for (const one of body.querySelectorAll(signs)) (one.closest("sup") ?? one).remove();
  return said.length;
}

const typedLabel = /^\s*(?:\d+(?:\.\d+)*\.?|\([a-z\d]{1,5}\))\s*$/i;

function takeBlocks(body: HTMLElement): void {
  // What stands on every page stands in no draft.
  for (const one of body.querySelectorAll("div[title='header'], div[title='footer'], [style*='mso-element:header']")) one.remove();
  for (const title of body.querySelectorAll("p.MsoTitle, p.title")) renamed(title, "h1");
  for (const quote of body.querySelectorAll("p.MsoQuote, p.MsoIntenseQuote")) wrapped(quote, "blockquote");
  // Our own file has the numbers of clauses in its text.
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
  // Heads are bold by themselves.
  for (const bold of body.querySelectorAll("thead th b, thead th strong"))
    if (wordsIn(bold) === wordsIn(bold.closest("th")!)) bold.replaceWith(...bold.childNodes);
}

/** As pages call what Word calls otherwise. */
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
    // Links are underlined by themselves.
    const around = link.closest("u");
    if (around && wordsIn(around) === wordsIn(link)) around.replaceWith(...around.childNodes);
    const inner = link.querySelector("u");
    if (inner && wordsIn(inner) === wordsIn(link)) inner.replaceWith(...inner.childNodes);
    const outer = link.parentElement;
    const isAlone = outer?.localName === "span" && wordsIn(outer) === wordsIn(link);
    for (const one of [link, ...link.querySelectorAll("span"), ...(isAlone ? [outer] : [])]) withoutUnderline(one);
  }
}

/** A few words in a font of typewriters are code where the words around them are in another; a text that is typed in it is not. */
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

/** Text width of a page, in pixels: pictures of word processors say theirs in the same. */
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

/** As the schema has a picture: with its caption and its width. */
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

/** Of `data:image/png;base64,…`, where it is what a draft can hold. */
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
