/*
 * Runs one document's JSON through every writer, and checks what must hold of each. Shared by the test and the bench
 * of hostile documents.
 */
import { Parser } from "htmlparser2";
import type { Content } from "pdfmake/interfaces.js";
import { SaxesParser } from "saxes";
import { documentToHtml } from "#core/document/document-html.ts";
import { storedDocument } from "#core/document/document-repair.ts";
import { documentOf, jsonOf } from "#core/document/document-schema.ts";
import { outlineText } from "#core/document/document-text.ts";
import { documentToMarkdown } from "#core/document/document-to-markdown.ts";
import { draftContent } from "#core/document/draft-content.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { safeHref } from "#core/text/safe-href.ts";
import { renderDocx } from "#server/export/docx.ts";
import { pdfBlocks } from "#server/export/pdf-blocks.ts";
import { renderPdf } from "#server/export/pdf.ts";
import { openArchive } from "#server/files/zip.ts";

const elements = new Set(
  "a blockquote br code em figcaption figure h1 h2 h3 h4 h5 h6 hr img li ol p pre s section span strong sup table tbody td th tr u ul".split(
    " ",
  ),
);
const attributes =
  /^(?:alt|aria-label|class|colspan|data-(?:clauses?|footnote|image|level|number|ref|restarts|width)|href|id|loading|rel|role|rowspan|src|start)$/;

/** Elements and attributes that none of our schemas writes, and addresses that could run code. */
export function foreignMarkup(html: string): string[] {
  const found: string[] = [];
  const parser = new Parser({
    onopentag(name, given) {
      if (!elements.has(name)) found.push(`<${name}>`);
      for (const [attribute, value] of Object.entries(given)) {
        if (!attributes.test(attribute)) found.push(`${name} ${attribute}`);
        if (attribute === "href" && safeHref(value) === null) found.push(value);
        if (attribute === "src" && !/^(?:\/api\/documents\/[0-9a-f-]{36}\/view|data:image\/)/.test(value)) found.push(value);
      }
    },
    oncomment: (words) => void found.push(`<!--${words}`),
    onprocessinginstruction: (_, words) => void found.push(`<${words}`),
  });
  parser.end(html);
  return found;
}

type Written = { pdfBlocks: Content[] };

export type Writer = "checks" | "storing" | "page" | "HTML" | "Markdown" | "plain text" | "Word" | "PDF";
/** Runs one writer, and may record how long it took. */
export type Timed = <Made>(writer: Writer, write: () => Made | Promise<Made>) => Promise<Made>;
const untimed: Timed = async (_, write) => write();

/** Null if it was refused. Throws if anything that must hold does not. */
export async function writtenEverywhere(json: unknown, timed: Timed = untimed): Promise<Written | null> {
  const document = await timed("checks", () => documentOf(json));
  if (document === null) {
    holdOpened(json);
    return null;
  }
  const { document: stored } = await timed("storing", () => draftContent(document));
  const opened = documentOf(JSON.parse(stored));
  if (opened === null || !opened.eq(document)) throw new Error("accepted, and not opened again");
  holdOwnMarkup(await timed("page", () => documentToHtml(document)));
  holdOwnMarkup(await timed("HTML", () => documentToHtml(document, { numbersAsText: true })));
  const markdown = await timed("Markdown", () => documentToMarkdown(document));
  if (documentOf(jsonOf(markdownToDocument(markdown))) === null) throw new Error("its Markdown is no document");
  await timed("plain text", () => outlineText(document));
  const options = { title: "Hostile", changes: [], comments: [], paper: "a4" as const, pictures: new Map() };
  await holdWordFile(await timed("Word", () => renderDocx(document, options)));
  return { pdfBlocks: await timed("PDF", () => pdfBlocks(document)) };
}

function holdOwnMarkup(html: string): void {
  const foreign = foreignMarkup(html);
  if (foreign.length > 0) throw new Error(`markup that is not ours: ${foreign.join(", ")}`);
}

/** As if stored by an earlier version: it opens with nothing foreign, or the refusal states why. */
function holdOpened(json: unknown): void {
  try {
    holdOwnMarkup(documentToHtml(storedDocument(json)));
  } catch (error) {
    if (!(error instanceof Response)) throw error;
  }
}

async function holdWordFile(bytes: Uint8Array): Promise<void> {
  const archive = await openArchive(Buffer.from(bytes));
  for (const name of archive.names.filter((one) => /\.(?:xml|rels)$/.test(one))) {
    const parser = new SaxesParser({ xmlns: true });
    parser.on("error", (error) => {
      throw error;
    });
    parser.on("opentag", ({ uri, local }) => {
      if (!/^http:\/\/(?:schemas\.|purl\.)/.test(uri)) throw new Error(`<${local}> in the Word file is not ours`);
    });
    for await (const piece of archive.part(name)!) parser.write(piece);
    parser.close();
  }
}

/** The PDF of the blocks `writtenEverywhere` returned. */
export async function drawn(blocks: readonly unknown[]): Promise<void> {
  const { bytes } = await renderPdf(null, { title: "Hostile", createdAt: new Date(0), content: blocks as Content[] });
  if (!Buffer.from(bytes.subarray(0, 5)).equals(Buffer.from("%PDF-"))) throw new Error("not a PDF");
}
