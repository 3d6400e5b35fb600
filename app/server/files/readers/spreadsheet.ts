/*
 * XLSX: each sheet is a heading, each row a line of cells as displayed, as far as the file itself
 * contains that: formulas by their cached value.
 */
import type { FileText } from "#core/sources/file-text.ts";
import { DocumentBuilder } from "../document-builder.ts";
import { Unreadable } from "../unreadable.ts";
import type { Archive } from "../zip.ts";
import { isDateFormat, shownNumber } from "./cell-values.ts";
import { partName, refuseRemoteParts, relationsOf } from "./relations.ts";
import { readXml } from "./xml.ts";

const workbookPart = "xl/workbook.xml";
const mostColumns = 200;

export async function readSpreadsheet(archive: Archive): Promise<FileText> {
  await refuseRemoteParts(archive);
  const workbook = archive.part(workbookPart);
  if (workbook === null) throw new Unreadable("This isn’t a valid Excel workbook: it has no sheets.");
  const sheets: { name: string; relation: string }[] = [];
  await readXml(workbook, {
    open(name, attribute) {
      if (name === "sheet") sheets.push({ name: attribute("name") ?? "Sheet", relation: attribute("id") ?? "" });
    },
  });
  const relations = await relationsOf(archive, workbookPart);
  const strings = await readStrings(archive);
  const dates = await readDateStyles(archive);
  const builder = new DocumentBuilder();
  for (const [at, { name, relation }] of sheets.entries()) {
    const target = relations.find(({ id }) => id === relation)?.target;
    const part = archive.part(target === undefined ? `xl/worksheets/sheet${at + 1}.xml` : partName(workbookPart, target));
    if (part === null) continue;
    builder.page(at + 1);
    builder.heading(1, name);
    await readSheet(part, strings, dates, builder);
  }
  return builder.finish(sheets.length);
}

async function readStrings(archive: Archive): Promise<string[]> {
  const strings: string[] = [];
  const pieces = archive.part("xl/sharedStrings.xml");
  if (pieces === null) return strings;
  let inText = false;
  let phonetic = 0;
  await readXml(pieces, {
    open(name) {
      if (name === "si") strings.push("");
      else if (name === "rPh") phonetic++;
      else if (name === "t") inText = phonetic === 0;
    },
    close(name) {
      if (name === "rPh") phonetic--;
      else if (name === "t") inText = false;
    },
    text(text) {
      if (inText && strings.length > 0) strings[strings.length - 1] += text;
    },
  });
  return strings;
}

/** The cell styles that display a number as a date: built-in formats, and custom ones with y, m and d. */
async function readDateStyles(archive: Archive): Promise<Set<number>> {
  const dates = new Set<number>();
  const pieces = archive.part("xl/styles.xml");
  if (pieces === null) return dates;
  const formats = new Set([14, 15, 16, 17, 22]);
  let inCells = false;
  let index = 0;
  await readXml(pieces, {
    open(name, attribute) {
      if (name === "numFmt" && isDateFormat(attribute("formatCode") ?? "")) formats.add(Number(attribute("numFmtId")));
      else if (name === "cellXfs") inCells = true;
      else if (name === "xf" && inCells) {
        if (formats.has(Number(attribute("numFmtId")))) dates.add(index);
        index++;
      }
    },
    close(name) {
      if (name === "cellXfs") inCells = false;
    },
  });
  return dates;
}

async function readSheet(
  pieces: AsyncIterable<string>,
  strings: readonly string[],
  dates: ReadonlySet<number>,
  builder: DocumentBuilder,
): Promise<void> {
  let row: string[] = [];
  let cell = { type: "", style: -1, text: "" };
  let takesText = false;
  await readXml(pieces, {
    open(name, attribute) {
      if (name === "row") row = [];
      else if (name === "c") cell = { type: attribute("t") ?? "n", style: Number(attribute("s") ?? -1), text: "" };
      else if (name === "v" || name === "t") takesText = true;
    },
    close(name) {
      if (name === "v" || name === "t") takesText = false;
      else if (name === "c" && row.length < mostColumns) row.push(shown(cell, strings, dates));
      else if (name === "row") builder.row(row.filter((text) => text !== ""));
    },
    text(text) {
      if (takesText) cell.text += text;
    },
  });
}

function shown(
  { type, style, text }: { type: string; style: number; text: string },
  strings: readonly string[],
  dates: ReadonlySet<number>,
): string {
  if (type === "s") return strings[Number(text)] ?? "";
  if (type === "b") return text === "1" ? "TRUE" : text === "0" ? "FALSE" : "";
  const serial = Number(text);
  return type === "n" && text !== "" && Number.isFinite(serial) ? shownNumber(serial, dates.has(style)) : text;
}
