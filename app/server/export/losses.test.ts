/* What an exported file has not kept of a draft is said in one sentence, counted in the file itself. */
import * as fc from "fast-check";
import type { Node } from "prosemirror-model";
import { describe, expect, test } from "vitest";
import { fileImage } from "#core/document/document-image.ts";
import { documentSchema, jsonOf } from "#core/document/document-schema.ts";
import { exportFormats, type ExportFormat } from "#core/document/draft-export.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { anyDocument } from "#test/any-document.ts";
import { docxParts, zipOf } from "#test/documents.ts";
import { received } from "#test/word-packages.ts";
import { longWork } from "../long-work/long-work.ts";
import { draftFile, type DraftToExport } from "./draft-file.ts";

const { nodes } = documentSchema;
const formats = Object.keys(exportFormats) as ExportFormat[];

function draft(format: ExportFormat, document: Node, rest: Partial<DraftToExport> = {}): DraftToExport {
  const none = { changes: [], comments: [], leftComments: 0, since: null, received: null, appendix: [] };
  const plain = { ...none, name: "Lease", language: "en", paper: "a4" as const, pictures: new Map() };
  return { ...plain, format, document: JSON.stringify(jsonOf(document)), ...rest };
}

const written = (given: DraftToExport) => (given.format === "pdf" ? longWork(null, "draftFile", given) : draftFile(given));
const noticeOf = async (...given: Parameters<typeof draft>) => (await written(draft(...given))).notice;

const whole = markdownToDocument(
  "# Lease\n\n1) The *rent*[^1] of 1,450 is **due**; see [law](https://law.example/).\n   1) in `May`\n\n> Said.\n\n| a | b |\n| --- | --- |\n| c | 4 |\n\n```\ncode 7\n```\n\n合同 حكم\n\n[^1]: A [note](https://note.example/) of 3.",
);

describe.each(formats)("as %s", (format) => {
  test("nothing is lost of words, figures, notes and links", async () => {
    expect(await noticeOf(format, whole)).toBeNull();
  });

  test("comments that only a Word file carries are counted", async () => {
    expect(await noticeOf(format, whole, { leftComments: 2 })).toBe("Not in this file: 2 comments.");
  });
});

test("two links beside each other to places in one page are two", async () => {
  const document = markdownToDocument("[one](https://law.example/a#1)[two](https://law.example/a#2)");
  for (const format of formats) expect(await noticeOf(format, document)).toBeNull();
});

test("a picture that can't be shown is missed", async () => {
  const file = uuidv7();
  const bytes = Buffer.from("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==", "base64");
  const pictures = new Map([[file, { type: "image/webp" as const, width: 1, height: 1, bytes }]]);
  const document = nodes.doc.create(null, [nodes.image.create({ src: fileImage(file), alt: "A plan", caption: "The plan" })]);
  for (const format of ["docx", "pdf"] as const)
    expect(await noticeOf(format, document, { pictures })).toBe("Not in this file: 1 picture.");
  expect(await noticeOf("html", document)).toBe("Not in this file: 1 picture.");
});

test("a counterpart's file with references to nowhere goes back without complaint", async () => {
  const result = `<w:fldSimple w:instr=" REF _Ref1 \\h "><w:r><w:t>the annex named elsewhere</w:t></w:r></w:fldSimple>`;
  const parts = docxParts(["Under MARK it ends."]).map(({ name, data }) => ({
    name,
    data: String(data).replace("MARK", `</w:t></w:r>${result}<w:r><w:t>`),
  }));
  const file = (await received("a.docx", zipOf(parts)))!;
  expect(file.document.textContent).toContain("the annex named elsewhere");
  const [anchors, imported] = [JSON.stringify(file.anchors), JSON.stringify(jsonOf(file.document))];
  const given = draft("docx", file.document, { received: { bytes: file.bytes, fileName: "a.docx", came: [], anchors, imported } });
  expect(await draftFile(given)).toMatchObject({ notice: null, unwritable: null, fault: null });
});

test.each(formats.filter((format) => format !== "pdf"))("any document keeps its words as %s", async (format) => {
  await fc.assert(
    fc.asyncProperty(anyDocument(), async (document) => {
      expect((await noticeOf(format, document)) ?? "").toMatch(/^(?:Not in this file: (?:1 picture|\d+ pictures)\.)?$/);
    }),
    { numRuns: 60 },
  );
});

test("and as PDF, many in one", async () => {
  const document = nodes.doc.create(
    null,
    fc.sample(anyDocument(), { numRuns: 40, seed: 7 }).flatMap(({ children }) => children),
  );
  expect((await noticeOf("pdf", document)) ?? "").toMatch(/^(?:Not in this file: (?:1 picture|\d+ pictures)\.)?$/);
});
