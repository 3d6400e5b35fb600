/*
 * Counts what a Word file says, from the events of its XML. Readers and writers of Word files are held to it, so it
 * shares nothing with them but the XML parser.
 */
import { Tally, type Counts } from "#core/losses/counts.ts";
import { safeHref } from "#core/text/safe-href.ts";
import type { Archive } from "../zip.ts";
import { OpenFields } from "../readers/open-fields.ts";
import { relationsOf } from "../readers/relations.ts";
import { WordParts } from "../readers/word-parts.ts";
import { readXml } from "../readers/xml.ts";

type Attribute = (name: string) => string | undefined;
type Field = { instruction: string };

const looks = new Set(["b", "i", "u", "strike", "dstrike", "smallCaps", "caps", "highlight", "vertAlign"]);
const monospaced = /courier|consolas|mono/i;
/** What is known of a file that Stet has written: whether a style formats characters. */
type Written = { looks(style: string): boolean };
const isOff = (value: string | undefined) => /^(?:0|false|off|none|baseline)$/.test(value ?? "");

/** The words of one part, whose elements have the prefix of the first one. */
class WordPart implements PartEvents {
  #tally: Tally;
  #links: ReadonlyMap<string, string>;
  #written: Written | null;
  #link: (string | null)[] = [];
  readonly #fields = new OpenFields<Field>();
  #open = new Map<string, number>();
  #isFormatted = false;
  #isCode = false;
  /** Of each open row, whether it was inserted or deleted, which says so of all its words. */
  #rows: ("ins" | "del" | null)[] = [];
  /** The notes that it refers to: kind and id. */
  readonly cited: string[] = [];

  constructor(tally: Tally, links: ReadonlyMap<string, string>, written: Written | null) {
    this.#tally = tally;
    this.#links = links;
    this.#written = written;
  }

  open = (name: string, attribute: Attribute, isOwn: boolean): void => {
    if (isOwn || name === "Fallback") this.#open.set(name, (this.#open.get(name) ?? 0) + 1);
    // Of a tracked change of formatting, the text before the changes has what was there before.
    if (isOwn && this.#isIn("r") && name === "rPrChange") this.#isFormatted = false;
    if (this.#isIn("r") && this.#isIn("rPrChange")) this.#isFormatted ||= isOwn && this.#isLook(name, attribute);
    if (!this.#isShown) return;
    if (!isOwn) return name === "blip" || name === "imagedata" ? this.#picture(attribute) : undefined;
    if (name === "r") this.#isFormatted = false;
    else if (name === "p") this.#beginParagraph();
    else if (name === "pStyle") this.#isCode = attribute("val") === "Code";
    else if (name === "tr") this.#rows.push(null);
    else if ((name === "ins" || name === "del") && this.#isIn("trPr")) this.#rows[this.#rows.length - 1] = name;
    else if (name === "hyperlink") this.#link.push(this.#addressOf(attribute));
    else if (name === "fldSimple") this.#fields.begin({ instruction: attribute("instr") ?? "" }, "result");
    else if (name === "fldChar") this.#turn(attribute("fldCharType"));
    else if (name === "footnoteReference" || name === "endnoteReference") this.#cite(name, attribute("id"));
    else if (this.#isIn("r") && this.#isLook(name, attribute)) this.#isFormatted = true;
  };

  #beginParagraph(): void {
    this.#tally.endBlock();
    this.#isCode = false;
  }

  /** In a file that Stet has written, code is a font or a style, and a counterpart's styles are formatting, too. */
  #isLook(name: string, attribute: Attribute): boolean {
    if (looks.has(name)) return !isOff(attribute("val"));
    if (this.#written === null) return false;
    if (name === "rFonts") return monospaced.test(attribute("ascii") ?? "");
    return name === "rStyle" && this.#written.looks(attribute("val") ?? "");
  }

  close = (name: string, isOwn: boolean): void => {
    if (isOwn || name === "Fallback") this.#open.set(name, (this.#open.get(name) ?? 0) - 1);
    if (!this.#isShown || !isOwn) return;
    if (name === "hyperlink") this.#link.pop();
    else if (name === "tr") this.#rows.pop();
    else if (name === "fldSimple") this.#fields.end();
    else if (name === "p") this.#fields.endParagraph();
  };

  text = (text: string): void => {
    const field = this.#fields.last;
    if (!this.#isShown) return;
    if (field !== undefined && (this.#isIn("instrText") || this.#isIn("delInstrText"))) field.instruction += text;
    else if (this.#isIn("t") || this.#isIn("delText")) this.#write(text);
  };

  #write(text: string): void {
    if (this.#fields.around) return;
    const isInserted = this.#isIn("ins") || this.#isIn("moveTo") || this.#rows.includes("ins");
    const isDeleted = this.#isIn("del") || this.#isIn("moveFrom") || this.#rows.includes("del");
    const isReference =
      this.#written === null && this.#fields.withResult.some(({ instruction }) => /^\s*(?:NOTE)?REF\s/i.test(instruction));
    if (!isReference)
      this.#tally.write(text, {
        link: this.#link.at(-1) ?? null,
        isFormatted: this.#isFormatted || (this.#isCode && this.#written !== null),
        isInserted,
        isDeleted,
      });
    else if (isInserted || isDeleted) this.#tally.counts.settled = null;
  }

  #isIn(name: string): boolean {
    return (this.#open.get(name) ?? 0) > 0;
  }

  get #isShown(): boolean {
    return !this.#isIn("Fallback") && !this.#isIn("rPrChange") && !this.#isIn("pPrChange");
  }

  /** Places in one page are different links. */
  #addressOf(attribute: Attribute): string | null {
    const href = safeHref(this.#links.get(attribute("id") ?? "") ?? "");
    return href === null ? null : `${href}#${attribute("anchor") ?? ""}`;
  }

  #picture(attribute: Attribute): void {
    if ((attribute("embed") ?? attribute("id") ?? "") !== "") this.#tally.add("pictures");
  }

  #cite(name: string, id = ""): void {
    this.#tally.add("notes");
    this.cited.push(`${name.slice(0, -"Reference".length)} ${id}`);
  }

  #turn(turn: string | undefined): void {
    if (turn === "begin") this.#fields.begin({ instruction: "" });
    else if (turn === "end") this.#fields.end();
    else this.#fields.separate();
  }
}

const noteKinds = ["footnote", "endnote"] as const;

/**
 * `isWritten`: by Stet. A draft has the words of cross-references whose targets it doesn't know, so in a file made of it
 * the words of all references count. It has formatting from styles, too.
 */
export async function countWordFile(archive: Archive, { isWritten = false } = {}): Promise<Counts> {
  const parts = await WordParts.of(archive);
  const tally = new Tally();
  const written = isWritten ? await stylesIn(parts) : null;
  const body = new WordPart(tally, await linksOf(archive, parts.main), written);
  await readPart(parts.text(), body);
  const notes = await notesIn(parts, written);
  for (const id of body.cited) addNote(tally, notes.get(id));
  const comments = parts.part("comments");
  if (comments !== null) await readXml(comments, { open: (name) => void (name === "comment" && tally.add("comments")) });
  return tally.counts;
}

type Style = { basedOn: string; isLook: boolean };
/** Links and the signs of notes are drawn so by themselves. */
const drawn = /hyperlink|reference|annotation|comment/i;
const codeName = /code|verbatim|keyboard|sample|typewriter|variable/i;

/** Whether a style of characters formats them. */
async function stylesIn(parts: WordParts): Promise<Written> {
  const styles = new Map<string, Style>();
  const pieces = parts.part("styles");
  let open: Style | null = null;
  if (pieces !== null)
    await readXml(pieces, {
      open(name, attribute) {
        const value = attribute("val") ?? "";
        if (name === "style") styles.set(attribute("styleId") ?? "", (open = { basedOn: "", isLook: false }));
        else if (open === null) return;
        else if (name === "name") open.isLook ||= codeName.test(value);
        else if (name === "basedOn") open.basedOn = value;
        else if (looks.has(name) && !isOff(attribute("val"))) open.isLook = true;
        else if (name === "rFonts" && monospaced.test(attribute("ascii") ?? "")) open.isLook = true;
      },
      close: (name) => void (name === "style" && (open = null)),
    });
  const isLook = (id: string, depth = 0): boolean => {
    const style = styles.get(id);
    return style !== undefined && depth < 20 && (style.isLook || isLook(style.basedOn, depth + 1));
  };
  return { looks: (id) => !drawn.test(id) && isLook(id) };
}

async function notesIn(parts: WordParts, written: Written | null): Promise<Map<string, Counts>> {
  const found = new Map<string, Counts>();
  for (const kind of noteKinds) {
    const part = parts.nameOf(`${kind}s`);
    const pieces = parts.archive.part(part);
    if (pieces === null) continue;
    const links = await linksOf(parts.archive, part);
    let reader: WordPart | null = null;
    await readPart(pieces, {
      open(name, attribute, isOwn) {
        if (name === kind) {
          const tally = new Tally();
          reader = new WordPart(tally, links, written);
          found.set(`${kind} ${attribute("id") ?? ""}`, tally.counts);
        } else reader?.open(name, attribute, isOwn);
      },
      close: (name, isOwn) => reader?.close(name, isOwn),
      text: (text) => reader?.text(text),
    });
  }
  return found;
}

function addNote({ counts }: Tally, note: Counts | undefined): void {
  if (note === undefined) return;
  counts.letters += note.letters;
  counts.digits += note.digits;
  counts.links += note.links;
  counts.pictures += note.pictures;
  counts.formatted += note.formatted;
  counts.formattedDigits += note.formattedDigits;
  counts.settled = counts.settled === null || note.settled === null ? null : counts.settled + note.settled;
}

async function linksOf(archive: Archive, part: string): Promise<Map<string, string>> {
  return new Map((await relationsOf(archive, part)).map(({ id, target }) => [id, target]));
}

type PartEvents = {
  open(name: string, attribute: Attribute, isOwn: boolean): void;
  close(name: string, isOwn: boolean): void;
  text(text: string): void;
};

/** Programs may give Word's elements any prefix: the part's first element has it. */
async function readPart(pieces: AsyncIterable<string>, { open, close, text }: PartEvents): Promise<void> {
  let own: string | undefined;
  await readXml(pieces, {
    open: (name, attribute, prefix) => open(name, attribute, prefix === (own ??= prefix)),
    close: (name, prefix) => close(name, prefix === own),
    text,
  });
}
