/*
 * A file's bytes in, a document to work on out. Word files keep their structure
 * and their tracked changes; of all others there is the text, with its headings.
 * Runs in a child process, like read-document.ts.
 */
import type { ImportedThread } from "#core/comment.ts";
import { documentSchema, jsonOf, withBreaks, type DocumentJson } from "#core/document-schema.ts";
import type { FileText } from "#core/file-text.ts";
import { markdownToDocument } from "#core/markdown-to-document.ts";
import { headLength, recognise, recogniseArchive } from "./file-kind.ts";
import { readDocument } from "./read-document.ts";
import type { ImportedChange } from "./readers/word-changes.ts";
import type { ImportedPicture } from "./readers/word-pictures.ts";
import { readWordDocument } from "./readers/word-document.ts";
import { openArchive } from "./zip.ts";

export type ImportedDocument = {
  document: DocumentJson;
  changes: ImportedChange[];
  comments: ImportedThread[];
  /** Those that the document names, to be kept as files. */
  pictures: ImportedPicture[];
  /** What of the file is not in the document, one sentence each. */
  notices: string[];
};

const { nodes } = documentSchema;

export async function readImport(bytes: Buffer, name: string): Promise<ImportedDocument> {
  const recognised = recognise(bytes.subarray(0, headLength), name);
  if (recognised === "archive") {
    const archive = await openArchive(bytes);
    if ((await recogniseArchive(archive)).kind === "docx") return readWordDocument(archive);
  }
  const read = await readDocument(bytes, name);
  const document = read.kind === "markdown" ? markdownToDocument(read.text) : documentOfText(read);
  return {
    document: jsonOf(document),
    changes: [],
    comments: [],
    pictures: [],
    notices: read.notice === undefined ? [] : [read.notice],
  };
}

function documentOfText({ text, blocks }: FileText) {
  const content = blocks.flatMap(({ start, end, level }) => {
    const words = text.slice(start, end).trim();
    if (words === "") return [];
    if (level === undefined) return [nodes.paragraph.create(null, withBreaks(words))];
    return [nodes.heading.create({ level: Math.min(level, 4) }, documentSchema.text(words.replaceAll(/\s+/gu, " ")))];
  });
  return nodes.doc.create(null, content.length > 0 ? content : [nodes.paragraph.create()]);
}
