/* A draft's text that changed in two places, merged as the documents it stands for. */
import { Fragment, type Node } from "prosemirror-model";
import { wordDiff } from "#core/changes/word-diff.ts";
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
 * An edit of an earlier version, `base`, in this one. `conflicts`: passages that both
 * have changed. `atEnd`: passages put behind the text, because it is another one.
 */
export function broughtEdit(base: string, mine: string, theirs: string): { text: string; conflicts: number; atEnd: number } {
  const [before, edited, now] = [base, mine, theirs].map(draftDocument) as [Node, Node, Node];
  if (!wordDiff(base, theirs).isRewrite) {
    const { document, conflicts } = mergeDocuments(before, edited, now);
    return { text: draftMarkdown(document), conflicts, atEnd: 0 };
  }
  const changed = edited.children.filter((block) => !before.children.some((one) => one.eq(block)));
  const document = now.copy(now.content.append(Fragment.fromArray(changed)));
  return { text: draftMarkdown(document), conflicts: 0, atEnd: changed.length };
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
