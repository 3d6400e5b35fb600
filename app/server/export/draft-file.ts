/* A draft in any of the forms it can leave Stet in. */
import type { Content } from "pdfmake/interfaces.js";
import type { Node } from "prosemirror-model";
import type { ChangesGiven } from "#core/changes-since.ts";
import { documentToHtml } from "#core/document-html.ts";
import { jsonOf } from "#core/document-schema.ts";
import { outlineText } from "#core/document-text.ts";
import { documentToMarkdown } from "#core/document-to-markdown.ts";
import type { Paper } from "#core/paper.ts";
import type { ExportFormat } from "#core/draft-export.ts";
import type { DocxOptions } from "./docx.ts";
import type { DocxJob } from "./docx-worker.ts";
import { inExportThread } from "./export-thread.ts";
import { dataUrl, type DraftPicture, type DraftPictures } from "./draft-pictures.ts";
import { pdfBlocks } from "./pdf-blocks.ts";
import { renderPdf } from "./pdf.ts";

export type DraftToExport = {
  name: string;
  document: Node;
  language: string | null;
  changes: NonNullable<DocxOptions["changes"]>;
  comments: NonNullable<DocxOptions["comments"]>;
  /** For a Word file: in place of `changes`, all that was changed since an older version. */
  since?: ChangesGiven;
  paper: Paper;
  /** For a PDF, on a page of its own behind the text. */
  appendix: Content[];
  pictures: DraftPictures;
};

export async function draftFile(format: ExportFormat, draft: DraftToExport, signal?: AbortSignal): Promise<Uint8Array> {
  const { name, document, paper, appendix, pictures } = draft;
  const language = draft.language ?? undefined;
  switch (format) {
    case "docx":
      return inExportThread(new URL("./docx-worker.ts", import.meta.url), docxJob(draft), signal);
    case "pdf": {
      // The page behind the text begins on a sheet of its own.
      const content = [
        ...pdfBlocks(document, { pictures }),
        ...(appendix.length > 0 ? [{ stack: appendix, pageBreak: "before" as const }] : []),
      ];
      return renderPdf({ title: name, createdAt: new Date(), content, paper }, signal);
    }
    case "markdown":
      return Buffer.from(documentToMarkdown(document));
    case "html":
      return Buffer.from(
        htmlPage(
          name,
          language ?? "en",
          documentToHtml(document, { numbersAsText: true, imageData: (id) => addressOf(pictures.get(id)) }),
        ),
      );
    case "text":
      return Buffer.from(`${outlineText(document)}\n`);
  }
}

function addressOf(picture: DraftPicture | undefined): string | null {
  return picture === undefined ? null : dataUrl(picture);
}

function docxJob({ name, document, language, changes, comments, paper, pictures, since }: DraftToExport): DocxJob {
  const options = { title: name, changes, comments, paper, pictures, ...(language !== null && { language }) };
  if (since === undefined) return { document: jsonOf(document), options, since: null };
  const { before, current: _, ...rest } = since;
  return { document: jsonOf(document), options, since: { ...rest, before: jsonOf(before) } };
}

function htmlPage(title: string, language: string, body: string): string {
  const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
  // Clauses have their numbers in their text.
  const style =
    "[data-caps=small]{font-variant-caps:small-caps}[data-caps=all]{text-transform:uppercase}ol[data-clauses]{list-style:none;padding-left:1.5em}body{max-width:42em;margin:3em auto;padding:0 1em;line-height:1.5}";
  return `<!doctype html>\n<html lang="${escape(language)}"><head><meta charset="utf-8"><title>${escape(title)}</title><style>${style}</style></head>\n<body>\n${body}\n</body></html>\n`;
}
