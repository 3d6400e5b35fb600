/*
 * HTML from the clipboard, before the editor reads it: footnotes as word
 * processors and pages write them become footnotes, pictures that came along are
 * taken out to be uploaded, and references that lead nowhere here become the
 * number they showed. Nothing is fetched.
 */
import type { Node } from "@tiptap/pm/model";
import { anchorOf } from "#core/document-schema.ts";
import { imageSource, uploadImage } from "#core/document-image.ts";
import { imageFacts } from "#core/image-facts.ts";
import { referenceLabels } from "#core/references.ts";
import { uuidv7 } from "#core/uuid.ts";

export type CleanedHtml = {
  html: string;
  pictures: { uploadId: string; file: File }[];
  /** How many pictures were named and not there. */
  left: number;
};

export function cleanedHtml(html: string, document: Node): CleanedHtml {
  if (!/<img|<a\s/i.test(html)) return { html, pictures: [], left: 0 };
  const { body } = new DOMParser().parseFromString(html, "text/html");
  takeFootnotes(body);
  const labels = referenceLabels(document);
  for (const link of body.querySelectorAll("a[data-ref]")) {
    const id = link.getAttribute("data-ref")!;
    if (!labels.has(id) && body.querySelector(`#${CSS.escape(anchorOf(id))}`) === null) link.replaceWith(...link.childNodes);
  }
  const pictures: CleanedHtml["pictures"] = [];
  let left = 0;
  for (const picture of body.querySelectorAll("img")) {
    const src = ownPath(picture.getAttribute("src") ?? "");
    const figure = picture.closest("figure[data-image]");
    if (figure && imageSource(figure.getAttribute("data-image")) !== null) continue;
    const file = fileIn(src);
    if (file) {
      const uploadId = uuidv7();
      pictures.push({ uploadId, file });
      picture.setAttribute("src", uploadImage(uploadId));
    } else if (imageSource(src) !== null) picture.setAttribute("src", src);
    else {
      picture.remove();
      left++;
    }
  }
  return { html: body.innerHTML, pictures, left };
}

function ownPath(src: string): string {
  return src.startsWith(`${location.origin}/`) ? src.slice(location.origin.length) : src;
}

const largestData = 14_000_000;

/** Of `data:image/png;base64,…`, where it is what a draft can hold. */
function fileIn(src: string): File | null {
  const match = /^data:image\/(png|jpeg|gif|webp);base64,([A-Za-z0-9+/=\s]+)$/i.exec(src.slice(0, largestData));
  if (!match || src.length > largestData) return null;
  try {
    const bytes = Uint8Array.from(atob(match[2]!), (letter) => letter.codePointAt(0)!);
    const facts = imageFacts(bytes);
    return facts && new File([bytes], `picture.${facts.type.slice("image/".length)}`, { type: facts.type });
  } catch {
    return null;
  }
}

const noteSign = /^#(?:_?(?:ftn|edn)\d|note-\d|fn[:-]?\w)/i;

/** A sign is a link to a note; the note is the block that holds its end. */
function takeFootnotes(body: HTMLElement): void {
  const notes = new Set<Element>();
  for (const sign of body.querySelectorAll<HTMLAnchorElement>("a[href*='#']")) {
    const address = (sign.getAttribute("href") ?? "").replace(/^[^#]*/, "");
    if (!noteSign.test(address) && sign.getAttribute("role") !== "doc-noteref") continue;
    const end = endOf(body, decodeURIComponent(address.slice(1)));
    const note = end?.closest("[style*='mso-element:footnote'], [style*='mso-element:endnote'], li, p, div") ?? null;
    if (!note || note.contains(sign) || note === body) continue;
    const place = sign.closest("sup") ?? sign;
    const footnote = body.ownerDocument.createElement("span");
    footnote.setAttribute("data-footnote", "");
    const id = sign.id.startsWith("at-") ? sign.id : place.id;
    if (id.startsWith("at-")) footnote.id = id;
    footnote.append(...wordsOfNote(note));
    place.replaceWith(footnote);
    notes.add(note);
  }
  for (const note of notes) note.remove();
  for (const list of body.querySelectorAll("[style*='footnote-list'], [style*='endnote-list'], [role='doc-endnotes']"))
    if (list.textContent.trim() === "") list.remove();
}

function endOf(body: HTMLElement, id: string): Element | null {
  return body.querySelector(`[id="${CSS.escape(id)}"], [name="${CSS.escape(id)}"]`);
}

/** Without the way back, in one line after the other. */
function wordsOfNote(note: Element): ChildNode[] {
  const copy = note.cloneNode(true) as Element;
  for (const link of copy.querySelectorAll("a[href*='#']")) {
    const leadsBack = link.getAttribute("role") === "doc-backlink" || /ref/i.test(link.getAttribute("href") ?? "");
    if (leadsBack && !link.hasAttribute("data-ref")) link.remove();
  }
  const blocks = [...copy.querySelectorAll("p, div, li")];
  for (const [i, block] of blocks.entries()) {
    if (i > 0) block.before(copy.ownerDocument.createElement("br"));
    block.replaceWith(...block.childNodes);
  }
  const first = copy.firstChild;
  if (first?.nodeType === 3) first.textContent = first.textContent!.trimStart();
  const last = copy.lastChild;
  if (last?.nodeType === 3) last.textContent = last.textContent!.trimEnd();
  return [...copy.childNodes];
}
