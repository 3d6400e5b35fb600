/* What is stored of a draft's document: its JSON, its Markdown for search and models, and its length. */
import type { Node } from "prosemirror-model";
import { jsonOf } from "./document-schema.ts";
import { plainTextOf } from "./document-text.ts";
import { documentToMarkdown } from "./document-to-markdown.ts";
import { countWords } from "../text/words.ts";

/** `document` is JSON; `size` is that of the document's content. */
export type DraftContent = { document: string; content: string; words: number; size: number };

export function draftContent(document: Node): DraftContent {
  return {
    document: JSON.stringify(jsonOf(document)),
    content: documentToMarkdown(document),
    words: countWords(plainTextOf(document)),
    size: document.content.size,
  };
}
