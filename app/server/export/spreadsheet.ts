/* Writes a spreadsheet (XLSX): sheets of text with a bold, fixed first row. Packed as a stream, one sheet in memory at a time. */
import { packageStream, type ZipEntry } from "./zip.ts";

export type Sheet = { name: string; widths: readonly number[]; rows: AsyncIterable<readonly string[]> };

/** A cell holds at most this many characters. */
const longestCell = 32_767;

/** Every cell is text: nothing that a document says is taken for a formula. */
export function spreadsheet(sheets: readonly Sheet[], at: Date): ReadableStream<Uint8Array<ArrayBuffer>> {
  return packageStream(entriesOf(sheets, at));
}

async function* entriesOf(sheets: readonly Sheet[], at: Date): AsyncGenerator<ZipEntry> {
  const numbered = sheets.map((sheet, index) => ({ ...sheet, number: index + 1 }));
  const overrides = numbered.map(
    ({ number }) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${sheetType}.worksheet+xml"/>`,
  );
  yield {
    name: "[Content_Types].xml",
    content: `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/>${overrides.join("")}</Types>`,
    at,
  };
  yield { name: "_rels/.rels", content: relations([["rId1", "officeDocument", "xl/workbook.xml"]]), at };
  const listed = numbered.map(({ name, number }) => `<sheet name="${escaped(name)}" sheetId="${number}" r:id="rId${number}"/>`);
  yield {
    name: "xl/workbook.xml",
    content: `${head}<workbook xmlns="${main}" xmlns:r="${office}/relationships"><sheets>${listed.join("")}</sheets></workbook>`,
    at,
  };
  const parts = numbered.map(({ number }): Relation => [`rId${number}`, "worksheet", `worksheets/sheet${number}.xml`]);
  yield { name: "xl/_rels/workbook.xml.rels", content: relations([...parts, ["rIdStyles", "styles", "styles.xml"]]), at };
  yield { name: "xl/styles.xml", content: styles, at };
  for (const sheet of numbered) yield { name: `xl/worksheets/sheet${sheet.number}.xml`, content: await sheetXml(sheet), at };
}

async function sheetXml({ widths, rows }: Sheet): Promise<string> {
  const columns = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`);
  const pieces = [
    `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join("")}</cols><sheetData>`,
  ];
  let number = 0;
  for await (const row of rows) {
    number++;
    const style = number === 1 ? 1 : 2;
    const cells = row.map(
      (text, at) =>
        `<c r="${letters(at)}${number}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(cut(text))}</t></is></c>`,
    );
    pieces.push(`<row r="${number}">${cells.join("")}</row>`);
  }
  pieces.push("</sheetData></worksheet>");
  return pieces.join("");
}

function cut(text: string): string {
  return text.length <= longestCell ? text : `${text.slice(0, longestCell - 1)}…`;
}

/** "A", "Z", "AA". */
function letters(at: number): string {
  return at < 26 ? String.fromCharCode(65 + at) : letters(Math.floor(at / 26) - 1) + letters(at % 26);
}

type Relation = [id: string, type: string, target: string];

function relations(list: readonly Relation[]): string {
  const all = list.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${office}/relationships/${type}" Target="${target}"/>`,
  );
  return `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join("")}</Relationships>`;
}

/** XML has no place for control characters and lone surrogates. */
function escaped(text: string): string {
  return (
    text
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex -- XML can't hold these
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;")
  );
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006";
const sheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const font = '<font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font>';
const fills = '<fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>';
const text = 'numFmtId="49" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"';
const wrapped = '<alignment vertical="top" wrapText="1"/>';
const styles = `${head}<styleSheet xmlns="${main}"><fonts count="2">${font}</fonts><fills count="2">${fills}</fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf fontId="1" applyFont="1" ${text}>${wrapped}</xf><xf fontId="0" ${text}>${wrapped}</xf></cellXfs></styleSheet>`;
