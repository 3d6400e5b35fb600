import { expect, test } from "vitest";
import { exportName } from "./draft-export.ts";

test.each([
  ["Lease of 14 Canal Street", "Lease of 14 Canal Street.docx"],
  ["Avtal: å/ä\\ö", "Avtal å ä ö.docx"],
  ["../../etc/passwd", "etc passwd.docx"],
  ["\u202Egnp.exe\r\nX: y", "gnp.exe X y.docx"],
  ["...", "draft.docx"],
  ["x".repeat(300), `${"x".repeat(120)}.docx`],
])("%j is the file %j", (name, file) => expect(exportName(name, "docx")).toBe(file));
