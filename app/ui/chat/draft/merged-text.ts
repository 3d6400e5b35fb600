/* A chat's text that changed in two places: a draft is merged as the documents it stands for, any other by its lines. */
import { Fragment, type Node } from "prosemirror-model";
import { wordDiff } from "#core/changes/word-diff.ts";
import type { ChatText } from "#core/changes/proposed-change.ts";
import { isDraftText } from "#core/chat/text-names.ts";
import { mergeDocuments } from "#core/document/document-merge.ts";
import { documentSchema } from "#core/document/document-schema.ts";
import type { Unsent } from "../unsent-changes.ts";
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
 * change of what the server has. Null if that can't be decided without the person:
 * words of a text other than a draft that both have changed, or a text put back by
 * a version of Stet that did not keep what it was put back to.
 */
export function rebased(unsent: readonly Unsent[], stored: ChatText | undefined): Unsent | null {
  const [first, last] = [unsent[0], unsent.at(-1)];
  const [base, mine] = [first?.text?.from, last?.text?.text ?? last?.original];
  if (base === undefined || mine === undefined) return null;
  const { name } = first!.text!;
  const theirs = stored?.text ?? base;
  // The server has stored some of it, but its answer was lost: only what follows is unsent.
  const isStored = unsent.some(({ text, original }) => (text!.text ?? original) === theirs);
  const merged = isDraftText(name)
    ? mergedText(isStored ? theirs : base, mine, theirs)
    : mergedLines(isStored ? theirs : base, mine, theirs);
  if (merged === null) return null;
  const { original } = last!;
  return {
    notes: unsent.flatMap(({ notes }) => notes),
    text: { name, text: merged === original ? null : merged, version: stored?.version ?? 0, from: theirs },
    ...(original !== undefined && { original }),
  };
}

/** Of a text that is no Markdown: every line as it is. Null if both changed the same words. */
function mergedLines(base: string, mine: string, theirs: string): string | null {
  const { document, conflicts } = mergeDocuments(linesOf(base), linesOf(mine), linesOf(theirs));
  if (conflicts > 0) return null;
  return document.children.map(({ textContent }) => textContent).join("\n");
}

function linesOf(text: string): Node {
  const { doc, paragraph } = documentSchema.nodes;
  const lines = text.split("\n");
  return doc!.create(
    null,
    lines.map((line) => paragraph!.create(null, line === "" ? null : documentSchema.text(line))),
  );
}
