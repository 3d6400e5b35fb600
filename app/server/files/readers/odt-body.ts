/*
 * Converts an ODT's body, element by element, to Word events. Deletions are stored before the text
 * and reinserted at their positions; insertions lie between two markers.
 */
import { isTablePart, OdtTables, type Attribute } from "./odt-tables.ts";
import type { OdtStyles } from "./odt-styles.ts";
import { twips } from "./odt-styles.ts";
import { zonedMoment } from "./word-changes.ts";
import type { ReadComment, ReadComments } from "./word-comments.ts";
import { listStep, WordEvents, type SaidMark } from "./word-events.ts";
import type { WordBlock } from "./word-types.ts";
import type { WordNotes } from "./word-notes.ts";

type Region = { kind: "ins" | "del"; author: string; date: string; struck: Struck[] };
/** A deleted paragraph or part of one. */
type Struck = { style: string | undefined; isHeading: boolean; level: string | undefined; text: string };
type OpenList = { id: string; itemHasText: boolean };
type Paragraph = { marks: Map<SaidMark, boolean>; style: string | undefined; isEmpty: boolean; endsInSpace: boolean };

const emuPerTwip = 635;

export class OdtBody {
  #styles: OdtStyles;
  #events = new WordEvents();
  #outer: { events: WordEvents; id: string; paragraphs: Paragraph[] }[] = [];
  #notes = new Map<string, readonly WordBlock[]>();
  #named = new Set<string>();
  #regions = new Map<string, Region>();
  #region: Region | null = null;
  #takes: "author" | "date" | null = null;
  #inserting: string[] = [];
  #lists: OpenList[] = [];
  #listIds = new Map<string, string>();
  #lastList = new Map<string, string>();
  #listCount = 0;
  #tables = new OdtTables();
  #paragraphs: Paragraph[] = [];
  #spans: Map<SaidMark, boolean>[] = [];
  #comment: (ReadComment & { parent: string | undefined; isDone: boolean }) | null = null;
  #comments: ReadComment[] = [];
  #extended = new Map<string, { parent: string | undefined; isDone: boolean }>();
  #frame: { relation: string; alt: string; width: number; takesAlt: boolean } | null = null;
  #inText = false;
  #silent = 0;
  readonly main = this.#events.body;

  constructor(styles: OdtStyles) {
    this.#styles = styles;
  }

  get notes(): WordNotes {
    return { blocks: this.#notes, named: this.#named };
  }

  get comments(): ReadComments {
    return { comments: this.#comments, extended: this.#extended };
  }

  open = (name: string, attribute: Attribute, prefix: string): void => {
    if (!this.#inText) {
      if (prefix === "office" && name === "text") this.#inText = true;
      else this.#styles.events.open(name, attribute, prefix);
    } else if (silent.has(name)) this.#silent++;
    else if (this.#silent > 0) return;
    else if (this.#region !== null || name === "changed-region") this.#openRegion(name, attribute, prefix);
    else if (this.#comment !== null || name === "annotation" || name === "annotation-end") this.#openComment(name, attribute);
    else if (prefix === "table") this.#tables.open(this.#events, name, attribute);
    else if (prefix === "draw" || prefix === "svg") this.#openFrame(name, attribute);
    else if (prefix === "field") this.#openField(name, attribute);
    else if (prefix === "text") this.#openText(name, attribute);
  };

  close = (name: string, prefix: string): void => {
    if (!this.#inText) return this.#styles.events.close(name, prefix);
    if (silent.has(name)) this.#silent--;
    else if (this.#silent > 0) return;
    else if (this.#region !== null) this.#closeRegion(name);
    else if (this.#comment !== null) this.#closeComment(name);
    else if (isTablePart(name)) this.#tables.close(this.#events, name);
    else if (name === "frame") this.#closeFrame();
    else if (name === "title" || name === "desc") this.#frame && (this.#frame.takesAlt = false);
    else this.#closeText(name);
  };

  text = (text: string): void => {
    if (!this.#inText || this.#silent > 0) return;
    const struck = this.#region?.struck.at(-1);
    const known = this.#region ?? this.#comment;
    if (known !== null && this.#takes !== null) known[this.#takes] += text.trim();
    else if (struck !== undefined) struck.text += text.replace(/\s+/g, " ");
    else if (this.#comment !== null) this.#comment.text += text.replace(/\s+/g, " ");
    else if (this.#frame?.takesAlt) this.#frame.alt += text;
    else if (this.#region === null) this.#write(text.replace(/\s+/g, " "));
  };

  /** Collapses repeated and leading white space. */
  #write(given: string, isKept = false): void {
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph === undefined) return;
    const text = !isKept && paragraph.endsInSpace ? given.trimStart() : given;
    if (text === "") return;
    paragraph.endsInSpace = !isKept && text.endsWith(" ");
    paragraph.isEmpty = false;
    this.#events.run(text, this.#marks(paragraph));
  }

  #marks(paragraph: Paragraph): Set<SaidMark> {
    const on = new Set<SaidMark>();
    for (const marks of [paragraph.marks, ...this.#spans])
      for (const [mark, isOn] of marks) {
        if (isOn) on.add(mark);
        else on.delete(mark);
      }
    return on;
  }

  #openText(name: string, attribute: Attribute): void {
    const style = attribute("style-name");
    if (name === "p" || name === "h") this.#begin(style, name === "h" ? Number(attribute("outline-level")) || 1 : undefined);
    else if (name === "span") this.#spans.push(this.#styles.textMarks(style));
    else if (name === "a") this.#events.open("hyperlink", { id: attribute("href") });
    else if (name === "s") this.#write(" ".repeat(Math.min(50, Number(attribute("c")) || 1)), true);
    else if (name === "tab") this.#write("\t", true);
    else if (name === "line-break") this.#write("\n", true);
    else if (name === "list") this.#openList(attribute);
    else if (name === "list-item" || name === "list-header") this.#openItem(name, attribute("start-value"));
    else if (name === "note") this.#openNote(attribute);
    else if (name === "bookmark-ref" || name === "note-ref") {
      const isNumber = attribute("reference-format")?.startsWith("number");
      this.#events.beginField(` REF ${attribute("ref-name") ?? ""}${isNumber ? " \\w" : ""} \\h `);
    } else if (name.startsWith("bookmark")) this.#bookmark(name, attribute("name") ?? "");
    else if (name === "change-start") this.#beginInsertion(attribute("change-id") ?? "");
    else if (name === "change-end") this.#endInsertion(attribute("change-id") ?? "");
    else if (name === "change") this.#strike(this.#regions.get(attribute("change-id") ?? ""));
  }

  #closeText(name: string): void {
    if (name === "p" || name === "h") this.#end();
    else if (name === "span") this.#spans.pop();
    else if (name === "a") this.#events.close("hyperlink");
    else if (name === "list") this.#lists.pop();
    else if (name === "note") this.#closeNote();
    else if (name === "bookmark-ref" || name === "note-ref") this.#events.endField();
  }

  #begin(style: string | undefined, level?: number): void {
    const known = this.#styles.paragraph(style);
    const list = this.#lists.at(-1);
    const depth = this.#lists.length - 1;
    const isFirst = list !== undefined && !list.itemHasText && !this.#tables.isInside;
    if (list !== undefined) list.itemHasText = true;
    this.#events.paragraph({
      style: known.style,
      level: level ?? known.level,
      hasRule: known.hasRule,
      ...(isFirst ? { list: { id: list.id, depth } } : { indent: list === undefined ? known.indent : listStep * (depth + 1) }),
    });
    this.#paragraphs.push({ marks: this.#styles.paragraphMarks(style), style, isEmpty: true, endsInSpace: true });
  }

  #end(): void {
    this.#paragraphs.pop();
    this.#events.close("p");
  }

  #openList(attribute: Attribute): void {
    const outer = this.#lists.at(-1);
    const style = attribute("style-name") ?? "";
    const before = attribute("continue-list");
    const continued =
      before !== undefined
        ? this.#listIds.get(before)
        : attribute("continue-numbering") === "true"
          ? this.#lastList.get(style)
          : undefined;
    const id = outer !== undefined && style === "" ? outer.id : (continued ?? `list ${++this.#listCount}`);
    if (outer === undefined || style !== "") {
      if (continued === undefined) this.#styles.list(id, style);
      this.#lastList.set(style, id);
    }
    const name = attribute("id");
    if (name !== undefined) this.#listIds.set(name, id);
    this.#lists.push({ id, itemHasText: false });
  }

  #openItem(name: string, start: string | undefined): void {
    const list = this.#lists.at(-1);
    if (list === undefined) return;
    list.itemHasText = name === "list-header";
    if (start !== undefined) this.#styles.startsAt(list.id, this.#lists.length - 1, Number(start) || 1);
  }

  #openNote(attribute: Attribute): void {
    const id = `${this.#notes.size} ${attribute("id") ?? ""}`;
    this.#notes.set(`footnote ${id}`, []);
    this.#events.empty("footnoteReference", { id });
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph) [paragraph.endsInSpace, paragraph.isEmpty] = [false, false];
    this.#outer.push({ events: this.#events, id, paragraphs: this.#paragraphs });
    [this.#events, this.#paragraphs] = [new WordEvents(), []];
  }

  #closeNote(): void {
    const outer = this.#outer.pop();
    if (outer === undefined) return;
    const { blocks, named } = this.#events.body;
    this.#notes.set(`footnote ${outer.id}`, blocks);
    for (const one of named) this.#named.add(one);
    [this.#events, this.#paragraphs] = [outer.events, outer.paragraphs];
  }

  #bookmark(name: string, mark: string): void {
    if (name !== "bookmark-end") this.#events.empty("bookmarkStart", { id: mark, name: mark });
    if (name !== "bookmark-start") this.#events.empty("bookmarkEnd", { id: mark });
  }

  #openField(name: string, attribute: Attribute): void {
    if (name === "fieldmark-start") this.#events.empty("fldChar", { fldCharType: "begin" });
    else if (name === "param" && (attribute("name") ?? "").endsWith("code")) {
      this.#events.open("instrText");
      this.#events.body.text(attribute("value") ?? "");
      this.#events.close("instrText");
    } else if (name === "fieldmark-separator") this.#events.empty("fldChar", { fldCharType: "separate" });
    else if (name === "fieldmark-end") this.#events.endField();
  }

  #openFrame(name: string, attribute: Attribute): void {
    if (name === "frame") this.#frame = { relation: "", alt: "", width: twips(attribute("width")) * emuPerTwip, takesAlt: false };
    else if (this.#frame === null) return;
    else if (name === "image") this.#frame.relation ||= attribute("href") ?? "";
    else if ((name === "desc" || name === "title") && this.#frame.alt === "") this.#frame.takesAlt = true;
    // Text in a frame is separate from the surrounding text.
    else if (name === "text-box") this.#frame = null;
  }

  #closeFrame(): void {
    if (this.#frame !== null && this.#frame.relation !== "") this.#events.picture(this.#frame);
    this.#frame = null;
  }

  #openRegion(name: string, attribute: Attribute, prefix: string): void {
    if (name === "changed-region")
      this.#regions.set(attribute("id") ?? "", (this.#region = { kind: "ins", author: "", date: "", struck: [] }));
    const region = this.#region!;
    if (name === "deletion") region.kind = "del";
    else if (name === "creator") this.#takes = "author";
    else if (name === "date") this.#takes = "date";
    else if (prefix !== "text") return;
    const last = region.struck.at(-1);
    if (name === "p" || name === "h")
      region.struck.push({
        style: attribute("style-name"),
        isHeading: name === "h",
        level: attribute("outline-level"),
        text: "",
      });
    else if (last && name === "s") last.text += " ".repeat(Math.min(50, Number(attribute("c")) || 1));
    else if (last && name === "tab") last.text += "\t";
    else if (last && name === "line-break") last.text += "\n";
  }

  #closeRegion(name: string): void {
    if (name === "creator" || name === "date") this.#takes = null;
    else if (name === "changed-region") this.#region = null;
  }

  #change(region: Region): void {
    this.#events.open(region.kind, { author: region.author, date: zonedMoment(region.date) });
  }

  #beginInsertion(id: string): void {
    const region = this.#regions.get(id);
    if (region?.kind !== "ins") return;
    this.#inserting.push(id);
    this.#change(region);
  }

  #endInsertion(id: string): void {
    if (!this.#inserting.includes(id)) return;
    this.#inserting = this.#inserting.filter((one) => one !== id);
    this.#events.close("ins");
  }

  /** Paragraph by paragraph: every part but the last ends the paragraph it is in. */
  #strike(region: Region | undefined): void {
    const paragraph = this.#paragraphs.at(-1);
    if (region?.kind !== "del" || paragraph === undefined) return;
    const { struck } = region;
    for (const [i, part] of struck.entries()) {
      const isLast = i === struck.length - 1;
      const own = paragraph.style;
      // A paragraph deleted as a whole keeps its style.
      if (!isLast && this.#paragraphs.at(-1)!.isEmpty) {
        const { style, level } = this.#styles.paragraph(part.style);
        this.#events.properties({ style, level: part.isHeading ? Number(part.level) || 1 : level });
      }
      this.#change(region);
      const current = this.#paragraphs.at(-1)!;
      if (part.text !== "") {
        this.#events.run(part.text, new Set());
        current.isEmpty = false;
      }
      this.#events.close("del");
      if (isLast) continue;
      this.#end();
      this.#begin(own);
    }
    this.#paragraphs.at(-1)!.endsInSpace = struck.at(-1)?.text === "" && this.#paragraphs.at(-1)!.isEmpty;
  }

  #openComment(name: string, attribute: Attribute): void {
    if (name === "annotation-end") return this.#events.empty("commentRangeEnd", { id: attribute("name") });
    if (name === "annotation") {
      const id = attribute("name") ?? `here ${this.#comments.length}`;
      const isDone = attribute("resolved") === "true";
      this.#comment = { id, author: "", date: "", text: "", paragraphId: id, parent: attribute("parent-name"), isDone };
      this.#events.empty("commentRangeStart", { id });
      if (attribute("name") === undefined) this.#events.empty("commentRangeEnd", { id });
    } else if (name === "creator") this.#takes = "author";
    else if (name === "date") this.#takes = "date";
    else if ((name === "p" && this.#comment!.text !== "") || name === "line-break") this.#comment!.text += "\n";
  }

  #closeComment(name: string): void {
    if (name === "creator" || name === "date") this.#takes = null;
    if (name !== "annotation" || this.#comment === null) return;
    const { parent, isDone, ...comment } = this.#comment;
    this.#comments.push({ ...comment, date: zonedMoment(comment.date) });
    this.#extended.set(comment.id, { parent, isDone });
    this.#comment = null;
  }
}

/** Note numbers, and metadata only the program needs. */
const silent = new Set(["note-citation", "sequence-decls", "forms", "creator-initials", "sender-initials"]);
