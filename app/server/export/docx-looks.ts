/* What words look like in a Word file, by their marks. */
import type { IRunOptions } from "docx";
import type { Mark } from "prosemirror-model";

const looks: Record<string, IRunOptions> = {
  bold: { bold: true },
  italic: { italics: true },
  underline: { underline: {} },
  strike: { strike: true },
  code: { style: "InlineCode" },
  link: { style: "Hyperlink" },
};

export function look(marks: readonly Mark[]): IRunOptions {
  return lookOf(marks.map(({ type }) => type.name));
}

export function lookOf(names: readonly string[]): IRunOptions {
  return Object.assign({}, ...names.map((name) => looks[name])) as IRunOptions;
}
