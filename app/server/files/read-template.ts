/*
 * Converts a file to an editable document in which the places of its form are fields: those of a Word file; other
 * files have none. Runs in a child process, like read-document.ts.
 */
import { Readable } from "node:stream";
import type { TemplateField } from "#core/templates/template.ts";
import { recognise, recogniseArchive } from "./file-kind.ts";
import { readImportAsText, type ImportedDocument } from "./read-import.ts";
import { readWordDocument } from "./readers/word-document.ts";
import { formOf } from "./readers/word-form.ts";
import { WordParts } from "./readers/word-parts.ts";
import { Unwritable } from "./readers/xml-scan.ts";
import { openArchive, type Archive } from "./zip.ts";

export type TemplateFile = ImportedDocument & { fields: TemplateField[] };

export async function readTemplateFile(bytes: Buffer, name: string): Promise<TemplateFile> {
  const archive = recognise(bytes, name) === "archive" ? await openArchive(bytes) : null;
  if (archive === null || (await recogniseArchive(archive)).kind !== "docx")
    return { ...(await readImportAsText(bytes, name)), fields: [] };
  const { form, fields } = await withFields(archive);
  const read = await readWordDocument(form, { isKept: false });
  return { ...read, document: JSON.stringify(read.document), fields };
}

/** The archive as it would be with fields in its text. What this can't follow stays as it is. */
async function withFields(archive: Archive): Promise<{ form: Archive; fields: TemplateField[] }> {
  const { main } = await WordParts.of(archive);
  let xml = "";
  for await (const piece of archive.part(main) ?? []) xml += piece;
  try {
    const { xml: changed, fields } = formOf(xml);
    const part = (name: string) => (name === main ? Readable.from([changed]) : archive.part(name));
    return { form: { ...archive, part }, fields };
  } catch (error) {
    if (!(error instanceof Unwritable)) throw error;
    return { form: archive, fields: [] };
  }
}
