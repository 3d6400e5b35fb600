/*
 * Comments for a Word file: each thread's range in the text, and what was said
 * with author and date. Replies hang on their thread and what is resolved is
 * marked so (Word's commentsExtended), so that Word shows threads as we do.
 */
import {
  CommentRangeEnd,
  CommentRangeStart,
  CommentReference,
  Paragraph,
  TextRun,
  type ICommentOptions,
  type ParagraphChild,
} from "docx";
import type { Node } from "prosemirror-model";
import { findAnchor } from "#core/comments/comment-anchor.ts";
import type { CommentThread } from "#core/comments/comment.ts";
import { documentRange, documentText } from "#core/document/document-text.ts";

/** Of which thread, and where in the document its words stand; null when they are gone. */
export type PlacedThread = { thread: CommentThread; range: { from: number; to: number } | null };

/** `positionOf`: where a place of the document is in the file's, which may hold more. */
export function placedThreads(
  document: Node,
  threads: readonly CommentThread[],
  positionOf = (pos: number) => pos,
): PlacedThread[] {
  const shown = documentText(document);
  return threads.map((thread) => {
    // The text may have been saved since the anchors were read.
    const { place } = findAnchor(shown.text, thread.anchor);
    // Within a footnote Word has no comments.
    const isThere = place !== null && place.end <= shown.notesAt && place.end > place.start;
    if (!isThere) return { thread, range: null };
    const range = documentRange(shown, place.start, place.end);
    // The end goes with the last character, not with what may stand behind it.
    const [from, to] = [positionOf(range.from), positionOf(range.to - 1) + 1];
    return { thread, range: to > from ? { from, to } : null };
  });
}

/** No id of the file's: docx writes who answers whom, and what is done, only where some comment has a parent. */
const nobody = -1;

export class DocxComments {
  readonly options: ICommentOptions[] = [];
  #starts = new Map<number, number[]>();
  #ends = new Map<number, number[]>();
  /** Their words are gone: they stand at the beginning. */
  #lost: number[] = [];

  constructor(threads: readonly PlacedThread[]) {
    for (const { thread, range } of threads) this.#add(thread, range);
  }

  #add({ anchor, isResolved, comments }: CommentThread, range: PlacedThread["range"]): void {
    const ids: number[] = [];
    for (const { author, createdAt, text, isDeleted } of comments) {
      const id = this.options.length;
      const isFirst = ids.length === 0;
      const lines = isDeleted ? ["This comment was deleted."] : text.split("\n");
      if (isFirst && range === null && anchor.about !== "") lines.unshift(`Was about: “${anchor.about}”`);
      this.options.push({
        id,
        author: author ?? "A former member",
        initials: initialsOf(author ?? ""),
        date: new Date(createdAt),
        children: lines.map((line) => new Paragraph({ children: [new TextRun(line)] })),
        parentId: isFirst ? nobody : ids[0]!,
        resolved: isResolved,
      });
      ids.push(id);
    }
    if (range === null) this.#lost.push(...ids);
    else {
      this.#starts.set(range.from, [...(this.#starts.get(range.from) ?? []), ...ids]);
      this.#ends.set(range.to, [...(this.#ends.get(range.to) ?? []), ...ids]);
    }
  }

  /** Where comments begin or end, between two places of the document. */
  cuts(from: number, to: number): number[] {
    return [...this.#starts.keys(), ...this.#ends.keys()].filter((at) => at >= from && at <= to);
  }

  startsAt(at: number): ParagraphChild[] {
    const lost = this.#lost.splice(0);
    const starts = [...lost, ...(this.#starts.get(at) ?? [])].map((id) => new CommentRangeStart(id));
    return [...starts, ...lost.flatMap(closed)];
  }

  endsAt(at: number): ParagraphChild[] {
    return (this.#ends.get(at) ?? []).flatMap(closed);
  }
}

function closed(id: number): ParagraphChild[] {
  return [new CommentRangeEnd(id), new TextRun({ children: [new CommentReference(id)] })];
}

function initialsOf(name: string): string {
  const parts = name.split(/\s+/u).filter((part) => part !== "");
  return parts
    .slice(0, 3)
    .map((part) => [...part][0]!.toUpperCase())
    .join("");
}
