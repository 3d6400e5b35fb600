/*
 * A web page's main content, without navigation, notices and ads. Readability extracts it on its
 * bundled small DOM; if it finds no article, the whole page is read as HTML.
 */
import { createRequire } from "node:module";
import { Readability } from "@mozilla/readability";
import { DomUtils, parseDocument } from "htmlparser2";
import type { FileText } from "#core/sources/file-text.ts";
import { DocumentBuilder } from "../document-builder.ts";
import { htmlText } from "./html.ts";
import { decodedText } from "./plain.ts";

export type PageFacts = { title?: string; site?: string; author?: string; published?: string };

type Tree = ReturnType<typeof parseDocument>;
type SmallDocument = { parse(xml: string, url: string): Document };
const SmallDocumentParser = createRequire(import.meta.url)("@mozilla/readability/JSDOMParser.js") as new () => SmallDocument;

/** A page with more elements or deeper nesting is no article, and scoring it is slow: at least quadratic in depth. */
const mostElements = 15_000;
const deepest = 150;
const mostJudged = 3_000_000;
const notText = new Set("script style noscript template svg math iframe object embed canvas audio video form dialog".split(" "));

export function readWebPage(bytes: Buffer, { url, charset }: { url: string; charset?: string | undefined }): FileText & PageFacts {
  const head = bytes.subarray(0, 4_096).toString("latin1");
  const html = decodedText(bytes, charset ?? /<meta[^>]{0,200}charset=["']?([\w-]{3,20})/i.exec(head)?.[1]);
  const title = wordsOf(/<title[^>]{0,200}>([\s\S]{0,1000}?)<\/title>/i.exec(html)?.[1]);
  const article = html.length > mostJudged ? null : found(() => articleOf(html, url));
  const whole = article === null ? htmlText(html) : htmlText(article.html);
  return { ...whole, ...(title !== undefined && { title }), ...article?.facts };
}

/** Falls back to the whole page if extraction throws. */
function found<T>(look: () => T): T | null {
  try {
    return look();
  } catch {
    return null;
  }
}

function articleOf(html: string, url: string): { html: string; facts: PageFacts } | null {
  const tree = parseDocument(html, { decodeEntities: true });
  if (isBeyond(tree)) return null;
  for (const unwanted of DomUtils.findAll(({ name }) => notText.has(name), tree.children)) DomUtils.removeElement(unwanted);
  const root = tree.children.find((node) => "name" in node && node.name === "html") ?? wrapped(tree);
  const xml = DomUtils.getOuterHTML(root, { xmlMode: true, encodeEntities: "utf8" });
  const page = new SmallDocumentParser().parse(xml, url);
  const read = new Readability<Element>(page, { maxElemsToParse: mostElements, serializer: (node) => node as Element }).parse();
  if (!read?.content || (read.textContent ?? "").trim() === "") return null;
  const { title, siteName, byline, publishedTime } = read;
  const site = wordsOf(siteName);
  const facts = { title: withoutSite(wordsOf(title), site), site, author: wordsOf(byline), published: wordsOf(publishedTime) };
  const known = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
  return { html: read.content.innerHTML, facts: known };
}

function isBeyond({ children }: Tree): boolean {
  let level = children;
  let elements = 0;
  for (let depth = 0; level.length > 0; depth++) {
    elements += level.length;
    if (depth > deepest || elements > 3 * mostElements) return true;
    level = level.flatMap((node) => ("children" in node ? node.children : []));
  }
  return false;
}

/** Removes the site name: "How bees speak | The Paper" of The Paper. */
function withoutSite(title: string | undefined, site: string | undefined): string | undefined {
  if (title === undefined || site === undefined || !title.endsWith(site)) return title;
  return title.slice(0, -site.length).replace(/(?<!\s)\s*[|·•–—:»-]\s*$/, "") || title;
}

/** Wraps an HTML fragment, as some servers send, in a page. */
function wrapped(tree: Tree) {
  return parseDocument(`<html><body>${DomUtils.getOuterHTML(tree.children)}</body></html>`).children[0]!;
}

/** A single line of displayable length. */
function wordsOf(value: string | null | undefined): string | undefined {
  const builder = new DocumentBuilder();
  builder.paragraph((value ?? "").slice(0, 1_000).replace(/\s+/g, " "));
  const words = builder.finish().text.slice(0, 300);
  return words === "" ? undefined : words;
}
