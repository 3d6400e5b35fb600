/* HTML: the text a reader of the page sees. Scripts, styles and forms are excluded, and nothing is fetched. */
import { Parser } from "htmlparser2";
import type { FileText } from "#core/sources/file-text.ts";
import { DocumentBuilder } from "../document-builder.ts";
import { decodedText } from "./plain.ts";

const silent = new Set(
  "script style template noscript svg math head select textarea button iframe object canvas audio video".split(" "),
);
const blocks = new Set(
  "p div section article main header footer nav aside h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table caption blockquote pre figure figcaption address form fieldset hr body html title".split(
    " ",
  ),
);

export function readHtml(bytes: Buffer): FileText {
  return htmlText(htmlSource(bytes));
}

/** Decoded with the encoding declared by the page. */
export function htmlSource(bytes: Buffer): string {
  const head = bytes.subarray(0, 2_048).toString("latin1");
  return decodedText(bytes, /<meta[^>]{0,200}charset=["']?([\w-]{3,20})/i.exec(head)?.[1]);
}

export function htmlText(html: string, builder = new DocumentBuilder()): FileText {
  let skipped = 0;
  let kept = 0;
  let text = "";
  let level: number | undefined;
  let row: string[] | null = null;
  const end = () => {
    if (row !== null) row[Math.max(0, row.length - 1)] = `${row.at(-1) ?? ""} ${text.trim()}`.trim();
    else if (level !== undefined) builder.heading(level, text);
    else builder.paragraph(text);
    text = "";
  };
  const parser = new Parser(
    {
      onopentagname(name) {
        if (silent.has(name)) skipped++;
        if (name === "br") text += "\n";
        else if (blocks.has(name) || name === "tr") end();
        if (/^h[1-6]$/.test(name)) level = Number(name[1]);
        else if (name === "pre") kept++;
        else if (name === "li") text = "• ";
        else if (name === "tr") row = [];
        else if ((name === "td" || name === "th") && row !== null) {
          end();
          row.push("");
        }
      },
      onclosetag(name) {
        if (silent.has(name)) skipped = Math.max(0, skipped - 1);
        if (name === "tr" && row !== null) {
          end();
          const cells: string[] = row;
          row = null;
          builder.row(cells);
        } else if (blocks.has(name)) end();
        if (/^h[1-6]$/.test(name)) level = undefined;
        if (name === "pre") kept = Math.max(0, kept - 1);
      },
      ontext(piece) {
        if (skipped === 0) text += kept > 0 ? piece : piece.replace(/[^\S\u00a0]+/g, " ");
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  );
  parser.write(html);
  parser.end();
  row = null;
  end();
  return builder.finish();
}
