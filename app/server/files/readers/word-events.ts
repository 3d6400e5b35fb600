/*
 * Lets other formats produce Word events. ODT and RTF have the same features under other names;
 * emitted as Word elements for WordBlocks, they need no separate model.
 */
import { WordBlocks } from "./word-blocks.ts";

type Attributes = Readonly<Record<string, string | undefined>>;
/** "mono" is a font, and counts as code only if the surrounding text is in another. */
type Mark = "bold" | "italic" | "underline" | "strike" | "code" | "mono" | "superscript" | "subscript" | "smallCaps" | "caps";

const codeStyle = "Code";

const elements: Record<Mark, [name: string, attributes: Attributes]> = {
  bold: ["b", {}],
  italic: ["i", {}],
  underline: ["u", {}],
  strike: ["strike", {}],
  superscript: ["vertAlign", { val: "superscript" }],
  subscript: ["vertAlign", { val: "subscript" }],
  smallCaps: ["smallCaps", {}],
  caps: ["caps", {}],
  code: ["rStyle", { val: codeStyle }],
  mono: ["rFonts", { ascii: "monospace" }],
};

/** Word's paragraph properties; `indent` is in twips. */
export type SaidParagraph = {
  style?: string | undefined;
  level?: number | undefined;
  list?: { id: string; depth: number } | undefined;
  indent?: number | undefined;
  hasRule?: boolean | undefined;
};

/** An unnumbered paragraph that continues a list item is indented by as many steps as the item. */
export const listStep = 567;

export class WordEvents {
  readonly body = new WordBlocks((style) => (style === codeStyle ? { isCode: true } : {}));

  open(name: string, attributes: Attributes = {}): void {
    this.body.open(name, (wanted) => attributes[wanted]);
  }

  close(name: string): void {
    this.body.close(name);
  }

  empty(name: string, attributes: Attributes = {}): void {
    this.open(name, attributes);
    this.close(name);
  }

  paragraph(said: SaidParagraph): void {
    this.open("p");
    this.properties(said);
  }

  properties({ style, level, list, indent, hasRule }: SaidParagraph): void {
    this.open("pPr");
    if (style !== undefined) this.empty("pStyle", { val: style });
    if (level !== undefined) this.empty("outlineLvl", { val: String(level - 1) });
    if (list !== undefined) {
      this.empty("ilvl", { val: String(list.depth) });
      this.empty("numId", { val: list.id });
    }
    if (indent !== undefined) this.empty("ind", { left: String(indent) });
    if (hasRule) this.empty("bottom");
    this.close("pPr");
  }

  /** Line breaks and tabs are part of the text. */
  run(text: string, marks: ReadonlySet<Mark>): void {
    this.open("r");
    for (const mark of marks) this.empty(...elements[mark]);
    for (const piece of text.split(/([\n\t])/)) {
      if (piece === "\n") this.empty("br");
      else if (piece === "\t") this.empty("tab");
      else if (piece !== "") {
        this.open("t");
        this.body.text(piece);
        this.close("t");
      }
    }
    this.close("r");
  }

  /** The field's result may span several runs. */
  beginField(instruction: string): void {
    this.empty("fldChar", { fldCharType: "begin" });
    this.open("instrText");
    this.body.text(instruction);
    this.close("instrText");
    this.empty("fldChar", { fldCharType: "separate" });
  }

  endField(): void {
    this.empty("fldChar", { fldCharType: "end" });
  }

  picture({ relation, alt, width }: { relation: string; alt: string; width: number }): void {
    this.open("drawing");
    this.empty("extent", { cx: String(width) });
    this.empty("docPr", { descr: alt });
    this.empty("blip", { embed: relation });
    this.close("drawing");
  }
}

export type { Mark as SaidMark };
