/* A draft's text that changed in two places, merged as the documents it stands for. */
import { mergeDocuments } from "#core/document/document-merge.ts";
import type { ChatChanges, ChatText } from "#core/changes/proposed-change.ts";
import { draftDocument, draftMarkdown } from "./draft-markdown.ts";

export function mergedText(base: string, mine: string, theirs: string): string {
  if (theirs === base || theirs === mine) return mine;
  if (mine === base) return theirs;
  const other = draftDocument(theirs);
  const { document } = mergeDocuments(draftDocument(base), draftDocument(mine), other);
  return document.eq(other) ? theirs : draftMarkdown(document);
}

/**
 * Unsent changes of one text, refused because it was changed elsewhere, as one
 * change of what the server has. Null where the text was not edited but put back.
 */
export function rebased(unsent: readonly ChatChanges[], stored: ChatText | undefined): ChatChanges | null {
  const [first, last] = [unsent[0]?.text, unsent.at(-1)?.text];
  if (first?.from === undefined || last?.text == null) return null;
  const theirs = stored?.text ?? first.from;
  // The server has stored some of it, but its answer was lost: only what follows is unsent.
  const isStored = unsent.some(({ text }) => text!.text === theirs);
  const merged = mergedText(isStored ? theirs : first.from, last.text, theirs);
  const text = { name: first.name, text: merged, version: stored?.version ?? 0, from: theirs };
  return { notes: unsent.flatMap(({ notes }) => notes), text };
}
