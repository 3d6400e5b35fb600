/* Word files from other programs: each becomes a draft with every word of the file, or is refused with a reason. */
import { describe, expect, test } from "vitest";
import { documentOf } from "#core/document/document-schema.ts";
import { documentText } from "#core/document/document-text.ts";
import { keptWords, missing, wordFiles, wordsInPart } from "#test/word-files.ts";
import { readImport } from "../read-import.ts";
import { Unreadable } from "../unreadable.ts";
import { openArchive } from "../zip.ts";
import { relationsOf } from "./relations.ts";

async function mainPart(bytes: Buffer): Promise<string> {
  const archive = await openArchive(bytes);
  const main = (await relationsOf(archive, "")).find(({ type }) => type === "officeDocument")!.target.replace(/^\//, "");
  let xml = "";
  for await (const piece of archive.part(main)!) xml += piece;
  return xml;
}

const files = wordFiles("for tests");

describe("Word files of other programs", () => {
  test.skipIf(!files).each(files ?? [missing])("$name", async ({ name, bytes }) => {
    const read = await readImport(bytes, name).catch((error: unknown) => {
      if (error instanceof Unreadable) return error;
      throw error;
    });
    if (read instanceof Unreadable) return expect(read.message).toMatch(/\.$/);
    const document = documentOf(read.document);
    const words = wordsInPart(await mainPart(bytes));
    expect(document && keptWords(words, documentText(document).text)).toBe(words.length);
  });
});
