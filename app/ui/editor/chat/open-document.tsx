/*
 * The changes proposed to the open document, and what the chat writes into it. It comes in a chunk of its own once the text
 * can be edited, since nothing of it is needed to type.
 */
import type { Editor } from "@tiptap/core";
import type { DraftStore } from "../saving/draft-store.ts";
import { useSuggestionsShown } from "../changes/imported-changes.ts";
import { useOpenDocument } from "./use-open-document.ts";

type OpenDocumentProps = { editor: Editor; store: DraftStore; canChange: boolean };

/** For those who may change the text or suggest changes. */
export function OpenDocument({ editor, store, canChange }: OpenDocumentProps) {
  useOpenDocument(editor, store, canChange);
  useSuggestionsShown(editor, store.id, !canChange);
  return null;
}
