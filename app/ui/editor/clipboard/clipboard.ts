/*
 * Pasted plain text. Markdown is converted to formatting; anything else becomes
 * paragraphs, one per blank line or line.
 */
import { Fragment, Node, Slice, type ResolvedPos } from "@tiptap/pm/model";
import type { EditorView } from "@tiptap/pm/view";
import { late } from "../../kit/late.ts";

/** Nothing typed needs it, so it is fetched once the text can be edited. */
export const markdown = late(() => import("#core/document/markdown-to-document.ts"));
/** Set while text is parsed before the parser of Markdown is there. */
let isTooEarly = false;

/** Holds back Markdown that is pasted before its parser has been fetched. Without a connection it is pasted as plain lines. */
export function pasteLater(view: EditorView, event: ClipboardEvent): boolean {
  const isHeld = isTooEarly && markdown.now() === null && event.clipboardData?.getData("text/html") === "";
  isTooEarly = false;
  if (!isHeld) return false;
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", event.clipboardData?.getData("text/plain") ?? "");
  const again = () => {
    if (!view.isDestroyed) view.dom.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  };
  markdown.module().then(again, () => {
    hasFailed = true;
    again();
    hasFailed = false;
  });
  return true;
}

let hasFailed = false;

const signs = /^(#{1,4} |[-*+] |\d+[.)] |> |```|\|.*\|$)|\*\*\S|\]\(https?:/m;

export function pasteText(text: string, $context: ResolvedPos, plain: boolean): Slice {
  const { schema } = $context.doc.type;
  if ($context.parent.type.spec.code) return new Slice(Fragment.from(schema.text(text)), 0, 0);
  const isMarkdown = !plain && signs.test(text);
  const parser = markdown.now();
  isTooEarly = isMarkdown && parser === null && !hasFailed;
  const blocks: object[] =
    isMarkdown && parser !== null
      ? parser.markdownToBlocks(text).map((block) => block.toJSON() as object)
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
