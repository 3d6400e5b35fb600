/*
 * The notes of a file: what was changed in them, those that were added, in the part that holds its footnotes or in one
 * that is made; and what is left of notes that are no longer referred to is taken out, because the file would still have
 * their words.
 */
import type { Archive } from "../../files/zip.ts";
import type { WordParts } from "../../files/readers/word-parts.ts";
import { changedNote } from "./changed-note.ts";
import type { PackageControls } from "./package-controls.ts";
import { paragraphsOf, type Paragraph } from "./package-paragraphs.ts";
import { addPart, namespacesOf, partText, refuseOtherEncoding, type PartText } from "./package-parts.ts";
import { propertiesForNew, untracked } from "./run-properties.ts";
import { RunWriter, stampMark, type ChangedNote, type NoteWriter } from "./write-runs.ts";
import { attributeIn, edited, endOfElement, scanXml, Unwritable, type Edit, type Tag } from "../../files/readers/xml-scan.ts";

const superscript = '<w:rPr><w:vertAlign w:val="superscript"/></w:rPr>';

type Kind = "footnote" | "endnote";
const kinds = ["footnote", "endnote"] as const;
/** A part with notes, and what is written into it. */
type NotePart = PartText & { paragraphs: Paragraph[] | null; edits: Edit[]; changed: Set<string> };

export class PackageNotes implements NoteWriter {
  #archive: Archive;
  #parts: WordParts;
  #text: string;
  #files: Record<Kind, NotePart>;
  #added: string[] = [];
  /** By part, where each note is. */
  #known = new Map<string, Map<string, { from: number; to: number }>>();
  #id: number;
  #properties: string;
  #model: { paragraph: string; sign: string };

  private constructor(
    archive: Archive,
    parts: WordParts,
    text: string,
    files: Record<Kind, NotePart>,
    paragraphs: readonly Paragraph[],
  ) {
    this.#archive = archive;
    this.#parts = parts;
    this.#text = text;
    this.#files = files;
    const { xml } = files.footnote;
    this.#id = Math.max(0, ...notesIn(xml, "footnote").map(({ id }) => Number(id) || 0));
    this.#properties = signProperties(text, paragraphs);
    this.#model = modelIn(xml);
  }

  static async of(archive: Archive, parts: WordParts, text: string, paragraphs: readonly Paragraph[]): Promise<PackageNotes> {
    const { word } = namespacesOf(text);
    const line = (type: string, id: number) =>
      `<w:footnote w:type="${type}" w:id="${id}"><w:p><w:r><w:${type}/></w:r></w:p></w:footnote>`;
    const empty = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:footnotes xmlns:w="${word}">${line("separator", -1)}${line("continuationSeparator", 0)}</w:footnotes>`;
    const fileOf = async (kind: Kind): Promise<NotePart> => {
      const part = await partText(archive, parts, `${kind}s`, kind === "footnote" ? empty : "");
      return { ...part, paragraphs: null, edits: [], changed: new Set() };
    };
    return new PackageNotes(
      archive,
      parts,
      text,
      { footnote: await fileOf("footnote"), endnote: await fileOf("endnote") },
      paragraphs,
    );
  }

  /** The mark of a new note, for its run. `runs` are its words. */
  add(runs: string): { properties: string; xml: string } {
    if (!/<\/w:footnotes>\s*$/.test(this.#files.footnote.xml)) throw new Unwritable("footnotes of an unusual form");
    const id = ++this.#id;
    const space = '<w:r><w:t xml:space="preserve"> </w:t></w:r>';
    const { paragraph, sign } = this.#model;
    this.#added.push(`<w:footnote w:id="${id}"><w:p>${paragraph}${sign}${space}${runs}</w:p></w:footnote>`);
    return { properties: this.#properties, xml: `<w:footnoteReference w:id="${id}"/>` };
  }

  /** `sign`: its mark, as XML. */
  change(sign: string, { before, after, stamps }: ChangedNote): void {
    const tag = [...scanXml(sign)].find((one) => one.kind !== "text" && /^(?:foot|end)noteReference$/.test(one.name)) as Tag;
    const file = this.#files[tag.name.startsWith("foot") ? "footnote" : "endnote"];
    const { xml } = file;
    const id = attributeIn(sign, tag, "id") ?? "";
    const place = this.#places(file).get(id);
    // A note that the file doesn't have is empty in the draft.
    if (place === undefined && after.node.content.size === 0) return;
    if (place === undefined) throw new Unwritable("a note without a place");
    const paragraphs = (file.paragraphs ??= paragraphsOf(xml)).filter(({ open, to }) => open.from >= place.from && to <= place.to);
    const edits = changedNote({
      xml,
      paragraphs,
      before,
      after,
      write: (paragraph, aligned) => new RunWriter(xml, stamps, null).edits(paragraph, aligned),
      mark: (revision) => stampMark(stamps, revision),
    });
    if (edits.length > 0 && file.changed.has(id)) throw new Unwritable("a note with two marks");
    if (edits.length > 0) file.changed.add(id);
    file.edits.push(...edits);
  }

  #places({ kind, xml }: NotePart): Map<string, { from: number; to: number }> {
    const known = this.#known.get(kind) ?? new Map(notesIn(xml, kind.slice(0, -1)).map(({ id, tag }) => [id, placeOf(xml, tag)]));
    this.#known.set(kind, known);
    return known;
  }

  /** `text`: the text part as it is written. */
  async write(text: string, changed: Map<string, string>, controls: PackageControls): Promise<void> {
    for (const kind of kinds) {
      const file = this.#files[kind];
      const now = referred(text, kind);
      const gone = new Set([...referred(this.#text, kind)].filter((id) => !now.has(id)));
      const edits = [...file.edits];
      for (const [id, place] of gone.size > 0 ? this.#places(file) : []) if (gone.has(id)) edits.push({ ...place, text: "" });
      const end = file.xml.lastIndexOf("</");
      if (kind === "footnote" && this.#added.length > 0) edits.push({ from: end, to: end, text: this.#added.join("") });
      if (edits.length === 0) continue;
      refuseOtherEncoding(file.xml);
      changed.set(file.name, controls.follow(file.xml, edited(file.xml, edits)));
      if (file.isNew) await addPart(this.#archive, this.#parts, file, changed, this.#text);
    }
  }
}

function placeOf(xml: string, { kind, from, to }: Tag): { from: number; to: number } {
  return { from, to: kind === "empty" ? to : endOfElement(xml, from) };
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
