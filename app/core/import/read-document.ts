/* Reads one file of an archive as a document: a Markdown page, or a table that was exported as CSV. */
import type { Node } from "prosemirror-model";
import { columnsMax } from "../document/document-attributes.ts";
import { documentSchema, jsonOf, withBreaks } from "../document/document-schema.ts";
import { foreignMarkdownToDocument } from "../document/markdown-to-document.ts";
import { csvRows } from "../text/csv.ts";
import { placeholderOf } from "./imported-document.ts";
import { preparing } from "./foreign-markdown.ts";
import { readFrontMatter } from "./front-matter.ts";
import type { Gathered } from "./gathered.ts";
import { plainLine } from "./read-chat.ts";

export type ReadPage = { title: string | null; createdAt: number | null; updatedAt: number | null; document: string };

const { nodes, marks } = documentSchema;

export function readPage(text: string, gathered: Gathered): ReadPage {
  const { title, createdAt, updatedAt, others, body } = readFrontMatter(text);
  gathered.leaveOut("property", others);
  // Notion’s callouts: what is within is Markdown only if it is apart.
  const apart = body.replaceAll(/^<\/?aside>\r?$/gm, "\n$&\n");
  const document = foreignMarkdownToDocument(apart, preparing(gathered));
  return { title: title === null ? null : plainLine(title) || null, createdAt, updatedAt, document: jsonText(document) };
}

/** The words of its first heading, if it begins with one. */
export function headingOf(markdown: string): string | null {
  const [, heading = ""] = /^\s{0,200}#[ \t]{1,20}([^\n]{1,500})/.exec(markdown) ?? [];
  return plainLine(heading) || null;
}

/** Cells of all rows: a longer table could not be opened as one draft. */
const mostCells = 50_000;

/** A database: the titles in its first column lead to the pages in its folder. Null if it is too large. */
export function readTable(text: string, folder: string, gathered: Gathered): string | null {
  const rows: string[][] = [];
  let [width, cells] = [0, 0];
  for (const row of csvRows(text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n"), ",")) {
    if (row.every((cell) => cell.trim() === "")) continue;
    width = Math.max(width, row.length);
    cells += row.length;
    if (width > columnsMax || cells > mostCells) return null;
    rows.push(row);
  }
  if (rows.length === 0) return jsonText(nodes.doc.create(null, [nodes.paragraph.create()]));
  const made = rows.map((row, at) =>
    nodes.tableRow.create(
      null,
      Array.from({ length: width }, (_, column) => {
        const words = (row[column] ?? "").trim();
        const page = at > 0 && column === 0 && words !== "" ? gathered.byTitle(folder, words) : null;
        const link = page === null ? [] : [marks.link.create({ href: placeholderOf(page.id) })];
        return (at === 0 ? nodes.tableHeader : nodes.tableCell).create(null, nodes.paragraph.create(null, withBreaks(words, link)));
      }),
    ),
  );
  return jsonText(nodes.doc.create(null, nodes.table.create(null, made)));
}

const jsonText = (document: Node) => JSON.stringify(jsonOf(document));
