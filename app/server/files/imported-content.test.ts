/*
 * An import becomes a draft's content the same way in a worker thread as without one, and only if
 * it is a document that may be shared.
 */
import { expect, test } from "vitest";
import { fileImage } from "#core/document/document-image.ts";
import { documentSchema } from "#core/document/document-schema.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { longWork } from "../long-work/long-work.ts";
import { contentOfImport, type ImportedContent } from "./imported-content.ts";

const importedContent = (given: ImportedContent) => longWork(null, "importedContent", given);
const { nodes, marks } = documentSchema;
const paragraph = (words: string) => nodes.paragraph.create(null, documentSchema.text(words));
const jsonWith = (...blocks: ReturnType<typeof paragraph>[]) => JSON.stringify(nodes.doc.create(null, blocks).toJSON());

test("a long one, which a thread makes, is what it would be here", async () => {
  const [uploadId, file] = [uuidv7(), uuidv7()];
  const picture = nodes.image.create({ src: `upload:${uploadId}`, alt: "Plan" });
  const long = Array.from({ length: 2000 }, (_, i) =>
    paragraph(`Paragraph ${i} says what was agreed on the ${i}th day of the year.`),
  );
  const given = { document: jsonWith(picture, ...long), kept: new Map([[uploadId, file]]) };
  expect(given.document.length).toBeGreaterThan(100_000);
  const made = await importedContent(given);
  expect(made).toEqual(contentOfImport(given));
  expect(made!.isPlain).toBe(false);
  expect(made!.content.document).toContain(fileImage(file));
  expect(made!.content.content).toContain("Paragraph 1999 says");
  expect(made!.content.words).toBeGreaterThan(2000 * 12);
});

test("of what is no document of ours, or would run, the words are kept and nothing else", async () => {
  const link = documentSchema.text("here", [marks.link.create({ href: "https://a.example" })]);
  const safe = jsonWith(nodes.paragraph.create(null, [documentSchema.text("Click "), link]), paragraph("and read."));
  const unsafe = safe.replace("https://a.example", "javascript:alert(1)");
  const both = jsonWith(nodes.paragraph.create(null, documentSchema.text("3.1", [marks.code.create()]))).replace(
    '"marks":[{"type":"code"}]',
    '"marks":[{"type":"code"},{"type":"bold"}]',
  );
  const unknownNode = '{"type":"doc","content":[{"type":"poem","content":[{"type":"text","text":"Words stay."}]}]}';
  for (const [document, words] of [
    [unsafe, "Click here\n\nand read."],
    [both, "3\\.1"],
    [unknownNode, "Words stay."],
  ] as const) {
    const made = await importedContent({ document, kept: new Map() });
    expect(made).toMatchObject({ isPlain: true, content: { content: words } });
    expect(made!.content.document).not.toContain("javascript");
  }
});

test("where there are no words either, there is nothing to import", async () => {
  for (const document of ['{"type":"doc"}', "3", '{"type":"doc","content":[{"type":"poem"}]}'])
    expect(await importedContent({ document, kept: new Map() })).toBeNull();
});
