/*
 * Office files are recognized by content, wherever their parts are; unsupported kinds are refused
 * with a specific reason.
 */
import { expect, test } from "vitest";
import { documentOf } from "#core/document/document-schema.ts";
import { documentText } from "#core/document/document-text.ts";
import { zipOf } from "#test/documents.ts";
import { compoundOf } from "#test/old-office.ts";
import { missing, officeFiles, wordFiles } from "#test/word-files.ts";
import { readDocument } from "./read-document.ts";
import { readImport } from "./read-import.ts";

const mainType = (kind: string) =>
  `<Types><Override PartName="/word/document2.xml" ContentType="application/vnd.${kind}.main+xml"/></Types>`;
const relations = (namespace: string, rest = "") =>
  `<Relationships><Relationship Id="rId1" Type="${namespace}/officeDocument" Target="word/document2.xml"/>${rest}</Relationships>`;
const transitional = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const strict = "http://purl.oclc.org/ooxml/officeDocument/relationships";
const body =
  '<w:document xmlns:w="w"><w:body><w:p><w:pPr><w:pStyle w:val="H"/></w:pPr><w:r><w:t>Lease</w:t></w:r></w:p></w:body></w:document>';

const parts = (kind: string, namespace: string) => [
  { name: "[Content_Types].xml", data: mainType(kind) },
  { name: "_rels/.rels", data: relations(namespace) },
  { name: "word/document2.xml", data: body },
  {
    name: "word/_rels/document2.xml.rels",
    data: `<Relationships><Relationship Id="rId1" Type="${namespace}/styles" Target="styles2.xml"/><Relationship Id="rId2" Type="x/vbaProject" Target="vbaProject.bin"/></Relationships>`,
  },
  {
    name: "word/styles2.xml",
    data: '<w:styles xmlns:w="w"><w:style w:type="paragraph" w:styleId="H"><w:name w:val="heading 1"/></w:style></w:styles>',
  },
];

test.each([
  ["Word on the web", "openxmlformats-officedocument.wordprocessingml.document", transitional],
  ["strict Open XML", "openxmlformats-officedocument.wordprocessingml.document", strict],
  ["with macros", "ms-word.document.macroEnabled", transitional],
  ["a template", "openxmlformats-officedocument.wordprocessingml.template", transitional],
])("a Word file is read by what its package says: %s", async (_what, kind, namespace) => {
  const bytes = zipOf(parts(kind, namespace));
  const read = await readImport(bytes, "lease.docx");
  expect(read.document.content).toMatchObject([{ type: "heading", content: [{ text: "Lease" }] }]);
  expect(read.notices).toEqual(["Macros were left out."]);
  expect(await readDocument(bytes, "lease.docx")).toMatchObject({ kind: "docx", text: "Lease" });
});

test("an archive with slashes before its names, in other capitals, is read like any other", async () => {
  const bytes = zipOf([
    { name: "/[Content_Types].xml", data: mainType("openxmlformats-officedocument.wordprocessingml.document") },
    { name: "/_RELS/.rels", data: relations(transitional) },
    { name: "/word/Document2.xml", data: body },
  ]);
  expect(documentText(documentOf((await readImport(bytes, "a.docx")).document)!).text).toBe("Lease");
});

test.each([
  ["EncryptedPackage", "password-protected"],
  ["Quill", "Publisher"],
  ["VisioDocument", "Visio"],
  ["Else", "can’t read this kind"],
])("what is not read is refused for what it is: %s", async (name, reason) => {
  const bytes = compoundOf([{ name, data: Buffer.alloc(5_000) }]);
  await expect(readImport(bytes, "a.docx")).rejects.toThrow(reason);
});

const locked = (wordFiles("for tests") ?? []).filter(({ name }) => name.includes("protected_agile"));
test.skipIf(locked.length === 0).each(locked.length > 0 ? locked : [missing])(
  "and so are the files of other programs: $name",
  async ({ name, bytes }) => {
    await expect(readImport(bytes, name)).rejects.toThrow("password");
  },
);

// An Excel file with a misleading name.
const misnamed = (officeFiles() ?? []).filter(({ name }) => name.includes("Flaherty"));
test.skipIf(misnamed.length === 0)("a file is read as what it is, whatever its name", async () => {
  for (const { name, bytes } of misnamed) expect(await readDocument(bytes, name)).toMatchObject({ kind: "xls" });
});
