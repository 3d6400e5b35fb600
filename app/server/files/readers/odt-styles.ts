/*
 * The ODT styles a draft supports: headings, quotations and code, character formatting, and list
 * numbering. A style inherits from its parent.
 */
import type { SaidMark } from "./word-events.ts";
import type { Numbering } from "./word-numbering.ts";
import type { XmlEvents } from "./xml.ts";

type Style = {
  name: string;
  parent: string | undefined;
  marks: Map<SaidMark, boolean>;
  level: number | undefined;
  indent: number | undefined;
  hasRule: boolean;
  /** Created for direct formatting, not chosen by name. */
  isAutomatic: boolean;
};
type Level = { isBullet: boolean; isWithAbove: boolean; start: number };
type List = { style: string; starts: Map<number, number> };

/** In twips; 0 if it isn't a length. */
export function twips(length: string | undefined): number {
  const [, value, unit = ""] = /^(-?[\d.]+)(in|cm|mm|pt|pc)$/.exec(length ?? "") ?? [];
  const points: Record<string, number> = { in: 72, cm: 72 / 2.54, mm: 72 / 25.4, pt: 1, pc: 12 };
  return value === undefined ? 0 : Math.round(Number(value) * points[unit]! * 20);
}

/** Links and note marks have default formatting that isn't the author's. */
const ownLook = /^(?:Internet|Visited|Footnote|Endnote|ListLabel)/;
const named: Record<string, SaidMark> = { Strong_20_Emphasis: "bold", Strong: "bold", Emphasis: "italic", Source_20_Text: "code" };

export class OdtStyles implements Numbering {
  #styles = new Map<string, Style>();
  #levels = new Map<string, Map<number, Level>>();
  #lists = new Map<string, List>();
  #style: Style | null = null;
  #listStyle: Map<number, Level> | null = null;
  #isAutomatic = false;
  /** Between the margins, in twips; null if no page specifies it. */
  textWidth: number | null = null;

  /** For styles.xml, and the part of content.xml before the text. */
  readonly events: Required<Pick<XmlEvents, "open" | "close">> = {
    open: (name, attribute, prefix) => {
      if (name === "automatic-styles") this.#isAutomatic = true;
      else if (prefix === "style" && name === "style") this.#begin(attribute);
      else if (name === "list-style") this.#levels.set(attribute("name") ?? "", (this.#listStyle = new Map<number, Level>()));
      else if (/^list-level-style-(?:bullet|number|image)$/.test(name)) this.#level(name, attribute);
      else if (name === "text-properties") this.#looks(attribute);
      else if (name === "paragraph-properties" && this.#style !== null) {
        this.#style.indent = attribute("margin-left") === undefined ? undefined : twips(attribute("margin-left"));
        this.#style.hasRule = /\d/.test(attribute("border-bottom") ?? "");
      } else if (name === "page-layout-properties" && this.textWidth === null) {
        const width = twips(attribute("page-width")) - twips(attribute("margin-left")) - twips(attribute("margin-right"));
        if (width > 0) this.textWidth = width;
      }
    },
    close: (name) => {
      if (name === "automatic-styles") this.#isAutomatic = false;
      else if (name === "style") this.#style = null;
      else if (name === "list-style") this.#listStyle = null;
    },
  };

  #begin(attribute: (name: string) => string | undefined): void {
    const name = attribute("name") ?? "";
    const heading = /^heading (\d)$/i.exec(attribute("display-name") ?? "")?.[1];
    const level = Number(heading ?? attribute("default-outline-level"));
    this.#style = {
      name,
      parent: attribute("parent-style-name"),
      marks: new Map(),
      level: level >= 1 ? level : name === "Title" ? 1 : undefined,
      indent: undefined,
      hasRule: false,
      isAutomatic: this.#isAutomatic,
    };
    this.#styles.set(`${attribute("family")} ${name}`, this.#style);
  }

  #looks(attribute: (name: string) => string | undefined): void {
    const marks = this.#style?.marks;
    if (marks === undefined) return;
    const take = (mark: SaidMark, value: string | undefined, off: RegExp) => value && marks.set(mark, !off.test(value));
    take("bold", attribute("font-weight"), /^(?:normal|[1-5]00)$/);
    take("italic", attribute("font-style"), /^normal$/);
    take("underline", attribute("text-underline-style"), /^none$/);
    take("strike", attribute("text-line-through-style"), /^none$/);
    take("smallCaps", attribute("font-variant"), /^normal$/);
    take("caps", attribute("text-transform"), /^(?!uppercase)/);
    const position = attribute("text-position");
    take("superscript", position, /^(?:sub|-|0%)/);
    take("subscript", position, /^(?!sub|-)/);
    const font = attribute("font-name") ?? attribute("font-family");
    if (font !== undefined) marks.set("mono", /courier|consolas|mono/i.test(font));
  }

  #level(name: string, attribute: (name: string) => string | undefined): void {
    const isBullet = !name.endsWith("number") || (attribute("num-format") ?? "") === "";
    const isWithAbove = Number(attribute("display-levels") ?? 1) > 1;
    this.#listStyle?.set(Number(attribute("level")) - 1, { isBullet, isWithAbove, start: Number(attribute("start-value") ?? 1) });
  }

  /** The style and its ancestors, nearest first. */
  #line(family: "paragraph" | "text", name: string | undefined): Style[] {
    const line: Style[] = [];
    for (let next = name; next !== undefined && line.length < 12;) {
      const style = this.#styles.get(`${family} ${next}`);
      if (style === undefined) break;
      line.push(style);
      next = style.parent;
    }
    return line;
  }

  /** The draft's name for it. */
  paragraph(name: string | undefined): { style: string | undefined; level: number | undefined; indent: number; hasRule: boolean } {
    const line = this.#line("paragraph", name);
    const isCalled = (form: RegExp) => line.some((one) => form.test(one.name));
    const style = isCalled(/^(?:Quotations|Quote|Intense_20_Quote)$/i)
      ? "Quote"
      : isCalled(/^(?:Code|Preformatted_20_Text)$/i)
        ? "Code"
        : isCalled(/^(?:caption|Illustration|Figure)$/i)
          ? "Caption"
          : undefined;
    const level = line.find((one) => one.level !== undefined)?.level;
    return {
      style,
      level,
      indent: (line[0]?.isAutomatic ? line[0].indent : undefined) ?? 0,
      hasRule: line.some((one) => one.hasRule),
    };
  }

  /** The formatting of a paragraph's text without character styles: only direct formatting counts. */
  paragraphMarks(name: string | undefined): Map<SaidMark, boolean> {
    const { style, level } = this.paragraph(name);
    const [own] = this.#line("paragraph", name);
    return own?.isAutomatic && style === undefined && level === undefined ? own.marks : new Map<SaidMark, boolean>();
  }

  textMarks(name: string | undefined): Map<SaidMark, boolean> {
    const marks = new Map<SaidMark, boolean>();
    for (const style of this.#line("text", name).toReversed()) {
      if (ownLook.test(style.name)) continue;
      for (const [mark, isOn] of style.marks) marks.set(mark, isOn);
      const own = named[style.name];
      if (own !== undefined) marks.set(own, true);
    }
    return marks;
  }

  list(id: string, style: string): void {
    this.#lists.set(id, { style, starts: new Map() });
  }

  startsAt(id: string, depth: number, start: number): void {
    const starts = this.#lists.get(id)?.starts;
    if (starts !== undefined && !starts.has(depth)) starts.set(depth, start);
  }

  kindOf(id: string, depth: number): "bullet" | "clause" | "ordered" {
    const levels = this.#levels.get(this.#lists.get(id)?.style ?? "");
    if (levels?.get(depth)?.isBullet ?? true) return "bullet";
    return levels?.get(1)?.isWithAbove ? "clause" : "ordered";
  }

  startOf(id: string, depth: number): number {
    const list = this.#lists.get(id);
    return list?.starts.get(depth) ?? this.#levels.get(list?.style ?? "")?.get(depth)?.start ?? 1;
  }
}
