/* The files of Office before 2007 and of Outlook, all kept in compound files. */
import type { FileText } from "#core/sources/file-text.ts";
import { Unreadable } from "../../unreadable.ts";
import { damaged, openCompound } from "./compound.ts";
import { readOldPresentation } from "./old-presentation.ts";
import { readOldSpreadsheet } from "./old-spreadsheet.ts";
import { readOldWord } from "./old-word.ts";
import { readOutlook } from "./outlook.ts";

const readers = { doc: readOldWord, xls: readOldSpreadsheet, ppt: readOldPresentation, msg: readOutlook };

export type OldKind = keyof typeof readers;

/** What a reader needs; a file that only mentions it elsewhere is damaged. */
const streams: Record<OldKind, readonly string[]> = {
  doc: ["WordDocument"],
  xls: ["Workbook", "Book"],
  ppt: ["PowerPoint Document"],
  msg: ["__properties_version1.0"],
};

export function readOldOffice(bytes: Buffer, kind: OldKind): FileText {
  const root = openCompound(bytes);
  if (!streams[kind].some((name) => root.children.has(name))) throw new Unreadable(damaged);
  try {
    return readers[kind](root);
  } catch (error) {
    // A number that points outside the file.
    if (error instanceof RangeError) throw new Unreadable(damaged);
    throw error;
  }
}
