/* The heading styles of a Word file. One that it doesn't have yet is added, as Word does on its first use. */
import type { Archive } from "../../files/zip.ts";
import { readStyles } from "../../files/readers/word-numbering.ts";
import type { WordParts } from "../../files/readers/word-parts.ts";
import { attributeIn, edited, scanXml } from "../../files/readers/xml-scan.ts";

/** `isNumbered`: its paragraphs have a number. */
export type HeadingStyle = { id: string; isNumbered: boolean };
type Style = { id: string; name: string; isDefault: boolean };

/** In half points, by level. */
const sizes = [32, 28, 24, 22];

export class PackageStyles {
  #xml: string;
  #styles: Style[];
  #of: (id: string) => { level?: number; numId?: string };
  #added = new Map<number, string>();

  private constructor(xml: string, of: (id: string) => { level?: number; numId?: string }) {
    this.#xml = xml;
    this.#styles = stylesIn(xml);
    this.#of = of;
  }

  /** `text` reads a part. */
  static async of(archive: Archive, parts: WordParts, text: (name: string) => Promise<string>): Promise<PackageStyles> {
    const name = parts.nameOf("styles");
    return new PackageStyles(archive.names.includes(name) ? await text(name) : "", await readStyles(parts));
  }

  /** Null if the file can't have any. */
  heading(level: number): HeadingStyle | null {
    const known = this.#styles.find(({ id, name }) => name.toLowerCase() === `heading ${level}` && this.#of(id).level === level);
    if (known) return { id: known.id, isNumbered: !["0", undefined].includes(this.#of(known.id).numId) };
    if (!/<\/w:styles>\s*$/.test(this.#xml)) return null;
    const isFree = (one: Pick<Style, "id" | "name">) =>
      this.#styles.every(({ id, name }) => id !== one.id && name.toLowerCase() !== one.name);
    const made = [`heading ${level}`, `stet heading ${level}`]
      .map((name) => ({ name, id: name.replaceAll(/(?:^| )(\w)/g, (_, letter: string) => letter.toUpperCase()) }))
      .find(isFree);
    if (made === undefined) return null;
    this.#added.set(level, styleOf(made, level, this.#styles.find(({ isDefault }) => isDefault)?.id));
    return { id: made.id, isNumbered: false };
  }

  get placeholder(): string | null {
    return this.#styles.find(({ name }) => name.toLowerCase() === "placeholder text")?.id ?? null;
  }

  /** The part with what was added; null if nothing was. */
  get edited(): string | null {
    if (this.#added.size === 0) return null;
    const at = this.#xml.lastIndexOf("</");
    return edited(this.#xml, [{ from: at, to: at, text: [...this.#added.values()].join("") }]);
  }
}

function stylesIn(xml: string): Style[] {
  const found: Style[] = [];
  let open: Style | null = null;
  for (const token of scanXml(xml)) {
    if (token.kind === "text" || token.kind === "close") continue;
    const attribute = (name: string) => attributeIn(xml, token, name) ?? "";
    if (token.name === "style") {
      const isDefault = attribute("type") === "paragraph" && /^(?:1|true|on)$/.test(attribute("default"));
      found.push((open = { id: attribute("styleId"), name: "", isDefault }));
    } else if (token.name === "name" && open?.name === "") open.name = attribute("val");
  }
  return found;
}

function styleOf({ id, name }: Pick<Style, "id" | "name">, level: number, base: string | undefined): string {
  const based = base === undefined ? "" : `<w:basedOn w:val="${base}"/><w:next w:val="${base}"/>`;
  const size = sizes[level - 1] ?? sizes.at(-1)!;
  const look = `<w:rPr><w:b/><w:bCs/><w:sz w:val="${size}"/><w:szCs w:val="${size}"/></w:rPr>`;
  const paragraph = `<w:pPr><w:keepNext/><w:spacing w:before="240" w:after="120"/><w:outlineLvl w:val="${level - 1}"/></w:pPr>`;
  return `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${based}<w:qFormat/>${paragraph}${look}</w:style>`;
}
