/*
 * A formatting-only change, such as bold or a heading level. The words stay, so
 * it accompanies a patch whose replacement equals its original.
 */
import type { Mark, Node } from "prosemirror-model";
import type { Transform } from "prosemirror-transform";
import type { Alignment } from "../document/document-attributes.ts";
import { layoutOf } from "../document/document-schema.ts";

export const lookMarks = [
  "bold",
  "italic",
  "underline",
  "strike",
  "superscript",
  "subscript",
  "smallCaps",
  "caps",
  "code",
] as const;
export type FormattingMark = (typeof lookMarks)[number];

export type FormattingChange = { on: FormattingMark[]; off: FormattingMark[] } | { level: number } | { align: Alignment | null };

const words: Record<FormattingMark, string> = {
  bold: "bold",
  italic: "italic",
  underline: "underlined",
  strike: "struck through",
  superscript: "superscript",
  subscript: "subscript",
  smallCaps: "small capitals",
  caps: "capitals",
  code: "code",
};

const aligned: Record<Alignment | "start", string> = {
  start: "Aligned left",
  center: "Centered",
  right: "Aligned right",
  justify: "Justified",
};

/** "Bold, not italic", "Heading 2", "Centered". */
export function describeFormatting(look: FormattingChange): string {
  if ("level" in look) return look.level === 0 ? "Paragraph" : `Heading ${look.level}`;
  if ("align" in look) return aligned[look.align ?? "start"];
  const said = [...look.on.map((mark) => words[mark]), ...look.off.map((mark) => `not ${words[mark]}`)].join(", ");
  return said.charAt(0).toUpperCase() + said.slice(1);
}

export function formattingMarksOf(marks: readonly Mark[]): FormattingMark[] {
  return lookMarks.filter((name) => marks.some(({ type }) => type.name === name));
}

/** Null for any block other than a paragraph or heading. */
export function levelOf(block: Node): number | null {
  if (block.type.name === "heading") return Number(block.attrs["level"]);
  return block.type.name === "paragraph" ? 0 : null;
}

/** Null for any other block, too. */
export const alignOf = (block: Node): Alignment | null => layoutOf(block).align;

export function hasFormatting(document: Node, from: number, to: number, look: FormattingChange): boolean {
  let has = true;
  document.nodesBetween(from, to, (node) => {
    if ("level" in look) has &&= !node.isTextblock || levelOf(node) === look.level;
    else if ("align" in look) has &&= !node.isTextblock || alignOf(node) === look.align;
    else if (node.isText) {
      const marks = formattingMarksOf(node.marks);
      has &&= look.on.every((one) => marks.includes(one)) && look.off.every((one) => !marks.includes(one));
    }
    return true;
  });
  return has;
}

export function applyFormatting(tr: Transform, from: number, to: number, look: FormattingChange): void {
  const { schema } = tr.doc.type;
  if ("level" in look) {
    const type = schema.nodes[look.level === 0 ? "paragraph" : "heading"]!;
    tr.setBlockType(from, to, type, (node) => ({ ...layoutOf(node), ...(look.level > 0 && { level: look.level }) }));
    return;
  }
  if ("align" in look) {
    tr.doc.nodesBetween(from, to, (node, pos) => {
      if (node.isTextblock && "align" in node.attrs) tr.setNodeAttribute(pos, "align", look.align);
      return !node.isTextblock;
    });
    return;
  }
  for (const mark of look.off) tr.removeMark(from, to, schema.marks[mark]!);
  for (const mark of look.on) tr.addMark(from, to, schema.marks[mark]!.create());
}
