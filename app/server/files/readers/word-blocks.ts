/*
 * The body of a Word document as paragraphs and tables, as its XML says them:
 * every run with its marks and with whether it was written in or struck, by
 * whom and when. What it means is word-document.ts's to say.
 */
import type { documentMarks } from "#core/document-schema.ts";
import type { ParagraphStyle } from "./word-numbering.ts";

export type WordChange = { kind: "ins" | "del"; author: string; date: string };
type MarkName = Exclude<keyof typeof documentMarks, "link">;
export type WordRun = {
  text: string;
  marks: MarkName[];
  change: WordChange | null;
  /** The id of a relation. */
  link?: string;
  /** The id of a footnote that is cited here. */
  note?: string;
};
export type WordParagraph = {
  kind: "paragraph";
  style: string;
  level?: number;
  numId?: string;
  depth: number;
  /** Twips from the margin. */
  indent: number;
  hasRule: boolean;
  runs: WordRun[];
};
type WordCell = { span: number; goesOn: boolean; blocks: WordBlock[] };
type WordRow = { isHeader: boolean; cells: WordCell[] };
export type WordBlock = WordParagraph | { kind: "table"; rows: WordRow[] };

type Attribute = (name: string) => string | undefined;
const markNames: Record<string, MarkName> = { b: "bold", i: "italic", u: "underline", strike: "strike" };
const changeKinds: Record<string, WordChange["kind"]> = { ins: "ins", moveTo: "ins", del: "del", moveFrom: "del" };

export class WordBlocks {
  blocks: WordBlock[] = [];
  pictures = 0;
  #styleOf: (id: string) => ParagraphStyle;
  /** Where blocks go: the body, or the cell that is being read. */
  #places: WordBlock[][] = [this.blocks];
  #tables: { rows: WordRow[] }[] = [];
  #paragraphs: WordParagraph[] = [];
  #changes: WordChange[] = [];
  #marks = new Set<MarkName>();
  #link: string | undefined;
  #takesText = false;
  #inParagraphProperties = 0;
  #inOldProperties = 0;
  #fallback = 0;

  constructor(styleOf: (id: string) => ParagraphStyle) {
    this.#styleOf = styleOf;
  }

  open = (name: string, attribute: Attribute, prefix = "w"): void => {
    if (name === "Fallback") this.#fallback++;
    // How something looked before a change of its looks is not how it looks.
    else if (name.endsWith("PrChange")) this.#inOldProperties++;
    if (this.#fallback > 0 || this.#inOldProperties > 0) return;
    if (this.#openTable(name, attribute)) return;
    if (this.#inParagraphProperties > 0 || name === "pPr") this.#openProperties(name, attribute);
    else this.#openText(name, attribute, prefix);
  };

  close = (name: string): void => {
    if (name === "Fallback") this.#fallback--;
    else if (name.endsWith("PrChange")) this.#inOldProperties--;
    if (this.#fallback > 0 || this.#inOldProperties > 0) return;
    if (name === "pPr") this.#inParagraphProperties--;
    if (this.#inParagraphProperties > 0) return;
    if (name in changeKinds) this.#changes.pop();
    else if (name === "t" || name === "delText") this.#takesText = false;
    else if (name === "hyperlink") this.#link = undefined;
    else if (name === "p") this.#places.at(-1)!.push(...optional(this.#paragraphs.pop()));
    else if (name === "tc") this.#places.pop();
    else if (name === "tbl") {
      const table = this.#tables.pop();
      if (table !== undefined) this.#places.at(-1)!.push({ kind: "table", rows: table.rows });
    }
  };

  text = (text: string): void => {
    if (this.#takesText && this.#fallback === 0) this.#write(text);
  };

  #openTable(name: string, attribute: Attribute): boolean {
    const row = this.#tables.at(-1)?.rows.at(-1);
    const cell = row?.cells.at(-1);
    if (name === "tbl") this.#tables.push({ rows: [] });
    else if (name === "tr") this.#tables.at(-1)?.rows.push({ isHeader: false, cells: [] });
    else if (name === "tc" && row !== undefined) {
      const blocks: WordBlock[] = [];
      row.cells.push({ span: 1, goesOn: false, blocks });
      this.#places.push(blocks);
    } else if (name === "tblHeader" && row !== undefined) row.isHeader = isOn(attribute("val"));
    else if (name === "gridSpan" && cell !== undefined) cell.span = Math.min(100, Math.max(1, Number(attribute("val")) || 1));
    else if (name === "vMerge" && cell !== undefined) cell.goesOn = attribute("val") !== "restart";
    else return false;
    return true;
  }

  #openProperties(name: string, attribute: Attribute): void {
    const paragraph = this.#paragraphs.at(-1);
    if (name === "pPr") this.#inParagraphProperties++;
    if (paragraph === undefined) return;
    const value = attribute("val") ?? "";
    if (name === "pStyle") {
      const { level, numId, depth = 0 } = this.#styleOf(value);
      Object.assign(paragraph, {
        style: value,
        depth,
        ...(level !== undefined && { level }),
        ...(numId !== undefined && { numId }),
      });
    } else if (name === "outlineLvl" && Number(value) < 9) paragraph.level = Number(value) + 1;
    else if (name === "numId") paragraph.numId = value;
    else if (name === "ilvl") paragraph.depth = Math.min(8, Math.max(0, Number(value) || 0));
    else if (name === "ind") paragraph.indent = Number(attribute("left") ?? attribute("start") ?? 0) || 0;
    else if (name === "bottom") paragraph.hasRule = true;
  }

  #openText(name: string, attribute: Attribute, prefix: string): void {
    if (name in changeKinds && prefix === "w")
      this.#changes.push({ kind: changeKinds[name]!, author: attribute("author") ?? "", date: attribute("date") ?? "" });
    else if (name === "p" && prefix === "w")
      this.#paragraphs.push({ kind: "paragraph", style: "", depth: 0, indent: 0, hasRule: false, runs: [] });
    else if (name === "r") this.#marks.clear();
    else if (name in markNames && prefix === "w") this.#mark(markNames[name]!, attribute("val"));
    else if (name === "rFonts" && /courier|consolas|mono/i.test(attribute("ascii") ?? "")) this.#marks.add("code");
    else if (name === "hyperlink") this.#link = attribute("id");
    else if (name === "t" || name === "delText") this.#takesText = prefix === "w";
    else if (name === "tab") this.#write("\t");
    else if (name === "br" || name === "cr") this.#write("\n");
    else if (name === "noBreakHyphen") this.#write("\u2011");
    else if (name === "footnoteReference") this.#paragraphs.at(-1)?.runs.push({ ...this.#run(""), note: attribute("id") ?? "" });
    else if (name === "drawing" || name === "pict") this.pictures++;
  }

  #mark(mark: MarkName, value: string | undefined): void {
    if (isOn(value) && value !== "none") this.#marks.add(mark);
    else this.#marks.delete(mark);
  }

  #write(text: string): void {
    const runs = this.#paragraphs.at(-1)?.runs;
    if (runs === undefined) return;
    const run = this.#run(text);
    const last = runs.at(-1);
    const isSame =
      last?.note === undefined && last?.link === run.link && last?.change === run.change && last?.marks.join() === run.marks.join();
    if (last !== undefined && isSame) last.text += text;
    else runs.push(run);
  }

  #run(text: string): WordRun {
    // In code nothing else shows.
    const marks: MarkName[] = this.#marks.has("code") ? ["code"] : [...this.#marks];
    return { text, marks, change: this.#changes.at(-1) ?? null, ...(this.#link !== undefined && { link: this.#link }) };
  }
}

function isOn(value: string | undefined): boolean {
  return value === undefined || !/^(?:0|false|off)$/.test(value);
}

function optional<T>(value: T | undefined): T[] {
  return value === undefined ? [] : [value];
}
