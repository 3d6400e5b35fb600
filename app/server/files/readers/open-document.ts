/* ODT: headings, paragraphs, tables and notes of content.xml, without tracked deletions. */
import type { FileText } from "#core/sources/file-text.ts";
import { DocumentBuilder } from "../document-builder.ts";
import { Unreadable } from "../unreadable.ts";
import type { Archive } from "../zip.ts";
import { readXml } from "./xml.ts";

export async function readOpenDocument(archive: Archive): Promise<FileText> {
  const pieces = archive.part("content.xml");
  if (pieces === null) throw new Unreadable("This isn’t a valid OpenDocument text: its text part is missing.");
  const builder = new DocumentBuilder();
  const open: { text: string; level?: number }[] = [];
  const rows: string[][] = [];
  let skipped = 0;
  const end = ({ text, level }: { text: string; level?: number }) => {
    const row = rows.at(-1);
    if (row) row[Math.max(0, row.length - 1)] = `${row.at(-1) ?? ""} ${text}`.trim();
    else if (level !== undefined) builder.heading(level, text);
    else builder.paragraph(text);
  };
  await readXml(pieces, {
    open(name, attribute, prefix) {
      const block = open.at(-1);
      if (name === "tracked-changes" || name === "annotation") {
        skipped++;
        if (name === "tracked-changes")
          builder.notice("This document has tracked changes. It was read as if they were all accepted; deleted text was left out.");
      } else if (prefix === "text" && name === "h") open.push({ text: "", level: Number(attribute("outline-level")) || 1 });
      else if (prefix === "text" && name === "p") open.push({ text: "" });
      else if (name === "table-row") rows.push([]);
      else if (name === "table-cell") rows.at(-1)?.push("");
      else if (block && skipped === 0) {
        if (name === "s") block.text += " ".repeat(Math.min(50, Number(attribute("c")) || 1));
        else if (name === "tab") block.text += "\t";
        else if (name === "line-break") block.text += "\n";
      }
    },
    close(name) {
      if (name === "tracked-changes" || name === "annotation") skipped--;
      else if ((name === "h" || name === "p") && open.length > 0) {
        const block = open.pop()!;
        if (skipped === 0) end(block);
      } else if (name === "table-row") {
        const row = rows.pop()!;
        if (rows.length === 0) builder.row(row);
        else end({ text: row.join(" ") });
      }
    },
    text(text) {
      const block = open.at(-1);
      if (block && skipped === 0) block.text += text.replace(/\s+/g, " ");
    },
  });
  return builder.finish();
}
