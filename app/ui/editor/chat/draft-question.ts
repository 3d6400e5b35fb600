/* The context of a question beside a draft: the selection, the text around the caret, and the chosen passages. */
import { ownText } from "#core/clauses/references.ts";
import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { caretCharacters, contextBlocksOf, type ContextBlock, type DocumentBlock } from "#core/chat/context-blocks.ts";
import type { DraftContext } from "#core/chat/draft-context.ts";

const selectionMax = 100_000;

export function questionContext(editor: Editor, draftId: string, chosen: readonly ContextBlock[]) {
  const { doc, selection } = editor.state;
  const { from, to } = selection;
  const words = (start: number, end: number) => doc.textBetween(start, end, "\n\n", "\n");
  const draft: DraftContext = {
    draftId,
    caret: {
      before: words(Math.max(0, from - caretCharacters), from).slice(-caretCharacters),
      after: words(to, Math.min(doc.content.size, to + caretCharacters)).slice(0, caretCharacters),
    },
    blocks: chosen.map(({ type, content }) => ({ type, content })),
  };
  const selected = words(from, to).slice(0, selectionMax);
  return { draft, editorSelection: selected.trim() === "" ? null : selected };
}

/** The blocks to choose from. A block is identified by its words, so it stays chosen while others are edited. */
export function chosenBlocks(document: Node): ContextBlock[] {
  const blocks: DocumentBlock[] = [];
  const seen = new Map<string, number>();
  document.descendants((node) => {
    if (!node.isTextblock) return true;
    const text = ownText(node);
    const type = node.type.name === "heading" ? "heading" : "paragraph";
    const count = seen.get(text) ?? 0;
    seen.set(text, count + 1);
    blocks.push({ id: `${type} ${count} ${text}`, type, text });
    return false;
  });
  return contextBlocksOf(blocks);
}
