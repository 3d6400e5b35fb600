/*
 * DOCX: the text with all tracked changes accepted, as Word prints it, including clause numbers,
 * headings, tables and notes. Tracked deletions are omitted, with a notice.
 */
import type { FileText } from "#core/sources/file-text.ts";
import { DocumentBuilder } from "../document-builder.ts";
import type { Archive } from "../zip.ts";
import { refuseRemoteParts } from "./relations.ts";
import { readStyles, WordNumbering, type ParagraphStyle } from "./word-numbering.ts";
import { WordParts } from "./word-parts.ts";
import { readXml } from "./xml.ts";

type Paragraph = { text: string; style: ParagraphStyle; direct: ParagraphStyle };

export const trackedNotice =
  "This document has tracked changes. It was read as if they were all accepted; deleted text was left out.";

export async function readWord(archive: Archive): Promise<FileText> {
  await refuseRemoteParts(archive);
  const parts = await WordParts.of(archive);
  const builder = new DocumentBuilder();
  const styleOf = await readStyles(parts);
  const body = new WordBody(builder, await WordNumbering.read(parts), styleOf);
  await readXml(parts.text(), body);
  for (const [part, title] of [
    ["footnotes", "Footnotes"],
    ["endnotes", "Endnotes"],
  ] as const) {
    const notes = parts.part(part);
    if (notes === null) continue;
    const found: string[] = [];
    const reader = new WordBody(
      {
        heading: (_, text) => found.push(text),
        paragraph: (text) => found.push(text),
        row: (cells) => found.push(cells.join(" | ")),
      },
      new WordNumbering(),
      styleOf,
    );
    await readXml(notes, reader);
    const said = found.filter((text) => text.trim() !== "");
    if (said.length > 0) builder.heading(1, title);
    for (const text of said) builder.paragraph(text);
  }
  if (body.hasChanges) builder.notice(trackedNotice);
  return builder.finish();
}

type Sink = Pick<DocumentBuilder, "heading" | "paragraph" | "row">;

class WordBody {
  hasChanges = false;
  #sink: Sink;
  #numbering: WordNumbering;
  #styleOf: (id: string) => ParagraphStyle;
  /** A text box is inside a paragraph and has paragraphs of its own. */
  #open: Paragraph[] = [];
  #rows: string[][] = [];
  #takesText = false;
  #struck = 0;
  #fallback = 0;

  constructor(sink: Sink, numbering: WordNumbering, styleOf: (id: string) => ParagraphStyle) {
    this.#sink = sink;
    this.#numbering = numbering;
    this.#styleOf = styleOf;
  }

  open = (name: string, attribute: (name: string) => string | undefined): void => {
    const paragraph = this.#open.at(-1);
    switch (name) {
      case "p":
        this.#open.push({ text: "", style: {}, direct: {} });
        break;
      case "pStyle":
        if (paragraph) paragraph.style = this.#styleOf(attribute("val") ?? "");
        break;
      case "outlineLvl":
        if (paragraph && Number(attribute("val")) < 9) paragraph.direct.level = Number(attribute("val")) + 1;
        break;
      case "numId":
        if (paragraph) paragraph.direct.numId = attribute("val") ?? "";
        break;
      case "ilvl":
        if (paragraph) paragraph.direct.depth = Number(attribute("val"));
        break;
      case "t":
        this.#takesText = true;
        break;
      case "tab":
        // Within paragraph properties it is a tab stop.
        if (attribute("pos") === undefined) this.#write("\t");
        break;
      case "br":
      case "cr":
        this.#write("\n");
        break;
      case "noBreakHyphen":
        this.#write("\u2011");
        break;
      case "tr":
        this.#rows.push([]);
        break;
      case "tc":
        this.#rows.at(-1)?.push("");
        break;
      case "del":
      case "moveFrom":
        this.#struck++;
        this.hasChanges = true;
        break;
      case "ins":
      case "moveTo":
        this.hasChanges = true;
        break;
      case "Fallback":
        this.#fallback++;
        break;
    }
  };

  close = (name: string): void => {
    switch (name) {
      case "t":
        this.#takesText = false;
        break;
      case "del":
      case "moveFrom":
        this.#struck--;
        break;
      case "Fallback":
        this.#fallback--;
        break;
      case "p":
        this.#end(this.#open.pop()!);
        break;
      case "tr": {
        const row = this.#rows.pop()!;
        if (this.#rows.length === 0) this.#sink.row(row);
        else this.#cell(row.join(" "));
        break;
      }
    }
  };

  text = (text: string): void => {
    if (this.#takesText) this.#write(text);
  };

  #write(text: string): void {
    const paragraph = this.#open.at(-1);
    if (paragraph && this.#struck === 0 && this.#fallback === 0) paragraph.text += text;
  }

  #end({ text, style, direct }: Paragraph): void {
    const { level, numId, depth } = { ...style, ...direct };
    const number = numId === undefined || numId === "0" ? "" : this.#numbering.next(numId, depth ?? 0);
    const written = text.trim() === "" ? "" : number === "" ? text : `${number} ${text.trimStart()}`;
    if (this.#rows.length > 0) this.#cell(written);
    else if (level !== undefined && written.length < 300) this.#sink.heading(level, written);
    else this.#sink.paragraph(written);
  }

  #cell(text: string): void {
    const row = this.#rows.at(-1)!;
    if (row.length === 0) row.push("");
    row[row.length - 1] += `${row.at(-1) === "" ? "" : " "}${text}`;
  }
}
