/*
 * A counterpart's agreement as Word writes one: runs split by spelling and revision marks, styles, numbering, a header
 * with a field, a content control bound to data, hidden text, and tracked changes inside a figure, as the first clause
 * and in the rows of a table.
 */
import { zipOf } from "./documents.ts";

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';
const spaces =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"';
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006";
const word = "application/vnd.openxmlformats-officedocument.wordprocessingml";

export const theirs = { author: "Grace Counterpart", date: "2026-11-03T09:00:00Z" };
const by = (id: number) => `w:id="${id}" w:author="${theirs.author}" w:date="${theirs.date}"`;

const font = '<w:rPr><w:rFonts w:ascii="Garamond" w:hAnsi="Garamond"/><w:sz w:val="23"/></w:rPr>';
const run = (text: string) => `<w:r w:rsidR="00A1B2C3">${font}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const inserted = (id: number, text: string) => `<w:ins ${by(id)}>${run(text)}</w:ins>`;
const deleted = (id: number, text: string) =>
  `<w:del ${by(id)}><w:r>${font}<w:delText xml:space="preserve">${text}</w:delText></w:r></w:del>`;
const clause = (runs: string, marks = "") =>
  `<w:p w:rsidR="00112233"><w:pPr><w:pStyle w:val="Clause"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="7"/></w:numPr>${marks}</w:pPr>${runs}</w:p>`;
const cell = (runs: string) =>
  `<w:tc><w:tcPr><w:tcW w:w="4500" w:type="dxa"/></w:tcPr><w:p><w:pPr><w:spacing w:after="0"/></w:pPr>${runs}</w:p></w:tc>`;
const row = (cells: string, marks = "") => `<w:tr>${marks}${cells}</w:tr>`;

const body = [
  clause(
    inserted(1, "This agreement replaces all earlier ones between the parties."),
    `<w:rPr><w:ins ${by(2)}/><w:sz w:val="23"/></w:rPr>`,
  ),
  clause(`${run("The price of the services is EUR 1,")}${deleted(3, "0")}${inserted(4, "2")}${run("50 for each month.")}`),
  clause(
    `${run("Their ")}<w:proofErr w:type="gramStart"/>${run("is no need to remind")}<w:proofErr w:type="gramEnd"/>${run(" of a late payment.")}`,
  ),
  `<w:tbl><w:tblPr><w:tblStyle w:val="Plan"/><w:tblW w:w="9000" w:type="dxa"/></w:tblPr><w:tblGrid><w:gridCol w:w="4500"/><w:gridCol w:w="4500"/></w:tblGrid>`,
  row(cell(run("Work")) + cell(run("Day"))),
  row(cell(run("Survey")) + cell(`${deleted(5, "Monday")}${inserted(6, "Friday")}`)),
  row(cell(inserted(8, "Report")) + cell(inserted(9, "Sunday")), `<w:trPr><w:ins ${by(7)}/></w:trPr>`),
  "</w:tbl>",
  clause(
    `${run("The court of ")}<w:sdt><w:sdtPr><w:alias w:val="Court"/><w:id w:val="42"/></w:sdtPr><w:sdtContent>${run("Gothenburg")}</w:sdtContent></w:sdt>${run(" decides.")}<w:r><w:rPr><w:vanish/></w:rPr><w:t xml:space="preserve"> Check with partner.</w:t></w:r>`,
  ),
  '<w:sectPr><w:headerReference w:type="default" r:id="rId6"/><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1701" w:right="1417" w:bottom="1134" w:left="1417" w:header="708" w:footer="708" w:gutter="0"/><w:cols w:space="708"/></w:sectPr>',
].join("");

const relations = [
  ["rId1", `${office}/styles`, "styles.xml"],
  ["rId2", `${office}/numbering`, "numbering.xml"],
  ["rId3", `${office}/settings`, "settings.xml"],
  ["rId4", `${office}/fontTable`, "fontTable.xml"],
  ["rId5", `${office}/customXml`, "../customXml/item1.xml"],
  ["rId6", `${office}/header`, "header1.xml"],
];
const listed = (all: readonly string[][]) =>
  `${head}<Relationships xmlns="${packages}/relationships">${all.map(([id, type, target]) => `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`).join("")}</Relationships>`;

const typed = Object.entries({
  "/word/document.xml": `${word}.document.main+xml`,
  "/word/styles.xml": `${word}.styles+xml`,
  "/word/numbering.xml": `${word}.numbering+xml`,
  "/word/settings.xml": `${word}.settings+xml`,
  "/word/fontTable.xml": `${word}.fontTable+xml`,
  "/word/header1.xml": `${word}.header+xml`,
  "/docProps/core.xml": "application/vnd.openxmlformats-package.core-properties+xml",
});

export const receivedParts: Record<string, string> = {
  "[Content_Types].xml": `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${typed.map(([name, type]) => `<Override PartName="${name}" ContentType="${type}"/>`).join("")}</Types>`,
  "_rels/.rels": listed([
    ["rId1", `${office}/officeDocument`, "word/document.xml"],
    ["rId2", `${packages}/relationships/metadata/core-properties`, "docProps/core.xml"],
  ]),
  "docProps/core.xml": `${head}<cp:coreProperties xmlns:cp="${packages}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Services</dc:title><dc:creator>${theirs.author}</dc:creator></cp:coreProperties>`,
  "word/document.xml": `${head}<w:document ${spaces}><w:body>${body}</w:body></w:document>`,
  "word/_rels/document.xml.rels": listed(relations),
  "word/styles.xml": `${head}<w:styles ${spaces}><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style><w:style w:type="paragraph" w:customStyle="1" w:styleId="Clause"><w:name w:val="Clause"/><w:basedOn w:val="Normal"/><w:pPr><w:jc w:val="both"/></w:pPr></w:style><w:style w:type="table" w:customStyle="1" w:styleId="Plan"><w:name w:val="Plan"/></w:style></w:styles>`,
  "word/numbering.xml": `${head}<w:numbering ${spaces}><w:abstractNum w:abstractNumId="3"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="§ %1"/><w:lvlJc w:val="left"/></w:lvl></w:abstractNum><w:num w:numId="7"><w:abstractNumId w:val="3"/></w:num></w:numbering>`,
  "word/settings.xml": `${head}<w:settings ${spaces}><w:zoom w:percent="90"/><w:defaultTabStop w:val="1304"/></w:settings>`,
  "word/fontTable.xml": `${head}<w:fonts ${spaces}><w:font w:name="Garamond"><w:family w:val="roman"/></w:font></w:fonts>`,
  "word/header1.xml": `${head}<w:hdr ${spaces}><w:p><w:r><w:t xml:space="preserve">Strictly confidential, page </w:t></w:r><w:fldSimple w:instr=" PAGE "><w:r><w:t>1</w:t></w:r></w:fldSimple></w:p></w:hdr>`,
  "customXml/item1.xml": `${head}<matter xmlns="urn:firm:matter"><number>2026-114</number></matter>`,
};

export function receivedFile(): Buffer {
  return zipOf(Object.entries(receivedParts).map(([name, data]) => ({ name, data })));
}
