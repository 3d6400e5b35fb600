/*
 * Comments for a Word file: each thread's text range and its comments with author and date.
 * Replies and resolved state use Word's commentsExtended, so that Word shows threads as Stet does.
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

/** A thread and the document range of its words; null if they are gone. */
export type PlacedThread = { thread: CommentThread; range: { from: number; to: number } | null };

/** `positionOf` maps a document position to the file's, which may contain more. */
export function placedThreads(
  document: Node,
  threads: readonly CommentThread[],
  positionOf = (pos: number) => pos,
): PlacedThread[] {
  const shown = documentText(document);
  return threads.map((thread) => {
    // The text may have been saved since the anchors were read.
    const { place } = findAnchor(shown.text, thread.anchor);
    // Word doesn't support comments in footnotes.
    const isThere = place !== null && place.end <= shown.notesAt && place.end > place.start;
    if (!isThere) return { thread, range: null };
    const range = documentRange(shown, place.start, place.end);
    // The end follows the last character, not what may come after it.
    const [from, to] = [positionOf(range.from), positionOf(range.to - 1) + 1];
    return { thread, range: to > from ? { from, to } : null };
  });
}

/** A parent id that doesn't exist: docx only writes replies and resolved state if some comment has a parent. */
const nobody = -1;

export class DocxComments {
  readonly options: ICommentOptions[] = [];
  #starts = new Map<number, number[]>();
  #ends = new Map<number, number[]>();
  /** Comments whose words are gone, placed at the start. */
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

  /** The positions between `from` and `to` where comments begin or end. */
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
