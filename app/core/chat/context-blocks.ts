/*
 * Parts of the open document that a writer adds to a question: a paragraph, or
 * a heading with the text below it. Limits are from sections 5 and 9.
 */
import { isLowSurrogate } from "../law/quotation.ts";
import { truncate } from "../sources/source.ts";

export type ContextBlock = {
  id: string;
  type: "heading" | "paragraph";
  content: string;
  preview: string;
};

export type DocumentBlock = Pick<ContextBlock, "id" | "type"> & { text: string };

/** Characters of text on either side of the caret that a question about a draft is sent with. */
export const caretCharacters = 600;
export const contextBlocksMax = 10;
const contentMin = 20;
const headingParagraphs = 3;
const headingCharacters = 1200;
const previewCharacters = 80;
const selectionWords = 80;

/** The selectable blocks. Those under 20 characters are left out. */
export function contextBlocksOf(document: readonly DocumentBlock[]): ContextBlock[] {
  const blocks = document.map((block, i) => {
    const content = block.type === "heading" ? headingContext(document, i) : block.text.trim();
    return { id: block.id, type: block.type, content, preview: truncate(oneLine(content), previewCharacters) };
  });
  return blocks.filter((block) => block.content.length >= contentMin);
}

/** A heading with up to three paragraphs below it, cut at whole words to 1200 characters. */
function headingContext(document: readonly DocumentBlock[], at: number): string {
  const parts = [document[at]!.text.trim()];
  for (let i = at + 1; i < document.length && document[i]!.type === "paragraph" && parts.length <= headingParagraphs; i++) {
    if (document[i]!.text.trim()) parts.push(document[i]!.text.trim());
  }
  return cutAtWord(parts.join("\n\n"), headingCharacters);
}

/** Adds or removes a block. At ten, the list is returned unchanged. */
export function toggleContextBlock(chosen: readonly string[], id: string): readonly string[] {
  if (chosen.includes(id)) return chosen.filter((one) => one !== id);
  return chosen.length >= contextBlocksMax ? chosen : [...chosen, id];
}

/** The first 80 words of the selected text. */
export function selectionPreview(text: string): string {
  const words = text.trim().split(/\s+/);
  return words.length <= selectionWords ? words.join(" ") : `${words.slice(0, selectionWords).join(" ")}…`;
}

function cutAtWord(text: string, length: number): string {
  if (text.length <= length) return text;
  const space = text.slice(0, length + 1).search(/\s\S*$/);
  return text.slice(0, space > 0 ? space : isLowSurrogate(text, length) ? length - 1 : length).trimEnd();
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
