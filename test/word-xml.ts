/* Small Word files written by hand, and the XML that comes back. */
import { openArchive } from "#server/files/zip.ts";
import { zipOf } from "./documents.ts";
import { me, received, type Received, type sent } from "./word-packages.ts";

export const part = (body: string) =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:document xmlns:w="w" xmlns:r="r"><w:body>${body}</w:body></w:document>`;
const header = '<?xml version="1.0"?><w:hdr xmlns:w="w"><w:p><w:r><w:t>Confidential</w:t></w:r></w:p></w:hdr>';

export async function file(body: string, more: { name: string; data: string }[] = []): Promise<Received> {
  const types = { name: "[Content_Types].xml", data: "<Types/>" };
  const bytes = zipOf([
    ...(more.some(({ name }) => name === types.name) ? [] : [types]),
    { name: "word/document.xml", data: part(body) },
    { name: "word/header1.xml", data: header },
    { name: "customXml/item1.xml", data: "<a/>" },
    ...more,
  ]);
  return (await received("a.docx", bytes))!;
}

export async function partOf(written: Awaited<ReturnType<typeof sent>>, name: string): Promise<string> {
  if ("unwritable" in written) return `unwritable: ${written.unwritable}`;
  let xml = "";
  for await (const piece of (await openArchive(Buffer.from(written.bytes))).part(name)!) xml += piece;
  return xml;
}

export async function bodyOf(written: Awaited<ReturnType<typeof sent>>): Promise<string> {
  const xml = await partOf(written, "word/document.xml");
  if ("unwritable" in written) return xml;
  return xml.slice(xml.indexOf("<w:body>") + 8, xml.indexOf("</w:body>")).replaceAll(/ w:id="\d+"/g, "");
}

export const who = `w:author="${me.author}" w:date="${me.date}"`;
export const eve = 'w:author="Eve" w:date="2026-01-02T00:00:00Z"';
export const t = (text: string, name = "t") => `<w:${name} xml:space="preserve">${text}</w:${name}>`;
export const del = (properties: string, text: string, by = who) =>
  `<w:del ${by}><w:r>${properties}${t(text, "delText")}</w:r></w:del>`;
export const ins = (properties: string, text: string, by = who) => `<w:ins ${by}><w:r>${properties}${t(text)}</w:r></w:ins>`;

export const look = '<w:rPr><w:rFonts w:ascii="Garamond"/><w:color w:val="FF0000"/></w:rPr>';
export const control =
  '<w:sdt><w:sdtPr><w:tag w:val="party"/></w:sdtPr><w:sdtContent><w:p><w:r><w:t>Seller Ltd</w:t></w:r></w:p></w:sdtContent></w:sdt>';
export const section = '<w:sectPr><w:headerReference r:id="rId9"/><w:pgSz w:w="1"/></w:sectPr>';
export const clause = (inner: string) => `<w:p w:rsidR="00A1"><w:pPr><w:pStyle w:val="Clause"/></w:pPr>${inner}</w:p>`;

/** A file with nothing but this text. */
export const wordFileOf = (body: string) =>
  zipOf([
    { name: "[Content_Types].xml", data: "<Types/>" },
    { name: "word/document.xml", data: part(body) },
  ]);

/** A content control. */
export const controlOf = (properties: string, content: string) =>
  `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
