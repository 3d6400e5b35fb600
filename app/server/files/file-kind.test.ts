/*
 * Office files are recognized by content, wherever their parts are; unsupported kinds are refused
 * with a specific reason.
 */
import { expect, test } from "vitest";
import { documentOf } from "#core/document/document-schema.ts";
import { documentText } from "#core/document/document-text.ts";
import { zipOf } from "#test/documents.ts";
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

const container = (entry: string) =>
  Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(5_000), Buffer.from(`${entry}\0`, "utf16le")]);

test.each([
  ["EncryptedPackage", "password-protected"],
  ["WordDocument", "(.doc)"],
  ["Workbook", "(.xls)"],
  ["__properties_version1.0", "Outlook"],
  ["Quill", "Publisher"],
  ["Else", "can’t read this kind"],
])("what is not read is refused for what it is: %s", async (entry, reason) => {
  await expect(readImport(container(entry), "a.docx")).rejects.toThrow(reason);
});

const unreadable = [...(wordFiles("for tests") ?? []), ...(officeFiles() ?? [])].filter(({ name }) =>
  /protected_agile|\.msg$|\.doc$|\.xls$|\.ppt$/.test(name),
);
test.skipIf(unreadable.length === 0).each(unreadable.length > 0 ? unreadable : [missing])(
  "and so are the files of other programs: $name",
  async ({ name, bytes }) => {
    // An Excel file with a misleading name.
    if (name.includes("Flaherty")) return expect(readImport(bytes, name)).rejects.toThrow("(.xls)");
    const reason = name.includes("protected") ? "password" : name.endsWith(".msg") ? "Outlook" : name.slice(name.lastIndexOf("."));
    await expect(readImport(bytes, name)).rejects.toThrow(reason);
  },
);
