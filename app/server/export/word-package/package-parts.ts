/* Parts that a Word file has beside its text, and those that are added to it. */
import { partName, relationsPart } from "../../files/readers/relations.ts";
import type { WordParts } from "../../files/readers/word-parts.ts";
import type { Archive } from "../../files/zip.ts";
import { Unwritable } from "../../files/readers/xml-scan.ts";

type Kind = "comments" | "commentsExtended" | "footnotes" | "endnotes";
export type PartText = { kind: Kind; name: string; xml: string; isNew: boolean };

const strict = "http://purl.oclc.org/ooxml";
const transitional = "http://schemas.openxmlformats.org";

/** A file is of one of two forms of the format, and a mixture of both can't be opened. */
export function namespacesOf(text: string): {
  word: string;
  /** Whose names end in the kind of drawing. */
  drawing: string;
  relations: string;
  relation(kind: Kind): string;
} {
  const isStrict = text.includes(`${strict}/wordprocessingml/main`);
  const office = isStrict ? `${strict}/officeDocument` : `${transitional}/officeDocument/2006`;
  return {
    word: isStrict ? `${strict}/wordprocessingml/main` : `${transitional}/wordprocessingml/2006/main`,
    drawing: isStrict ? `${strict}/drawingml` : `${transitional}/drawingml/2006`,
    relations: `${office}/relationships`,
    relation: (kind) =>
      kind === "commentsExtended"
        ? "http://schemas.microsoft.com/office/2011/relationships/commentsExtended"
        : `${office}/relationships/${kind}`,
  };
}

export async function partText(archive: Archive, parts: WordParts, kind: Kind, empty: string): Promise<PartText> {
  const name = parts.nameOf(kind);
  if (parts.has(kind) && archive.names.includes(name)) return { kind, name, xml: await textOf(archive, name), isNew: false };
  return { kind, name: partName(parts.main, `${kind}.xml`), xml: empty, isNew: true };
}

/** The part that says what each part is. */
export const contentTypes = "[Content_Types].xml";

/** Relates a new part to the text part, and says what its content is. `changed` may have both files already. */
export async function addPart(
  archive: Archive,
  parts: WordParts,
  { kind, name }: PartText,
  changed: Map<string, string>,
  text: string,
): Promise<void> {
  if (archive.has(name) || parts.has(kind)) throw new Unwritable(`${kind} in an unusual place`);
  const type = `application/vnd.openxmlformats-officedocument.wordprocessingml.${kind}+xml`;
  for (const [file, xml] of [
    [
      relationsPart(parts.main),
      `<Relationship Id="rIdStet${kind}" Type="${namespacesOf(text).relation(kind)}" Target="${kind}.xml"/>`,
    ],
    [contentTypes, `<Override PartName="/${name}" ContentType="${type}"/>`],
  ] as const) {
    await addLine(archive, changed, file, xml);
  }
}

/** At the end of a part's only list. */
export async function addLine(
  archive: Archive,
  changed: Map<string, string>,
  file: string,
  xml: string,
  isThere: (text: string) => boolean = () => false,
): Promise<void> {
  if (!archive.names.includes(file)) throw new Unwritable("no relationships");
  const own = changed.get(file) ?? (await textOf(archive, file));
  if (isThere(own)) return;
  const at = own.lastIndexOf("</");
  if (at < 0) throw new Unwritable("no relationships");
  changed.set(file, `${own.slice(0, at)}${xml}${own.slice(at)}`);
}

export async function textOf(archive: Archive, name: string): Promise<string> {
  let xml = "";
  for await (const piece of archive.part(name)!) xml += piece;
  return xml;
}

/** What is written is UTF-8. */
export function refuseOtherEncoding(xml: string): void {
  if (/^<\?xml[^>]{0,200}encoding=["'](?!utf-8)/i.test(xml.slice(0, 300))) throw new Unwritable("another encoding");
}
