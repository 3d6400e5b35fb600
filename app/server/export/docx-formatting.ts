/* Formatting in a Word file: of characters by mark, of blocks by attribute. */
import { AlignmentType, type IParagraphOptions, type IRunOptions } from "docx";
import type { Mark, Node } from "prosemirror-model";
import { highlightOf, layoutOf } from "#core/document/document-schema.ts";

const looks: Record<string, IRunOptions> = {
  bold: { bold: true },
  italic: { italics: true },
  underline: { underline: {} },
  strike: { strike: true },
  superscript: { superScript: true },
  subscript: { subScript: true },
  smallCaps: { smallCaps: true },
  caps: { allCaps: true },
  code: { style: "InlineCode" },
  link: { style: "Hyperlink" },
};

export function look(marks: readonly Mark[]): IRunOptions {
  const highlight = marks.find(({ type }) => type.name === "highlight");
  const plain = formattingOf(marks.map(({ type }) => type.name));
  return highlight === undefined ? plain : { ...plain, highlight: highlightOf(highlight.attrs["color"]) };
}

export const alignments = { center: AlignmentType.CENTER, right: AlignmentType.RIGHT, justify: AlignmentType.BOTH };

export function paragraphLayout(node: Node): Pick<IParagraphOptions, "alignment" | "pageBreakBefore"> {
  const { align, startsPage } = layoutOf(node);
  return { ...(align && { alignment: alignments[align] }), ...(startsPage && { pageBreakBefore: true }) };
}

export function formattingOf(names: readonly string[]): IRunOptions {
  return Object.assign({}, ...names.map((name) => looks[name])) as IRunOptions;
}
