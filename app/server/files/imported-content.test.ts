/* An import becomes a draft's content the same way in a thread as beside it, and only when it is a document that may be shown. */
import { expect, test } from "vitest";
import { fileImage } from "#core/document-image.ts";
import { documentSchema } from "#core/document-schema.ts";
import { uuidv7 } from "#core/uuid.ts";
import { contentOfImport, importedContent } from "./imported-content.ts";

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
  expect(made.document).toContain(fileImage(file));
  expect(made.content).toContain("Paragraph 1999 says");
  expect(made.words).toBeGreaterThan(2000 * 12);
});

test("what is no document of ours, or would run, is an empty one", async () => {
  const link = documentSchema.text("here", [marks.link.create({ href: "javascript:alert(1)" })]);
  const unsafe = jsonWith(nodes.paragraph.create(null, link));
  for (const document of [unsafe, '{"type":"doc"}', "3"])
    expect(await importedContent({ document, kept: new Map() })).toMatchObject({ words: 0, size: 2 });
});
