/*
 * Pasted plain text. Markdown is converted to formatting; anything else becomes
 * paragraphs, one per blank line or line.
 */
import { Fragment, Node, Slice, type ResolvedPos } from "@tiptap/pm/model";
import { markdownToBlocks } from "#core/document/markdown-to-document.ts";

const signs = /^(#{1,4} |[-*+] |\d+[.)] |> |```|\|.*\|$)|\*\*\S|\]\(https?:/m;

export function pasteText(text: string, $context: ResolvedPos, plain: boolean): Slice {
  const { schema } = $context.doc.type;
  if ($context.parent.type.spec.code) return new Slice(Fragment.from(schema.text(text)), 0, 0);
  const isMarkdown = !plain && signs.test(text);
  const blocks: object[] = isMarkdown
    ? markdownToBlocks(text).map((block) => block.toJSON() as object)
    : linesOf(text).map(paragraph);
  const content = Fragment.fromArray(blocks.map((block) => Node.fromJSON(schema, block)));
  return Slice.maxOpen(content);
}

function linesOf(text: string): string[] {
  const lines = text
    .replaceAll(/\r\n?/g, "\n")
    .split(/\n{2,}/)
    .flatMap((part) => part.split("\n"));
  return lines.filter((line, i) => line !== "" || i === 0);
}

function paragraph(line: string): object {
  return { type: "paragraph", ...(line !== "" && { content: [{ type: "text", text: line }] }) };
}
