/*
 * Footnotes that were added, in the part of the file that holds its footnotes or in one that is made; and what is left
 * of notes that are no longer referred to is taken out, because the file would still have their words.
 */
import type { Archive } from "../../files/zip.ts";
import type { WordParts } from "../../files/readers/word-parts.ts";
import type { Paragraph } from "./package-paragraphs.ts";
import { addPart, namespacesOf, partText, type PartText } from "./package-parts.ts";
import { propertiesForNew, untracked } from "./run-properties.ts";
import { attributeIn, edited, endOfElement, scanXml, Unwritable, type Edit, type Tag } from "./xml-scan.ts";

const superscript = '<w:rPr><w:vertAlign w:val="superscript"/></w:rPr>';

export class PackageNotes {
  #archive: Archive;
  #parts: WordParts;
  #text: string;
  #part: PartText;
  #added: string[] = [];
  #id: number;
  #properties: string;
  #model: { paragraph: string; sign: string };

  private constructor(archive: Archive, parts: WordParts, text: string, part: PartText, paragraphs: readonly Paragraph[]) {
    this.#archive = archive;
    this.#parts = parts;
    this.#text = text;
    this.#part = part;
    this.#id = Math.max(0, ...notesIn(part.xml, "footnote").map(({ id }) => Number(id) || 0));
    this.#properties = signProperties(text, paragraphs);
    this.#model = modelIn(part.xml);
  }

  static async of(archive: Archive, parts: WordParts, text: string, paragraphs: readonly Paragraph[]): Promise<PackageNotes> {
    const { word } = namespacesOf(text);
    const line = (type: string, id: number) =>
      `<w:footnote w:type="${type}" w:id="${id}"><w:p><w:r><w:${type}/></w:r></w:p></w:footnote>`;
    const empty = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:footnotes xmlns:w="${word}">${line("separator", -1)}${line("continuationSeparator", 0)}</w:footnotes>`;
    return new PackageNotes(archive, parts, text, await partText(archive, parts, "footnotes", empty), paragraphs);
  }

  /** The mark of a new note, for its run. `runs` are its words. */
  add(runs: string): { properties: string; xml: string } {
    if (!/<\/w:footnotes>\s*$/.test(this.#part.xml)) throw new Unwritable("footnotes of an unusual form");
    const id = ++this.#id;
    const space = '<w:r><w:t xml:space="preserve"> </w:t></w:r>';
    const { paragraph, sign } = this.#model;
    this.#added.push(`<w:footnote w:id="${id}"><w:p>${paragraph}${sign}${space}${runs}</w:p></w:footnote>`);
    return { properties: this.#properties, xml: `<w:footnoteReference w:id="${id}"/>` };
  }

  /** `text`: the text part as it is written. */
  async write(text: string, changed: Map<string, string>): Promise<void> {
    for (const kind of ["footnote", "endnote"] as const) {
      const now = referred(text, kind);
      const gone = new Set([...referred(this.#text, kind)].filter((id) => !now.has(id)));
      const isOurs = kind === "footnote";
      if (gone.size === 0 && (!isOurs || this.#added.length === 0)) continue;
      const part = isOurs ? this.#part : await partText(this.#archive, this.#parts, "endnotes", "");
      const edits: Edit[] = notesIn(part.xml, kind).flatMap(({ id, tag }) =>
        gone.has(id) ? [{ from: tag.from, to: tag.kind === "empty" ? tag.to : endOfElement(part.xml, tag.from), text: "" }] : [],
      );
      const end = part.xml.lastIndexOf("</");
      if (isOurs && this.#added.length > 0) edits.push({ from: end, to: end, text: this.#added.join("") });
      if (edits.length === 0) continue;
      changed.set(part.name, edited(part.xml, edits));
      if (part.isNew) await addPart(this.#archive, this.#parts, part, changed, this.#text);
    }
  }
}

function notesIn(xml: string, kind: string): { id: string; tag: Tag; isLine: boolean }[] {
  const found: { id: string; tag: Tag; isLine: boolean }[] = [];
  for (const tag of scanXml(xml))
    if (tag.kind !== "text" && tag.kind !== "close" && tag.name === kind)
      found.push({ id: attributeIn(xml, tag, "id") ?? "", tag, isLine: attributeIn(xml, tag, "type") !== undefined });
  return found;
}

function referred(xml: string, kind: string): Set<string> {
  const found = new Set<string>();
  for (const tag of scanXml(xml))
    if (tag.kind !== "text" && tag.kind !== "close" && tag.name === `${kind}Reference`)
      found.add(attributeIn(xml, tag, "id") ?? "");
  return found;
}

/** Of the marks in the text. */
function signProperties(text: string, paragraphs: readonly Paragraph[]): string {
  for (const { atoms } of paragraphs) {
    const properties = atoms.find(({ isNote }) => isNote)?.run.properties;
    if (properties) return untracked(text.slice(properties.from, properties.to));
  }
  return superscript;
}

/** Of a note of the file: its paragraph's properties, and the run with its mark. */
function modelIn(xml: string): { paragraph: string; sign: string } {
  const model = { paragraph: "", sign: `<w:r>${superscript}<w:footnoteRef/></w:r>` };
  const note = notesIn(xml, "footnote").find(({ tag, isLine }) => !isLine && tag.kind === "open")?.tag;
  if (note === undefined) return model;
  let [properties, run] = [false, -1];
  for (const tag of scanXml(xml, note.to, endOfElement(xml, note.from))) {
    if (tag.kind === "text" || tag.kind === "close") continue;
    if (tag.name === "pPr" && tag.kind === "open" && !properties) {
      model.paragraph = propertiesForNew(xml.slice(tag.from, endOfElement(xml, tag.from)), "");
      properties = true;
    } else if (tag.name === "r") run = tag.from;
    else if (tag.name === "footnoteRef" && run >= 0) {
      const own = /^<w:r[^>]*>(<w:rPr>.*?<\/w:rPr>)?/s.exec(xml.slice(run, endOfElement(xml, run)))?.[1] ?? "";
      return { ...model, sign: `<w:r>${untracked(own)}<w:footnoteRef/></w:r>` };
    }
  }
  return model;
}
