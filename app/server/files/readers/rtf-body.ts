/*
 * Converts an RTF's body, control word by control word, to Word events. Groups without text are
 * collected if they hold useful data (a bookmark, an author, picture bytes) or skipped.
 */
import { Unreadable } from "../unreadable.ts";
import { RtfHead } from "./rtf-head.ts";
import { characters, charsets, codePageOf, decoderFor, deepest, hasBinary, token, tooDeep } from "./rtf-words.ts";
import { headers, isGathered, known, markWords, momentOf, skipped, underlines, type Gathered } from "./rtf-groups.ts";
import { newParagraph, newStory, type Paragraph, type Story } from "./rtf-story.ts";
import type { WordBlock } from "./word-types.ts";
import type { ReadComment } from "./word-comments.ts";
import type { SaidMark } from "./word-events.ts";

type Change = { kind: "ins" | "del"; author: number; date: number };
type Destination = Gathered | "text" | "style" | "font" | "skipped" | "lists" | "authors" | "field" | "note" | "box" | "annotation";
type Group = {
  into: Destination;
  marks: Set<SaidMark>;
  font: number;
  afterUnicode: number;
  change: Change | null;
  /** Text collected by a group. */
  words: { text: string };
};
type Field = { instruction: string; end: "hyperlink" | "field" | null };
type Picture = { type: string; width: number; scale: number; alt: string };

const emuPerTwip = 635;
const holdsText: ReadonlySet<Destination> = new Set(["text", "field", "note", "box"]);

export class RtfBody {
  readonly head = new RtfHead();
  notes = new Map<string, readonly WordBlock[]>();
  named = new Set<string>();
  comments: ReadComment[] = [];
  pictures = new Map<string, { name: string; hex: string }>();
  hasHeaders = false;
  /** Between the margins, in twips. */
  textWidth = 0;
  #page: Record<string, number> = { paperw: 12_240, margl: 1_800, margr: 1_800 };
  #story: Story = newStory();
  #outer: Story[] = [];
  /** The paragraphs that text boxes stand in. */
  #around: Paragraph[] = [];
  #groups: Group[] = [];
  #group: Group = { into: "text", marks: new Set(), font: -1, afterUnicode: 1, change: null, words: { text: "" } };
  #fields: Field[] = [];
  #styleNumber = 0;
  #border = "";
  #author = "";
  #comment: ReadComment | null = null;
  #picture: Picture = { type: "", width: 0, scale: 100, alt: "" };
  #pictureName = "";
  #ignored = 0;
  #bytes: number[] = [];
  #codePage: string | undefined;
  readonly main = this.#story.events.body;

  read(source: string): void {
    this.#codePage = codePageOf(source);
    let isStarred = false;
    for (const [, word, number, hex, symbol, brace, text] of source.matchAll(token)) {
      if (hex === undefined) this.#flush();
      if (brace === "{") this.#open();
      else if (brace === "}") this.#close();
      else if (word !== undefined) this.#word(word, number === undefined ? undefined : Number(number), isStarred);
      else if (hex !== undefined) {
        if (this.#ignored > 0) this.#ignored--;
        else this.#bytes.push(Number.parseInt(hex, 16));
      } else if (symbol !== undefined) this.#symbol(symbol);
      else if (text !== undefined) {
        const kept = text.slice(this.#ignored);
        this.#ignored = Math.max(0, this.#ignored - text.length);
        this.#bytes.push(...Buffer.from(kept, "latin1"));
        this.#flush();
      }
      isStarred = symbol === "*";
    }
    this.#flush();
    this.#endParagraph(false);
    this.#story.table.end(this.#story.events);
    const { paperw = 0, margl = 0, margr = 0 } = this.#page;
    this.textWidth = paperw - margl - margr;
  }

  #open(): void {
    if (this.#groups.length > deepest) throw new Unreadable(tooDeep);
    this.#groups.push(this.#group);
    const { into, ...rest } = this.#group;
    const inner = into === "style" || into === "authors" || into === "font";
    this.#group = { ...rest, into, marks: new Set(rest.marks), ...(inner && { words: { text: "" } }) };
  }

  #close(): void {
    const [closed, outer] = [this.#group, this.#groups.pop()];
    if (outer === undefined) return;
    this.#group = outer;
    if (closed.words !== outer.words) this.#said(closed);
    if (closed.into !== outer.into) this.#left(closed.into);
  }

  /** Handles the end of a group whose text is a single value. */
  #said({ into, words: { text }, marks }: Group): void {
    const { events } = this.#story;
    const name = text.trim();
    if (into === "style" && name !== "") this.#style(name.replace(/;$/, ""), marks);
    else if (into === "font" && name !== "") this.#mono(name);
    else if (into === "authors" && name !== "") this.head.authors.push(name.replace(/;$/, ""));
    else if (into === "leveltext") this.head.levelText(text.replace(/;$/, ""));
    else if (into === "fldinst") this.#fields.at(-1)!.instruction += text;
    else if (into === "bkmkstart") this.#inParagraph("bookmarkStart", { id: name, name });
    else if (into === "bkmkend") this.#inParagraph("bookmarkEnd", { id: name });
    else if (into === "atrfstart") this.#inParagraph("commentRangeStart", { id: name });
    else if (into === "atrfend") events.empty("commentRangeEnd", { id: name });
    else if (into === "atnauthor") this.#author = name;
    else if (into === "atnref" && this.#comment) this.#comment.id = this.#comment.paragraphId = name;
    else if (into === "atndate" && this.#comment) this.#comment.date = momentOf(Number(name));
    else if (into === "sn") this.#pictureName = name;
    else if (into === "sv" && this.#pictureName === "wzDescription") this.#picture.alt = name;
    else if (into === "pict") this.#drawn(name.replace(/[^0-9a-f]/gi, ""));
  }

  #left(into: Destination): void {
    if (into === "field") this.#endField(this.#fields.pop());
    else if (into === "note") this.#endNote();
    else if (into === "box") this.#endBox();
    else if (into === "annotation" && this.#comment) {
      this.comments.push(this.#comment);
      this.#comment = null;
    }
  }

  #into(destination: Destination): void {
    this.#group.into = destination;
    this.#group.words = { text: "" };
  }

  #word(word: string, value: number | undefined, isStarred: boolean): void {
    const { into } = this.#group;
    if (word === "bin") throw new Unreadable(hasBinary);
    if (into === "skipped") return;
    if (headers.has(word)) {
      this.hasHeaders ||= word.startsWith("header");
      this.#group.into = "skipped";
    } else if (skipped.has(word)) this.#group.into = "skipped";
    else if (isGathered(word)) this.#gather(word);
    else if (word === "stylesheet") this.#into("style");
    else if (word === "fonttbl") this.#into("font");
    else if (word === "revtbl") this.#into("authors");
    else if (word === "listtable" || word === "listoverridetable") this.#group.into = "lists";
    else if (word === "footnote") this.#beginNote();
    else if (word === "shptxt") this.#beginBox();
    else if (word === "annotation") this.#beginComment();
    else if (word === "field") {
      this.#group.into = "field";
      this.#fields.push({ instruction: "", end: null });
    } else if (word === "fldrslt") this.#beginField(this.#fields.at(-1));
    else if (isStarred && !known.has(word)) this.#group.into = "skipped";
    else if (into === "lists") this.head.listWord(word, value ?? 0);
    else if (into === "pict") this.#pictureWord(word, value ?? 0);
    else this.#textWord(word, value);
  }

  #gather(word: Gathered): void {
    this.#into(word);
    if (word === "pict") this.#picture = { type: "", width: 0, scale: 100, alt: "" };
  }

  #textWord(word: string, value: number | undefined): void {
    const { into } = this.#group;
    const { paragraph, table } = this.#story;
    if (this.#look(word, value)) return;
    if (into === "font") {
      if (word === "f") this.#styleNumber = value ?? 0;
      else if (word === "fcharset") this.head.fonts.set(this.#styleNumber, { charset: value ?? 0, isMono: false });
    } else if (into === "style") this.#styleWord(word, value);
    else if (word === "u" && value !== undefined) {
      this.#write(String.fromCharCode(value < 0 ? value + 65_536 : value));
      this.#ignored = this.#group.afterUnicode;
    } else if (characters[word] !== undefined) this.#write(characters[word]);
    else if (word === "par") this.#endParagraph(true);
    else if ((word === "sect" || word === "page") && paragraph.isOpen) this.#endParagraph(true);
    else if (word === "pard") Object.assign(paragraph, newParagraph(), { isOpen: paragraph.isOpen });
    else if (word === "s") paragraph.style = value ?? 0;
    else if (word === "ls") paragraph.list = value ?? 0;
    else if (word === "ilvl") paragraph.depth = Math.min(8, value ?? 0);
    else if (word === "li") paragraph.indent = value ?? 0;
    else if (word === "outlinelevel" && value !== undefined && value < 9) paragraph.level = value + 1;
    else if (word === "intbl") paragraph.inTable = true;
    else if (word === "nestcell") this.#endParagraph(false);
    else if (word === "cell") this.#endCell();
    else if (word === "row") table.endRow(this.#story.events);
    else if (word.startsWith("brdr")) this.#borderWord(word);
    else if (word in this.#page) this.#page[word] = value ?? 0;
    else table.word(word, value ?? 0);
  }

  /** Handles character formatting. */
  #look(word: string, value: number | undefined): boolean {
    const group = this.#group;
    const isOn = value !== 0;
    const set = (mark: SaidMark, on: boolean) => (on ? group.marks.add(mark) : group.marks.delete(mark));
    if (word === "plain") {
      group.marks.clear();
      group.change = null;
    } else if (markWords[word] !== undefined) set(markWords[word], isOn);
    else if (underlines.has(word)) set("underline", isOn);
    else if (word === "nosupersub") {
      set("superscript", false);
      set("subscript", false);
    } else if (word === "ulnone") set("underline", false);
    else if (word === "f" && group.into !== "font") {
      group.font = value ?? -1;
      set("mono", this.head.fonts.get(group.font)?.isMono ?? false);
    } else if (word === "uc") group.afterUnicode = value ?? 1;
    else if (word === "revised" || word === "deleted")
      group.change = isOn ? { kind: word === "revised" ? "ins" : "del", author: 0, date: 0 } : null;
    else if (word === "revauth" || word === "revauthdel") group.change &&= { ...group.change, author: value ?? 0 };
    else if (word === "revdttm" || word === "revdttmdel") group.change &&= { ...group.change, date: value ?? 0 };
    else return false;
    return true;
  }

  #styleWord(word: string, value = 0): void {
    if (word === "s" || word === "cs" || word === "ds") {
      this.#styleNumber = word === "s" ? value : -1;
      this.head.styles.set(this.#styleNumber, { name: "", basedOn: undefined, level: undefined, marks: new Set(), indent: 0 });
    }
    const style = this.head.styles.get(this.#styleNumber);
    if (word === "sbasedon" && style && value !== this.#styleNumber) style.basedOn = value;
    else if (word === "outlinelevel" && style && value < 9) style.level = value + 1;
    else if (word === "li" && style) style.indent = value;
  }

  #style(name: string, marks: Set<SaidMark>): void {
    Object.assign(this.head.styles.get(this.#styleNumber) ?? {}, { name, marks });
  }

  #mono(name: string): void {
    const font = this.head.fonts.get(this.#styleNumber) ?? { charset: 0 };
    this.head.fonts.set(this.#styleNumber, { ...font, isMono: /courier|consolas|mono/i.test(name) });
  }

  #borderWord(word: string): void {
    if (/^brdr[tblr]$/.test(word)) this.#border = word;
    else if (this.#border === "brdrb" && /^brdr(?:s|th|db|dot|dash|hair)$/.test(word)) this.#story.paragraph.hasRule = true;
  }

  #symbol(symbol: string): void {
    if (symbol === "~") this.#write("\u00a0");
    else if (symbol === "_") this.#write("\u2011");
    else if (symbol === "\n" || symbol === "\r") this.#endParagraph(true);
    else if ("\\{}".includes(symbol)) this.#write(symbol);
  }

  #flush(): void {
    if (this.#bytes.length === 0) return;
    const bytes = Uint8Array.from(this.#bytes.splice(0));
    if (this.#group.into === "leveltext") return this.#write(String.fromCharCode(...bytes));
    const charset = this.head.fonts.get(this.#group.font)?.charset ?? 0;
    this.#write(decoderFor(charsets[charset] ?? this.#codePage).decode(bytes));
  }

  #write(text: string): void {
    const { into, words, change, marks } = this.#group;
    if (into === "skipped" || into === "lists") return;
    if (into === "annotation") {
      if (this.#comment) this.#comment.text += text;
    } else if (!holdsText.has(into)) words.text += text;
    else {
      const { events, paragraph } = this.#story;
      this.#beginParagraph();
      const own = this.head.style(paragraph.style).marks;
      const shown = new Set([...marks].filter((mark) => !own.has(mark)));
      // Links are underlined by default.
      if (this.#fields.some(({ end }) => end === "hyperlink")) shown.delete("underline");
      if (change !== null)
        events.open(change.kind, { author: this.head.authors[change.author] ?? "", date: momentOf(change.date) });
      events.run(text, shown);
      if (change !== null) events.close(change.kind);
    }
  }

  #beginParagraph(): void {
    const { paragraph, events, table } = this.#story;
    if (paragraph.isOpen) return;
    if (paragraph.inTable) table.beginCell(events);
    else table.end(events);
    events.open("p");
    paragraph.isOpen = true;
  }

  #inParagraph(name: string, attributes: Record<string, string>): void {
    this.#beginParagraph();
    this.#story.events.empty(name, attributes);
  }

  #endParagraph(isWritten: boolean): void {
    if (this.#group.into === "annotation" && this.#comment) {
      this.#comment.text += "\n";
      return;
    }
    const { paragraph, events } = this.#story;
    if (isWritten) this.#beginParagraph();
    if (!paragraph.isOpen) return;
    const style = this.head.style(paragraph.style);
    events.properties({
      style: style.called,
      level: paragraph.level ?? style.level,
      ...(paragraph.list > 0 && { list: { id: String(paragraph.list), depth: paragraph.depth } }),
      indent: paragraph.indent === style.indent ? 0 : paragraph.indent,
      hasRule: paragraph.hasRule,
    });
    events.close("p");
    paragraph.isOpen = false;
  }

  #endCell(): void {
    const { paragraph, events, table } = this.#story;
    paragraph.inTable = true;
    if (!paragraph.isOpen) table.beginCell(events);
    this.#endParagraph(false);
    table.endCell(events);
  }

  #beginNote(): void {
    const id = String(this.notes.size);
    this.notes.set(`footnote ${id}`, []);
    this.#inParagraph("footnoteReference", { id });
    this.#outer.push(this.#story);
    this.#story = newStory();
    this.#into("note");
  }

  #endNote(): void {
    const outer = this.#outer.pop();
    if (outer === undefined) return;
    this.#endParagraph(false);
    const { blocks, named } = this.#story.events.body;
    this.notes.set(`footnote ${this.notes.size - 1}`, blocks);
    for (const one of named) this.named.add(one);
    this.#story = outer;
  }

  /** Its paragraphs come before the one that it stands in, as in a Word file. */
  #beginBox(): void {
    this.#beginParagraph();
    this.#around.push(this.#story.paragraph);
    this.#story.paragraph = newParagraph();
    this.#into("box");
  }

  #endBox(): void {
    const around = this.#around.pop();
    if (around === undefined) return;
    this.#endParagraph(false);
    this.#story.paragraph = around;
  }

  #beginComment(): void {
    const id = `here ${this.comments.length}`;
    this.#comment = { id, author: this.#author, date: "", text: "", paragraphId: id };
    this.#group.into = "annotation";
  }

  #beginField(field: Field | undefined): void {
    const instruction = field?.instruction.trim() ?? "";
    const address = /^HYPERLINK\s+"([^"]+)"/i.exec(instruction)?.[1];
    if (field === undefined) return;
    if (address !== undefined) {
      this.#beginParagraph();
      this.#story.events.open("hyperlink", { id: address });
      field.end = "hyperlink";
    } else if (/^(?:NOTE)?REF\s/i.test(instruction)) {
      this.#beginParagraph();
      this.#story.events.beginField(instruction);
      field.end = "field";
    }
  }

  #endField(field: Field | undefined): void {
    if (field?.end === "hyperlink") this.#story.events.close("hyperlink");
    else if (field?.end === "field") this.#story.events.endField();
  }

  #pictureWord(word: string, value: number): void {
    if (word === "pngblip" || word === "jpegblip") this.#picture.type = word.slice(0, -"blip".length);
    else if (word === "picwgoal") this.#picture.width = value;
    else if (word === "picscalex") this.#picture.scale = value;
  }

  #drawn(hex: string): void {
    const { type, width, scale, alt } = this.#picture;
    const relation = `picture ${this.pictures.size}`;
    if (type !== "") this.pictures.set(relation, { name: `${relation.replace(" ", "-")}.${type}`, hex });
    this.#beginParagraph();
    this.#story.events.picture({ relation, alt, width: Math.round((width * scale) / 100) * emuPerTwip });
  }
}
