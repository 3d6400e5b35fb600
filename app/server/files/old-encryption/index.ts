/* Word, Excel and PowerPoint before 2007 with a password: what is encrypted is written over with what it says. */
import type { Entry } from "../readers/old-office/compound.ts";
import { unknownProtection, Unreadable } from "../unreadable.ts";
import { decryptPresentation } from "./presentation.ts";
import { decryptSpreadsheet } from "./spreadsheet.ts";
import { decryptWord } from "./word.ts";

/** An encrypted copy of the document's properties; Word and Excel give the stream one name, PowerPoint another. */
const summaries = ["encryption", "EncryptedSummary"];

export function decryptOldOffice(root: Entry, password: string): void {
  const has = (name: string) => root.children.has(name);
  if (has("WordDocument")) decryptWord(root, password);
  else if (has("PowerPoint Document")) decryptPresentation(root, password);
  else if (has("Workbook") || has("Book")) decryptSpreadsheet(root, password);
  else throw new Unreadable(unknownProtection);
  for (const name of summaries) root.children.get(name)?.write(Buffer.alloc(0));
}
