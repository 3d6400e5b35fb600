/* XLS, Excel 5 to 2003: a stream of records. Like XLSX, each sheet is a heading and each row a line of cells. */
import type { FileText } from "#core/sources/file-text.ts";
import { DocumentBuilder } from "../../document-builder.ts";
import { officeLocked, Unreadable } from "../../unreadable.ts";
import { isDateFormat, shownNumber } from "../cell-values.ts";
import { decodedBy } from "./code-page.ts";
import { damaged, type Entry } from "./compound.ts";
import { sharedStrings, stringAt } from "./old-spreadsheet-strings.ts";

const record = {
  formula: 0x0006,
  end: 0x000a,
  dateMode: 0x0022,
  filePass: 0x002f,
  continued: 0x003c,
  codePage: 0x0042,
  sheet: 0x0085,
  manyNumbers: 0x00bd,
  richLabel: 0x00d6,
  style: 0x00e0,
  strings: 0x00fc,
  sharedLabel: 0x00fd,
  number: 0x0203,
  label: 0x0204,
  errorOrTruth: 0x0205,
  result: 0x0207,
  packedNumber: 0x027e,
  begin: 0x0809,
  format: 0x041e,
};

const newest = 0x0600;
const mostColumns = 200;

type Record = { type: number; data: Buffer; continued: Buffer[] };
type Book = {
  isNew: boolean;
  codePage: number;
  from1904: boolean;
  strings: string[];
  sheets: { name: string; at: number }[];
  /** By cell style. */
  formats: number[];
  dateFormats: Set<number>;
};

export function readOldSpreadsheet(root: Entry): FileText {
  const stream = (root.children.get("Workbook") ?? root.children.get("Book"))!.bytes();
  const book = readBook(stream);
  const builder = new DocumentBuilder();
  for (const [index, { name, at }] of book.sheets.entries()) {
    builder.page(index + 1);
    builder.heading(1, name);
    for (const row of rowsOf(stream, at, book)) builder.row(row);
  }
  return builder.finish(book.sheets.length);
}

function* recordsFrom(stream: Buffer, from: number): Generator<Record> {
  let open: Record | null = null;
  for (let at = from; at + 4 <= stream.length;) {
    const [type, length] = [stream.readUInt16LE(at), stream.readUInt16LE(at + 2)];
    const data = stream.subarray(at + 4, at + 4 + length);
    at += 4 + length;
    if (type === record.continued && open !== null) open.continued.push(data);
    else {
      if (open !== null) yield open;
      open = { type, data, continued: [] };
    }
  }
  if (open !== null) yield open;
}

function readBook(stream: Buffer): Book {
  if (stream.length < 8 || stream.readUInt16LE(0) !== record.begin)
    throw new Unreadable("This Excel file is older than Excel 5. Save it as XLSX or PDF and attach that.");
  const book: Book = {
    isNew: stream.readUInt16LE(4) >= newest,
    codePage: 1252,
    from1904: false,
    strings: [],
    sheets: [],
    formats: [],
    dateFormats: new Set([14, 15, 16, 17, 22]),
  };
  for (const { type, data, continued } of recordsFrom(stream, 0)) {
    if (type === record.end) break;
    if (type === record.filePass) throw new Unreadable(officeLocked);
    if (type === record.codePage) book.codePage = data.readUInt16LE(0);
    else if (type === record.dateMode) book.from1904 = data.readUInt16LE(0) === 1;
    else if (type === record.strings) book.strings = sharedStrings([data, ...continued]);
    else if (type === record.sheet) addSheet(book, data);
    else if (type === record.style) book.formats.push(data.readUInt16LE(2));
    else if (type === record.format && isDateFormat(formatCode(data, book))) book.dateFormats.add(data.readUInt16LE(0));
  }
  if (book.sheets.length === 0) throw new Unreadable(damaged);
  return book;
}

/** Charts and macros have sheets, too. */
function addSheet(book: Book, data: Buffer): void {
  if (data[5] !== 0) return;
  const name = book.isNew ? stringAt(data, 6, 1) : decodedBy(book.codePage, data.subarray(7, 7 + data[6]!));
  book.sheets.push({ name, at: data.readUInt32LE(0) });
}

function formatCode(data: Buffer, { isNew, codePage }: Book): string {
  return isNew ? stringAt(data, 2, 2) : decodedBy(codePage, data.subarray(3, 3 + data[2]!));
}

function rowsOf(stream: Buffer, from: number, book: Book): string[][] {
  const rows = new Map<number, string[]>();
  let formula: { row: number; column: number } | null = null;
  const put = (row: number, column: number, text: string) => {
    if (column >= mostColumns || text === "") return;
    const cells = rows.get(row) ?? [];
    cells[column] = text;
    rows.set(row, cells);
  };
  for (const { type, data } of recordsFrom(stream, from)) {
    if (type === record.end) break;
    if (type === record.result && formula !== null) put(formula.row, formula.column, labelText(data, 0, book));
    if (data.length < 6) continue;
    const [row, column, style] = [data.readUInt16LE(0), data.readUInt16LE(2), data.readUInt16LE(4)];
    if (type === record.sharedLabel) put(row, column, book.strings[data.readUInt32LE(6)] ?? "");
    else if (type === record.label || type === record.richLabel) put(row, column, labelText(data, 6, book));
    else if (type === record.number) put(row, column, shown(data.readDoubleLE(6), style, book));
    else if (type === record.packedNumber) put(row, column, shown(unpacked(data.readInt32LE(6)), style, book));
    else if (type === record.manyNumbers)
      for (let at = 4; at + 8 <= data.length; at += 6)
        put(row, column + (at - 4) / 6, shown(unpacked(data.readInt32LE(at + 2)), data.readUInt16LE(at), book));
    else if (type === record.errorOrTruth) put(row, column, data[7] === 0 ? (data[6] === 1 ? "TRUE" : "FALSE") : "");
    else if (type === record.formula) {
      formula = { row, column };
      put(row, column, formulaResult(data, style, book));
    }
  }
  return [...rows].toSorted(([a], [b]) => a - b).map(([, cells]) => cells.filter((text) => text !== undefined));
}

function labelText(data: Buffer, at: number, { isNew, codePage }: Book): string {
  return isNew ? stringAt(data, at, 2) : decodedBy(codePage, data.subarray(at + 2, at + 2 + data.readUInt16LE(at)));
}

/** What is not a number says so in its last two bytes; a text follows in a record of its own. */
function formulaResult(data: Buffer, style: number, book: Book): string {
  if (data.readUInt16LE(12) !== 0xff_ff) return shown(data.readDoubleLE(6), style, book);
  return data[6] === 1 ? (data[8] === 1 ? "TRUE" : "FALSE") : "";
}

function unpacked(packed: number): number {
  const isHundredths = (packed & 1) !== 0;
  const double = Buffer.alloc(8);
  double.writeInt32LE(packed & ~3, 4);
  const number = (packed & 2) === 0 ? double.readDoubleLE(0) : packed >> 2;
  return isHundredths ? number / 100 : number;
}

function shown(value: number, style: number, { formats, dateFormats, from1904 }: Book): string {
  const isDate = dateFormats.has(formats[style] ?? 0);
  return shownNumber(value, isDate, from1904);
}
