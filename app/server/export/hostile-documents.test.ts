/*
 * Malicious documents through every writer. Accepted ones are written without a crash and can be
 * reopened, and no markup in any output comes from the document's data.
 */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { documentToHtml } from "#core/document/document-html.ts";
import { documentOf, readDocumentJson } from "#core/document/document-schema.ts";
import { extremes, hostileDocument } from "#test/hostile-documents.ts";
import { drawn, foreignMarkup, writtenEverywhere } from "#test/document-writers.ts";

test("what is accepted is opened again and written with our markup only", { timeout: 60_000 }, async () => {
  const blocks: unknown[] = [];
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(hostileDocument, async (json) => {
      const written = await writtenEverywhere(json);
      if (written === null) return;
      accepted++;
      blocks.push(...written.pdfBlocks);
    }),
    { numRuns: 300 },
  );
  expect(accepted).toBeGreaterThan(50);
  await drawn(blocks);
});

test("an extreme is refused with a sentence, or written and opened again", { timeout: 60_000 }, async () => {
  const outcomes = [];
  const blocks: unknown[] = [];
  for (const json of extremes()) {
    const read = readDocumentJson(json);
    outcomes.push("refusal" in read ? read.refusal : "accepted");
    const written = await writtenEverywhere(json);
    if (written !== null) blocks.push(...written.pdfBlocks);
  }
  await drawn(blocks);
  expect(outcomes).toEqual([
    "accepted",
    "Quotations, lists and tables are nested more than 100 levels deep. Remove some levels and try again.",
    "Quotations, lists and tables are nested more than 100 levels deep. Remove some levels and try again.",
    "This is not a document that Stet can hold.",
    "A table has more than 250 columns. Split it and try again.",
    "accepted",
    "accepted",
    "accepted",
  ]);
});

test("the writer of HTML writes no name and no address from data, should a check before it fail", () => {
  const evil = '1><img src=x onerror="alert(1)">';
  const json = {
    type: "doc",
    content: [
      {
        type: "heading",
        attrs: { id: "a" },
        content: [{ type: "text", text: "A heading", marks: [{ type: "link", attrs: { href: "#a" } }] }],
      },
      { type: "orderedList", content: [{ type: "listItem", content: [{ type: "paragraph" }] }] },
      { type: "clauseList", content: [{ type: "clause", attrs: { id: "b" }, content: [{ type: "paragraph" }] }] },
      { type: "image", attrs: { src: "https://a.example/b.png", alt: "c" } },
    ],
  };
  const document = documentOf(json)!;
  // The schema rejects such values, so they are injected past it. Nodes share their default attributes.
  const forge = (one: { attrs: object }) => {
    const forged = Object.keys(one.attrs).map((name) => [name, name === "href" ? "javascript:1" : evil]);
    Object.assign(one, { attrs: Object.fromEntries(forged) });
  };
  document.descendants((node) => {
    forge(node);
    for (const mark of node.marks) forge(mark);
  });
  for (const numbersAsText of [false, true]) {
    const html = documentToHtml(document, { numbersAsText });
    expect(html).toContain("A heading");
    expect(foreignMarkup(html)).toEqual([]);
  }
});
