/* A draft in any of the forms it can leave Stet in. */
import type { Node } from "prosemirror-model";
import { documentToHtml } from "#core/document-html.ts";
import { outlineText } from "#core/document-text.ts";
import { documentToMarkdown } from "#core/document-to-markdown.ts";
import type { ExportFormat } from "#core/draft-export.ts";
import { renderDocx, type DocxOptions } from "./docx.ts";
import { pdfBlocks } from "./pdf-blocks.ts";
import { renderPdf } from "./pdf.ts";

export type DraftToExport = {
  name: string;
  document: Node;
  language: string | null;
  changes: NonNullable<DocxOptions["changes"]>;
};

export async function draftFile(format: ExportFormat, draft: DraftToExport, signal?: AbortSignal): Promise<Uint8Array> {
  const { name, document, changes } = draft;
  switch (format) {
    case "docx":
      return renderDocx(document, { title: name, ...(draft.language !== null && { language: draft.language }), changes });
    case "pdf":
      return renderPdf({ title: name, createdAt: new Date(), content: pdfBlocks(document) }, signal);
    case "markdown":
      return Buffer.from(documentToMarkdown(document));
    case "html":
      return Buffer.from(htmlPage(name, draft.language ?? "en", documentToHtml(document, { numbersAsText: true })));
    case "text":
      return Buffer.from(`${outlineText(document)}\n`);
  }
}

function htmlPage(title: string, language: string, body: string): string {
  const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
  // Clauses have their numbers in their text.
  const style =
    "ol[data-clauses]{list-style:none;padding-left:1.5em}body{max-width:42em;margin:3em auto;padding:0 1em;line-height:1.5}";
  return `<!doctype html>\n<html lang="${escape(language)}"><head><meta charset="utf-8"><title>${escape(title)}</title><style>${style}</style></head>\n<body>\n${body}\n</body></html>\n`;
}
