/*
 * Pictures that were added to the draft, as parts of the file; and those of the file with another size or description,
 * or without a place.
 */
import type { Node } from "prosemirror-model";
import { imageSource } from "#core/document/document-image.ts";
import type { Archive } from "../../files/zip.ts";
import { relationsPart } from "../../files/readers/relations.ts";
import type { WordParts } from "../../files/readers/word-parts.ts";
import type { DraftPictures } from "../draft-pictures.ts";
import { xmlText } from "../xml-text.ts";
import { addLine, contentTypes, namespacesOf } from "./package-parts.ts";
import type { Drawing } from "./package-paragraphs.ts";
import { attributeIn, escaped, scanXml, Unwritable, type Edit } from "../../files/readers/xml-scan.ts";

const extensions: Partial<Record<string, string>> = { "image/png": "png", "image/jpeg": "jpeg", "image/gif": "gif" };
const emuPerTwip = 635;
/** Word's own, for a text without a section. */
const usualWidth = 9_026;

export class PackagePictures {
  #archive: Archive;
  #parts: WordParts;
  #pictures: DraftPictures;
  #text: string;
  #added: { name: string; relation: string; extension: string; type: string; bytes: Uint8Array }[] = [];
  /** Between the margins, in English Metric Units. */
  #textWidth: number;

  constructor(archive: Archive, parts: WordParts, text: string, pictures: DraftPictures) {
    this.#archive = archive;
    this.#parts = parts;
    this.#text = text;
    this.#pictures = pictures;
    this.#textWidth = textWidthIn(text) * emuPerTwip;
  }

  /** The content of a new picture's run. */
  add(node: Node): string {
    const source = imageSource(node.attrs["src"]);
    const picture = source?.kind === "file" ? this.#pictures.get(source.fileId) : undefined;
    if (picture === undefined) throw new Unwritable("a picture that isn’t stored");
    const extension = extensions[picture.type];
    if (extension === undefined) throw new Unwritable("a WebP picture, which Word doesn’t show");
    const number = this.#added.length + 1;
    const folder = this.#parts.main.slice(0, this.#parts.main.lastIndexOf("/") + 1);
    let name = `media/stet${number}.${extension}`;
    while (this.#archive.has(folder + name)) name = name.replace("stet", "stet_");
    const relation = `rIdStetPicture${number}`;
    this.#added.push({ name, relation, extension, type: picture.type, bytes: picture.bytes });
    const cx = this.#widthOf(node);
    const cy = Math.max(1, Math.round((cx * picture.height) / picture.width));
    return this.#drawing({ cx, cy, relation, number, alt: String(node.attrs["alt"]) });
  }

  #widthOf(node: Node): number {
    return Math.round((this.#textWidth * Number(node.attrs["width"])) / 100);
  }

  #drawing({ cx, cy, relation, number, alt }: { cx: number; cy: number; relation: string; number: number; alt: string }): string {
    const { drawing, relations } = namespacesOf(this.#text);
    const id = 1_000_000_000 + number;
    const properties = `id="${id}" name="Picture ${number}" descr="${escaped(xmlText(alt))}"`;
    const shape = `<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr>`;
    const fill = `<pic:blipFill><a:blip xmlns:r="${relations}" r:embed="${relation}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>`;
    const picture = `<pic:pic xmlns:pic="${drawing}/picture"><pic:nvPicPr><pic:cNvPr ${properties}/><pic:cNvPicPr/></pic:nvPicPr>${fill}${shape}</pic:pic>`;
    const graphic = `<a:graphic xmlns:a="${drawing}/main"><a:graphicData uri="${drawing}/picture">${picture}</a:graphicData></a:graphic>`;
    return `<w:drawing><wp:inline xmlns:wp="${drawing}/wordprocessingDrawing" distT="0" distB="0" distL="0" distR="0"><wp:extent cx="${cx}" cy="${cy}"/><wp:docPr ${properties}/>${graphic}</wp:inline></w:drawing>`;
  }

  /** A picture of the file with another width or description. */
  changed({ from, to }: Drawing, before: Node, after: Node): Edit[] {
    if (before.attrs["caption"] !== after.attrs["caption"]) throw new Unwritable("a picture’s caption");
    const edits: Edit[] = [];
    const isResized = before.attrs["width"] !== after.attrs["width"];
    const cx = this.#widthOf(after);
    let ratio = 0;
    for (const tag of scanXml(this.#text, from, to)) {
      if (tag.kind === "text" || tag.kind === "close") continue;
      const put = (values: Record<string, string>) =>
        edits.push({ from: tag.from, to: tag.to, text: withAttributes(this.#text.slice(tag.from, tag.to), values) });
      if (tag.name === "docPr" && before.attrs["alt"] !== after.attrs["alt"]) put({ descr: String(after.attrs["alt"]) });
      if (!isResized || (tag.name !== "extent" && tag.name !== "ext")) continue;
      const [width, height] = ["cx", "cy"].map((name) => Number(attributeIn(this.#text, tag, name)));
      if (!width || !height) continue;
      ratio ||= height / width;
      put({ cx: String(cx), cy: String(Math.max(1, Math.round(cx * ratio))) });
    }
    if (edits.length === 0) throw new Unwritable("a picture in Word’s older form");
    return edits;
  }

  /** The parts of new pictures; what names them is added to `changed`. */
  async write(changed: Map<string, string>): Promise<Map<string, Uint8Array>> {
    const media = new Map<string, Uint8Array>();
    const { main } = this.#parts;
    const slash = main.lastIndexOf("/") + 1;
    const namespace = `${namespacesOf(this.#text).relations}/image`;
    for (const { name, relation, extension, type, bytes } of this.#added) {
      media.set(main.slice(0, slash) + name, bytes);
      await addLine(
        this.#archive,
        changed,
        relationsPart(main),
        `<Relationship Id="${relation}" Type="${namespace}" Target="${name}"/>`,
      );
      await addLine(this.#archive, changed, contentTypes, `<Default Extension="${extension}" ContentType="${type}"/>`, (xml) =>
        hasDefault(xml, extension),
      );
    }
    return media;
  }
}

function withAttributes(tag: string, values: Record<string, string>): string {
  let made = tag;
  for (const [name, value] of Object.entries(values)) {
    const text = escaped(xmlText(value));
    const before = ` ${name}=`;
    const at = made.indexOf(before);
    const from = at < 0 ? -1 : at + before.length + 1;
    const to = from < 0 ? -1 : made.indexOf(made[from - 1]!, from);
    const end = made.endsWith("/>") ? made.length - 2 : made.length - 1;
    if (to >= 0) made = made.slice(0, from - 1) + `"${text}"` + made.slice(to + 1);
    else made = `${made.slice(0, end)}${before}"${text}"${made.slice(end)}`;
  }
  return made;
}

function hasDefault(types: string, extension: string): boolean {
  for (const tag of scanXml(types))
    if (tag.kind !== "text" && tag.name === "Default" && attributeIn(types, tag, "Extension")?.toLowerCase() === extension)
      return true;
  return false;
}

/** Of the last section, in twips. */
function textWidthIn(xml: string): number {
  let [page, width] = [0, 0];
  for (const tag of scanXml(xml)) {
    if (tag.kind === "text" || tag.kind === "close") continue;
    const number = (name: string) => Number(attributeIn(xml, tag, name)) || 0;
    if (tag.name === "pgSz") page = number("w");
    else if (tag.name === "pgMar") width = page - number("left") - number("right");
  }
  return width > 0 ? width : usualWidth;
}
