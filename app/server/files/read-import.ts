/*
 * Converts a file to an editable document. DOCX, ODT, RTF and HTML keep their structure, the first
 * three with tracked changes and comments; others become text with headings. Runs in a child
 * process, like read-document.ts.
 */
import { documentSchema, withBreaks } from "#core/document/document-schema.ts";
import { isRestOf, type FileText, type TextBlock } from "#core/sources/file-text.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { countMarkdown, countText } from "./counters/text-counter.ts";
import { recognise, recogniseArchive } from "./file-kind.ts";
import { readDocument } from "./read-document.ts";
import { accounted, type OfficeDocument } from "./readers/office-document.ts";
import { readOdtDocument } from "./readers/odt-document.ts";
import { readRtfDocument } from "./readers/rtf-document.ts";
import { readWordDocument } from "./readers/word-document.ts";
import { openArchive } from "./zip.ts";

/** As it leaves the child: the document is JSON, passed on unparsed. */
export type ImportedDocument = Omit<OfficeDocument, "document"> & { document: string };

const { nodes } = documentSchema;

export async function readImportAsText(bytes: Buffer, name: string): Promise<ImportedDocument> {
  const read = await readImport(bytes, name);
  return { ...read, document: JSON.stringify(read.document) };
}

export async function readImport(bytes: Buffer, name: string): Promise<OfficeDocument> {
  const recognised = recognise(bytes, name);
  if (recognised === "archive") {
    const archive = await openArchive(bytes);
    const { kind } = await recogniseArchive(archive);
    if (kind === "docx") return readWordDocument(archive);
    if (kind === "odt") return readOdtDocument(archive);
  } else if (recognised.kind === "rtf") return readRtfDocument(bytes);
  else if (recognised.kind === "html") return (await import("./readers/html-document.ts")).readHtmlDocument(bytes);
  const read = await readDocument(bytes, name);
  const isMarkdown = read.kind === "markdown";
  return accounted({
    document: isMarkdown ? markdownToDocument(read.text) : documentOfText(read),
    found: isMarkdown ? countMarkdown(read.text) : countText(read.text),
    changes: [],
    comments: [],
    pictures: [],
    notices: read.notice === undefined ? [] : [read.notice],
  });
}

function documentOfText({ text, blocks }: FileText) {
  const content = withRests(blocks).flatMap(({ start, end, level }) => {
    const words = text.slice(start, end).trim();
    if (words === "") return [];
    if (level === undefined) return [nodes.paragraph.create(null, withBreaks(words))];
    return [nodes.heading.create({ level: Math.min(level, 4) }, documentSchema.text(words.replaceAll(/\s+/gu, " ")))];
  });
  return nodes.doc.create(null, content.length > 0 ? content : [nodes.paragraph.create()]);
}

/** A paragraph that a page breaks is one paragraph. */
function withRests(blocks: readonly TextBlock[]): TextBlock[] {
  const whole: TextBlock[] = [];
  for (const block of blocks) {
    const last = whole.at(-1);
    if (last !== undefined && isRestOf(last, block)) last.end = block.end;
    else whole.push({ ...block });
  }
  return whole;
}
