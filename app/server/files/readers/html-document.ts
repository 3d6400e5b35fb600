/*
 * HTML as an editable document, through the same parser as pasted content
 * (core/document/foreign-html.ts) on a DOM without a browser. No scripts run and nothing is
 * fetched.
 */
import { parseHTML } from "linkedom";
import { DOMParser } from "prosemirror-model";
import { documentSchema } from "#core/document/document-schema.ts";
import { takeForeign } from "#core/document/foreign-html.ts";
import { countHtml } from "../counters/html-counter.ts";
import { Unreadable } from "../unreadable.ts";
import { htmlSource } from "./html.ts";
import { accounted, type OfficeDocument } from "./office-document.ts";

const { nodes } = documentSchema;
const parser = DOMParser.fromSchema(documentSchema);
const deepest = 200;
const mostElements = 200_000;

export function readHtmlDocument(bytes: Buffer): OfficeDocument {
  // Word's conditional comments for programs without list support aren't markup.
  const source = htmlSource(bytes).replaceAll(/<!\[(?:if|endif)[^\]>]*\]>/gi, "");
  const { body } = parseHTML(pageOf(source)).document;
  if (isBeyond(body)) throw new Unreadable("This page is nested too deeply or has too many parts. It was not opened.");
  const { pictures, hasChanges } = takeForeign(body);
  dropBlanks(body);
  const read = parser.parse(body);
  const document = read.childCount > 0 ? read : nodes.doc.create(null, nodes.paragraph.create());
  document.check();
  return accounted({
    document,
    found: countHtml(source),
    changes: [],
    comments: [],
    pictures: pictures.map(({ uploadId, type, bytes: data }, i) => ({
      uploadId,
      name: `picture-${i + 1}.${type.slice("image/".length)}`,
      bytes: data,
    })),
    notices: hasChanges ? ["This page has tracked changes. It was read as if they were all accepted."] : [],
  });
}

function isBeyond(body: Element): boolean {
  let count = 0;
  const walk = (element: Element, depth: number): boolean =>
    depth > deepest || ++count > mostElements || [...element.children].some((child) => walk(child, depth + 1));
  return walk(body, 0);
}

/** Elements that count as content without text. */
const shown = "img, hr, table, ul, ol, p, div, blockquote, figure, pre, [data-footnote]";

/** Removes blank lines, which are only separators; the sole line of a cell or an item is kept, but empty. */
function dropBlanks(body: Element): void {
  for (const line of body.querySelectorAll("p, div")) {
    const isBlank = line.textContent.trim() === "" && line.querySelector(shown) === null;
    if (!isBlank || line.childNodes.length === 0) continue;
    if (line.parentElement?.childElementCount === 1 && line.closest("td, th, li, blockquote")) line.replaceChildren();
    else line.remove();
  }
}

/** Ensures one head and one body; the small parser doesn't create them. */
function pageOf(source: string): string {
  const styles = source.match(/<style[\s\S]*?<\/style>/gi)?.join("") ?? "";
  const inner = source
    .replace(/^[\s\S]*?<body[^>]*>/i, "")
    .replace(/<head[\s>][\s\S]*?<\/head>/i, "")
    .replaceAll(/<!doctype[^>]*>|<\/?(?:html|body)(?:\s[^>]*)?>/gi, "");
  return `<!doctype html><html><head>${styles}</head><body>${inner}</body></html>`;
}
