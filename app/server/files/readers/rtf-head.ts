/* An RTF's header: fonts, styles, lists and revision authors, passed in group by group by rtf-body.ts. */
import type { SaidMark } from "./word-events.ts";
import type { Numbering } from "./word-numbering.ts";

type Level = { format: number; start: number; text: string };
export type RtfStyle = {
  name: string;
  basedOn: number | undefined;
  level: number | undefined;
  marks: Set<SaidMark>;
  indent: number;
};

const noStyle: RtfStyle = { name: "", basedOn: undefined, level: undefined, marks: new Set(), indent: 0 };
/** The number format of bulleted list levels. */
const bullet = 23;
const none = 255;

export class RtfHead implements Numbering {
  fonts = new Map<number, { charset: number; isMono: boolean }>();
  styles = new Map<number, RtfStyle>();
  authors: string[] = [];
  #lists = new Map<string, Level[]>();
  #overrides = new Map<string, string>();
  #levels: Level[] = [];
  #listId = "";

  /** A control word in the list tables. */
  listWord(word: string, value: number): void {
    const level = this.#levels.at(-1);
    if (word === "list") this.#levels = [];
    else if (word === "listlevel") this.#levels.push({ format: 0, start: 1, text: "" });
    else if ((word === "levelnfc" || word === "levelnfcn") && level) level.format = value;
    else if (word === "levelstartat" && level) level.start = value;
    else if (word === "listid") {
      this.#listId = String(value);
      if (this.#levels.length > 0) this.#lists.set(this.#listId, this.#levels);
      this.#levels = [];
    } else if (word === "ls") this.#overrides.set(String(value), this.#listId);
  }

  /** The first character is the length of the text; level numbers are characters too. */
  levelText(text: string): void {
    const level = this.#levels.at(-1);
    if (level) level.text = text.slice(1);
  }

  #levelsOf(id: string): readonly Level[] {
    return this.#lists.get(this.#overrides.get(id) ?? "") ?? [];
  }

  kindOf(id: string, depth: number): "bullet" | "clause" | "ordered" {
    const levels = this.#levelsOf(id);
    const format = levels[depth]?.format ?? bullet;
    if (format === bullet || format === none) return "bullet";
    const second = levels[1]?.text ?? "";
    return second.includes("\u0000") && second.includes("\u0001") ? "clause" : "ordered";
  }

  startOf(id: string, depth: number): number {
    return this.#levelsOf(id)[depth]?.start ?? 1;
  }

  /** The draft's name for it, and its default formatting. */
  style(number: number): RtfStyle & { called: string | undefined } {
    const own = this.styles.get(number) ?? noStyle;
    let style: RtfStyle | undefined = own;
    for (let i = 0; style !== undefined && i < 12; i++) {
      const [called, level] = [calledOf(style.name), style.level ?? levelOf(style.name)];
      if (called !== undefined || level !== undefined) return { ...own, called, level };
      style = style.basedOn === undefined ? undefined : this.styles.get(style.basedOn);
    }
    return { ...own, called: undefined, level: undefined };
  }
}

function levelOf(name: string): number | undefined {
  const heading = /^heading (\d)$/i.exec(name)?.[1];
  return heading === undefined ? (/^title$/i.test(name) ? 1 : undefined) : Number(heading);
}

function calledOf(name: string): string | undefined {
  if (/^(?:intense )?quot(?:e|ations)$/i.test(name)) return "Quote";
  if (/^(?:code|preformatted text|html preformatted)$/i.test(name)) return "Code";
  return /^(?:caption|illustration|figure)$/i.test(name) ? "Caption" : undefined;
}
