/*
 * A Word document's body as paragraphs and tables, close to its XML: each run has its marks and
 * whether, by whom and when it was inserted or deleted. word-document.ts interprets them.
 */
import { highlightOf, type Highlight } from "#core/document/document-schema.ts";
import { alignmentNamed, type ParagraphStyle } from "./word-numbering.ts";
import { WordLosses } from "./word-losses.ts";
import { hasCode, isOn, markNames, marksOfStyle, monospaced, raised, shownMarks } from "./word-run-marks.ts";
import { OpenFields } from "./open-fields.ts";
import { fieldOf } from "./word-references.ts";
import type { WordBlock, WordChange, WordLink, WordParagraph, WordPicture, WordRow, WordRun } from "./word-types.ts";
import type { MarkName } from "./word-numbering.ts";

/** Its result starts with the run at `from`. */
type Field = { instruction: string; paragraph: WordParagraph | undefined; from: number };
type OpenBookmark = { name: string; paragraph: WordParagraph; from: number };

type Attribute = (name: string) => string | undefined;
const changeKinds: Record<string, WordChange["kind"]> = { ins: "ins", moveTo: "ins", del: "del", moveFrom: "del" };

export class WordBlocks {
  blocks: WordBlock[] = [];
  pictures: WordPicture[] = [];
  readonly losses = new WordLosses();
  /** Between the margins, in twips; Word's default until the section specifies it. */
  textWidth = 9_026;
  /** Bookmarks that cross-references target. */
  named = new Set<string>();
  #styleOf: (id: string) => ParagraphStyle;
  /** Where blocks are added: the body, or the current cell. */
  #places: WordBlock[][] = [this.blocks];
  #tables: { rows: WordRow[] }[] = [];
  #paragraphs: WordParagraph[] = [];
  #changes: WordChange[] = [];
  #marks = new Set<MarkName>();
  #waiting: WordRun[] = [];
  #link: WordLink | undefined;
  #isMono = false;
  #highlight: Highlight | undefined;
  #part: string;
  #takesText = false;
  #inParagraphProperties = 0;
  #inRowProperties = false;
  #inOldProperties = 0;
  #oldLook: { marks: Set<MarkName>; author: string; date: string } | null = null;
  #fallback = 0;
  readonly #fields = new OpenFields<Field>();
  #takesInstruction = false;
  #bookmarks = new Map<string, OpenBookmark>();
  #waitingBookmarks: string[] = [];
  #picture: WordPicture | null = null;
  #pageWidth = 0;
  #begun = 0;
  #drawn = 0;

  /** `part` prefixes relationship names, because notes and body have separate namespaces. */
  constructor(styleOf: (id: string) => ParagraphStyle, part = "") {
    this.#styleOf = styleOf;
    this.#part = part;
  }

  open = (name: string, attribute: Attribute, prefix = "w"): void => {
    if (name === "Fallback") this.#fallback++;
    // The properties before a tracked formatting change aren't the current ones.
    else if (name.endsWith("PrChange")) this.#openOld(name, attribute);
    if (this.#fallback > 0) return;
    if (this.#inOldProperties > 0) return this.#readOld(name, attribute);
    this.losses.see(name, attribute);
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
    if (name in changeKinds && !this.#inRowProperties) this.#changes.pop();
    else if (name === "t" || name === "delText") this.#takesText = false;
    else if (name === "instrText" || name === "delInstrText") this.#takesInstruction = false;
    else if (name === "fldSimple") this.#endField();
    else if (name === "drawing" || name === "pict") this.#endPicture();
    else if (name === "hyperlink") this.#link = undefined;
    else if (name === "r") this.#endRun();
    else if (name === "p") this.#endParagraph();
    else if (name === "trPr") this.#inRowProperties = false;
    else if (name === "tc") this.#places.pop();
    else if (name === "tbl") {
      const table = this.#tables.pop();
      if (table !== undefined) this.#places.at(-1)!.push({ kind: "table", rows: table.rows });
    }
  };

  text = (text: string): void => {
    if (this.#fallback > 0) return;
    const field = this.#fields.last;
    if (this.#takesInstruction && field !== undefined) field.instruction += text;
    else if (this.#takesText) this.#write(text);
  };

  #openOld(name: string, attribute: Attribute): void {
    this.#inOldProperties++;
    const who = { author: attribute("author") ?? "", date: attribute("date") ?? "" };
    const paragraph = this.#paragraphs.at(-1);
    if (name === "rPrChange" && this.#inParagraphProperties === 0) this.#oldLook = { marks: new Set(), ...who };
    else if (name === "pPrChange" && paragraph)
      paragraph.looked = { level: undefined, align: layoutOf(this.#styleOf("")).align, ...who };
    else this.losses.unshownChange();
  }

  #readOld(name: string, attribute: Attribute): void {
    const paragraph = this.#paragraphs.at(-1);
    const value = attribute("val");
    if (name === "pStyle" && paragraph?.looked) this.#readOldStyle(paragraph.looked, value ?? "");
    else if (name === "jc" && paragraph?.looked) paragraph.looked.align = alignmentNamed(value ?? "");
    else if (name === "outlineLvl" && paragraph?.looked && Number(value) < 9) paragraph.looked.level = Number(value) + 1;
    else if (name in markNames && isOn(value) && value !== "none") this.#oldLook?.marks.add(markNames[name]!);
    else if (name === "vertAlign" && raised[value ?? ""]) this.#oldLook?.marks.add(raised[value!]!);
    else if (name === "rStyle" && this.#styleOf(value ?? "").isCode) this.#oldLook?.marks.add("code");
  }

  #readOldStyle(looked: NonNullable<WordParagraph["looked"]>, style: string): void {
    const { level, ...layout } = this.#styleOf(style);
    Object.assign(looked, { level, align: layoutOf(layout).align });
  }

  #openTable(name: string, attribute: Attribute): boolean {
    const row = this.#tables.at(-1)?.rows.at(-1);
    const cell = row?.cells.at(-1);
    if (name === "tbl") this.#tables.push({ rows: [] });
    else if (name === "tr") this.#tables.at(-1)?.rows.push({ isHeader: false, cells: [] });
    else if (name === "tc" && row !== undefined) {
      const blocks: WordBlock[] = [];
      row.cells.push({ span: 1, resumes: false, blocks });
      this.#places.push(blocks);
    } else if (name === "trPr") this.#inRowProperties = true;
    else if (this.#inRowProperties && row !== undefined && (name === "ins" || name === "del"))
      row.change = changeOf(changeKinds[name]!, attribute);
    else if (name === "tblHeader" && row !== undefined) row.isHeader = isOn(attribute("val"));
    else if (name === "gridSpan" && cell !== undefined) cell.span = Math.min(100, Math.max(1, Number(attribute("val")) || 1));
    else if (name === "vMerge" && cell !== undefined) cell.resumes = attribute("val") !== "restart";
    else return false;
    return true;
  }

  #openProperties(name: string, attribute: Attribute): void {
    const paragraph = this.#paragraphs.at(-1);
    if (name === "pPr") this.#inParagraphProperties++;
    if (paragraph === undefined) return;
    const value = attribute("val") ?? "";
    if (name === "pStyle") {
      const { level, numId, depth = 0, ...layout } = this.#styleOf(value);
      Object.assign(paragraph, {
        ...layoutOf(layout),
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
    else if (name === "jc") paragraph.align = alignmentNamed(value);
    else if (name === "pageBreakBefore") paragraph.startsPage = isOn(attribute("val"));
    else if (name in changeKinds) paragraph.mark = changeOf(changeKinds[name]!, attribute);
  }

  #openText(name: string, attribute: Attribute, prefix: string): void {
    if (name in changeKinds && prefix === "w") this.#changes.push(changeOf(changeKinds[name]!, attribute));
    else if (name === "p" && prefix === "w") this.#paragraphs.push(this.#newParagraph());
    else if (name === "r") {
      this.#marks.clear();
      this.#isMono = false;
      this.#highlight = undefined;
      this.#oldLook = null;
    } else if (name in markNames && prefix === "w") this.#mark(markNames[name]!, attribute("val"));
    else if (name === "vertAlign") this.#raise(attribute("val") ?? "");
    else if (name === "highlight" && attribute("val") !== "none") this.#highlight = highlightOf(attribute("val"));
    else if (name === "rStyle") for (const mark of marksOfStyle(this.#styleOf(attribute("val") ?? ""))) this.#marks.add(mark);
    else if (name === "rFonts") this.#isMono = monospaced.test(attribute("ascii") ?? "");
    else if (name === "hyperlink") this.#beginLink(attribute("id"), attribute("anchor"));
    else if (name === "t" || name === "delText") this.#takesText = prefix === "w";
    else if (name === "tab") this.#write("\t");
    else if (name === "br" && attribute("type") === "page") this.#breakPage();
    else if (name === "br" || name === "cr") this.#write("\n");
    else if (name === "noBreakHyphen") this.#write("\u2011");
    else if (name === "footnoteReference" || name === "endnoteReference")
      this.#paragraphs
        .at(-1)
        ?.runs.push({ ...this.#run(""), note: `${name.slice(0, -"Reference".length)} ${attribute("id") ?? ""}` });
    else this.#openMarks(name, attribute);
  }

  /** Without a relationship, the target is in the file itself. */
  #beginLink(relation: string | undefined, anchor = ""): void {
    this.#link = relation === undefined ? undefined : { relation: this.#part + relation, anchor };
  }

  /** What was changed of its formatting may be nothing that a draft has. */
  #endRun(): void {
    if (this.#oldLook !== null && this.#run("").looked === undefined) this.losses.unshownChange();
    this.#oldLook = null;
  }

  #endParagraph(): void {
    this.#fields.endParagraph();
    const paragraph = this.#paragraphs.pop();
    if (paragraph === undefined) return;
    const { looked, level, align } = paragraph;
    if (looked && (looked.level ?? 0) === (level ?? 0) && looked.align === align) this.losses.unshownChange();
    if (hasCode(paragraph.runs)) for (const run of paragraph.runs) if (run.isMono && !run.link) run.marks = ["code"];
    this.#places.at(-1)!.push(paragraph);
  }

  #newParagraph(): WordParagraph {
    const [runs, bookmarks] = [this.#waiting.splice(0), this.#waitingBookmarks.splice(0)];
    const layout = layoutOf(this.#styleOf(""));
    return {
      kind: "paragraph",
      style: "",
      depth: 0,
      indent: 0,
      hasRule: false,
      ...layout,
      bookmarks,
      numbers: [this.#begun++],
      runs,
    };
  }

  #breakPage(): void {
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph === undefined || this.#changes.at(-1)?.kind === "ins") return;
    if (paragraph.runs.some(({ text }) => text.trim() !== "")) paragraph.endsPage = true;
    else paragraph.startsPage = true;
  }

  /** Non-text content between words. */
  #openMarks(name: string, attribute: Attribute): void {
    if (name === "fldSimple") this.#beginField(attribute("instr") ?? "", "result");
    else if (name === "fldChar") this.#turnField(attribute("fldCharType"));
    else if (name === "instrText" || name === "delInstrText") this.#takesInstruction = true;
    else if (name === "bookmarkStart") this.#beginBookmark(attribute("id") ?? "", attribute("name") ?? "");
    else if (name === "bookmarkEnd") this.#endBookmark(attribute("id") ?? "");
    else if (name === "drawing" || name === "pict") this.#picture = { relation: "", alt: "", width: 0, number: this.#drawn++ };
    else if (this.#picture !== null) this.#openPicture(this.#picture, name, attribute);
    else if (name === "pgSz") this.#pageWidth = Number(attribute("w")) || 0;
    else if (name === "pgMar") {
      const width = this.#pageWidth - (Number(attribute("left")) || 0) - (Number(attribute("right")) || 0);
      if (width > 0) this.textWidth = width;
    } else if (name === "commentRangeStart" || name === "commentRangeEnd")
      this.#comment(attribute("id") ?? "", name === "commentRangeStart");
  }

  #beginField(instruction: string, part?: "result"): void {
    const paragraph = this.#paragraphs.at(-1);
    this.#fields.begin({ instruction, paragraph, from: paragraph?.runs.length ?? 0 }, part);
  }

  #turnField(turn: string | undefined): void {
    const field = this.#fields.last;
    if (turn === "begin") this.#beginField("");
    else if (turn === "separate" && field !== undefined) {
      this.#fields.separate();
      field.paragraph = this.#paragraphs.at(-1);
      field.from = field.paragraph?.runs.length ?? 0;
    } else if (turn === "end") this.#endField();
  }

  /** A cross-reference's whole result becomes one run. */
  #endField(): void {
    const isPart = this.#fields.around !== undefined;
    const { instruction, paragraph, from } = this.#fields.end() ?? { instruction: "", paragraph: undefined, from: 0 };
    if (isPart) return;
    this.losses.field(instruction);
    const field = fieldOf(instruction);
    if (field === null || paragraph === undefined || paragraph !== this.#paragraphs.at(-1)) return;
    const [first, ...more] = paragraph.runs.slice(from);
    if (first === undefined || [first, ...more].some((run) => run.comment || run.note !== undefined || run.field)) return;
    this.named.add(field.bookmark);
    paragraph.runs.splice(from, more.length + 1, { ...first, text: [first, ...more].map(({ text }) => text).join(""), field });
  }

  #beginBookmark(id: string, name: string): void {
    const paragraph = this.#paragraphs.at(-1);
    // Between two paragraphs, it starts with the next.
    if (paragraph === undefined) this.#waitingBookmarks.push(name);
    else {
      paragraph.bookmarks.push(name);
      this.#bookmarks.set(id, { name, paragraph, from: paragraph.runs.length });
    }
  }

  /** A bookmark around nothing but a note's mark belongs to the note. */
  #endBookmark(id: string): void {
    const { name, paragraph, from } = this.#bookmarks.get(id) ?? {};
    this.#bookmarks.delete(id);
    if (name === undefined || paragraph === undefined || paragraph !== this.#paragraphs.at(-1)) return;
    const held = paragraph.runs.slice(from).filter((run) => run.text !== "" || run.note !== undefined);
    if (held.length !== 1 || held[0]!.note === undefined) return;
    (held[0]!.bookmarks ??= []).push(name);
    paragraph.bookmarks = paragraph.bookmarks.filter((one) => one !== name);
  }

  #openPicture(picture: WordPicture, name: string, attribute: Attribute): void {
    if (name === "blip") picture.relation ||= attribute("embed") ?? "";
    else if (name === "imagedata") picture.relation ||= attribute("id") ?? "";
    else if (name === "docPr") picture.alt ||= attribute("descr") ?? "";
    else if (name === "shape") picture.alt ||= attribute("alt") ?? "";
    else if (name === "extent") picture.width ||= Number(attribute("cx")) || 0;
  }

  #endPicture(): void {
    const picture = this.#picture;
    this.#picture = null;
    if (picture === null) return;
    this.pictures.push(picture);
    this.#paragraphs.at(-1)?.runs.push({ ...this.#run(""), picture });
  }

  #comment(id: string, isStart: boolean): void {
    const edge: WordRun = { text: "", marks: [], change: null, comment: { id, isStart } };
    const paragraph = this.#paragraphs.at(-1);
    // Between two paragraphs: it starts with the next, or ended with the last.
    if (paragraph !== undefined) paragraph.runs.push(edge);
    else if (isStart) this.#waiting.push(edge);
    else lastParagraph(this.#places.at(-1)!)?.runs.push(edge);
  }

  #mark(mark: MarkName, value: string | undefined): void {
    if (isOn(value) && value !== "none") this.#marks.add(mark);
    else this.#marks.delete(mark);
  }

  #raise(value: string): void {
    this.#marks.delete("superscript");
    this.#marks.delete("subscript");
    if (raised[value]) this.#marks.add(raised[value]);
  }

  #write(text: string): void {
    const runs = this.#paragraphs.at(-1)?.runs;
    // Text inserted by one person and deleted by another exists neither before nor after.
    const isNever = this.#changes.at(-1)?.kind === "del" && this.#changes.some(({ kind }) => kind === "ins");
    if (runs === undefined || isNever || this.#fields.around) return;
    const run = this.#run(text);
    const last = runs.at(-1);
    // The content of a field or bookmark starts with a new run.
    const isEdge = [...this.#fields.all, ...this.#bookmarks.values()].some(({ from }) => from === runs.length);
    const isSame =
      !isEdge &&
      last?.field === undefined &&
      last?.picture === undefined &&
      last?.note === undefined &&
      last?.comment === undefined &&
      last?.link === run.link &&
      last?.change === run.change &&
      last?.isMono === run.isMono &&
      last?.highlight === run.highlight &&
      last?.looked?.author === run.looked?.author &&
      last?.looked?.marks.join() === run.looked?.marks.join() &&
      last?.marks.join() === run.marks.join();
    if (last !== undefined && isSame) last.text += text;
    else runs.push(run);
  }

  #run(text: string): WordRun {
    const marks = shownMarks(this.#marks);
    const old = this.#oldLook;
    const looked = old && { marks: shownMarks(old.marks), author: old.author, date: old.date };
    const isOtherwise = looked !== null && looked.marks.toSorted().join() !== marks.toSorted().join();
    const change = this.#changes.at(-1) ?? null;
    return {
      text,
      marks,
      change,
      ...(this.#link !== undefined && { link: this.#link }),
      ...(this.#isMono && { isMono: true }),
      ...(this.#highlight !== undefined && { highlight: this.#highlight }),
      ...(isOtherwise && { looked }),
    };
  }
}

const layoutOf = ({ align = null, startsPage = false }: ParagraphStyle) => ({ align, startsPage });

function changeOf(kind: WordChange["kind"], attribute: Attribute): WordChange {
  return { kind, author: attribute("author") ?? "", date: attribute("date") ?? "" };
}

function lastParagraph(blocks: readonly WordBlock[]): WordParagraph | undefined {
  return blocks.findLast((block) => block.kind === "paragraph");
}
