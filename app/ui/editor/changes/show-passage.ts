/* Brings words of the draft, or a change proposed in them, into view. */
import type { Editor } from "@tiptap/core";
import { documentRange, documentText } from "#core/document/document-text.ts";
import { findQuotation, normaliseNeedle, normaliseQuotation } from "#core/law/quotation.ts";
import { showToast } from "../../kit/toast.tsx";
import { shownProposals } from "./proposals.ts";

/** False if they have been changed since, which is said. */
export function showPassage(editor: Editor, words: string): boolean {
  const shown = documentText(editor.state.doc);
  const [found] = findQuotation(normaliseQuotation(shown.text), normaliseNeedle(words));
  if (found === undefined) return refuse("These words have changed since.");
  showPlace(editor, documentRange(shown, found.start, found.end));
  return true;
}

/** False if it has been decided or has no place, which is said. */
export function showProposal(editor: Editor, suggestionId: string): boolean {
  const found = shownProposals(editor.state).find(({ block }) => block.endsWith(suggestionId));
  if (found === undefined) return refuse("This change is no longer open.");
  showChange(editor, found);
  return true;
}

/** The caret opens its buttons; a selection would offer to rewrite the words. */
export function showChange(editor: Editor, { from }: { from: number }): void {
  showPlace(editor, { from, to: from });
}

function showPlace(editor: Editor, place: { from: number; to: number }): void {
  editor.chain().focus().setTextSelection(place).scrollIntoView().run();
}

function refuse(text: string): false {
  showToast({ kind: "info", text });
  return false;
}
