/*
 * A Word file's comments. Their text is in one part; replies and resolved state are in another,
 * linked by the id of each comment's last paragraph. The commented words are marked in the body
 * and reported by word-document.ts.
 */
import { anchorAt } from "#core/comments/comment-anchor.ts";
import { commentedWordsMax, commentMax, type ImportedThread } from "#core/comments/comment.ts";
import type { WordParts } from "./word-parts.ts";
import { readXml } from "./xml.ts";

export type ReadComment = { id: string; author: string; date: string; text: string; paragraphId: string };
/** The parent comment and resolved state, by the id of a comment's last paragraph. */
export type Extended = { parent: string | undefined; isDone: boolean };
export type ReadComments = { comments: readonly ReadComment[]; extended: ReadonlyMap<string, Extended> };

/** The range in the text before the changes, and the words once the changes are accepted. */
export type CommentedWords = { start: number; end: number; words: string };

export async function readWordComments(parts: WordParts): Promise<ReadComments> {
  return { comments: await commentsOf(parts), extended: await extendedOf(parts) };
}

export function threadsOf(read: ReadComments, commented: ReadonlyMap<string, CommentedWords>, text: string): ImportedThread[] {
  return commentGroups(read).map((group) => {
    const [first] = group;
    const isResolved = read.extended.get(first!.paragraphId)?.isDone ?? false;
    return { anchor: anchorOf(text, commented.get(first!.id)), isResolved, comments: group.map(saidIn) };
  });
}

/** Each comment that isn't a reply, followed by its replies. */
export function commentGroups({ comments, extended }: ReadComments): ReadComment[][] {
  const byParagraph = new Map(comments.map((comment) => [comment.paragraphId, comment]));
  // In files from older programs paragraphs have no id.
  byParagraph.delete("");
  const parentOf = (comment: ReadComment) => byParagraph.get(extended.get(comment.paragraphId)?.parent ?? "");
  const known = new Map<ReadComment, ReadComment>();
  const groups = new Map<ReadComment, ReadComment[]>();
  for (const comment of comments) {
    const first = firstOf(comment, parentOf, known);
    const group = groups.get(first) ?? [];
    groups.set(first, group);
    if (comment === first) group.unshift(comment);
    else group.push(comment);
  }
  return [...groups.values()];
}

/** As it is stored with a draft. */
export function saidIn({ author, date, text }: ReadComment): ImportedThread["comments"][number] {
  return {
    author: author.trim() || "Unknown",
    date: dateOf(date),
    text: text.trim().slice(0, commentMax) || "(no words)",
  };
}

/** A file may contain a reply cycle. `known` caches the root comments found so far. */
function firstOf(
  comment: ReadComment,
  parentOf: (comment: ReadComment) => ReadComment | undefined,
  known: Map<ReadComment, ReadComment>,
): ReadComment {
  const seen = new Set<ReadComment>();
  let first = comment;
  for (let next = parentOf(first); next !== undefined && !seen.has(next) && !known.has(first); next = parentOf(first)) {
    seen.add(first);
    first = next;
  }
  first = known.get(first) ?? first;
  for (const one of seen) known.set(one, first);
  return first;
}

function anchorOf(text: string, commented: CommentedWords | undefined): ImportedThread["anchor"] {
  const { start, end, words } = commented ?? { start: 0, end: 0, words: "" };
  // No longer than a comment created in Stet.
  const anchor = anchorAt(text, { start, end: Math.min(end, start + commentedWordsMax) }, words);
  // On words that a change inserts: they exist once it is accepted.
  return end > start ? anchor : { ...anchor, quote: words, place: null };
}

function dateOf(date: string): string | null {
  const read = new Date(date);
  return Number.isNaN(read.getTime()) || read.getFullYear() < 1900 || read.getFullYear() > 9999 ? null : read.toISOString();
}

async function commentsOf(parts: WordParts): Promise<ReadComment[]> {
  const part = parts.part("comments");
  const found: ReadComment[] = [];
  if (part === null) return found;
  let open: ReadComment | null = null;
  let takesText = false;
  await readXml(part, {
    open(name, attribute) {
      if (name === "comment")
        open = {
          id: attribute("id") ?? "",
          author: attribute("author") ?? "",
          date: attribute("date") ?? "",
          text: "",
          paragraphId: "",
        };
      else if (open === null) return;
      else if (name === "p") {
        if (open.text !== "") open.text += "\n";
        open.paragraphId = attribute("paraId") ?? open.paragraphId;
      } else if (name === "t") takesText = true;
      else if (name === "tab") open.text += "\t";
      else if (name === "br") open.text += "\n";
    },
    close(name) {
      if (name === "t") takesText = false;
      if (name !== "comment" || open === null) return;
      found.push(open);
      open = null;
    },
    text(text) {
      if (takesText && open !== null && open.text.length < 2 * commentMax) open.text += text;
    },
  });
  return found;
}

async function extendedOf(parts: WordParts): Promise<Map<string, Extended>> {
  const part = parts.part("commentsExtended");
  const found = new Map<string, Extended>();
  if (part === null) return found;
  await readXml(part, {
    open(name, attribute) {
      if (name !== "commentEx") return;
      const isDone = /^(?:1|true|on)$/.test(attribute("done") ?? "0");
      found.set(attribute("paraId") ?? "", { parent: attribute("paraIdParent"), isDone });
    },
  });
  return found;
}
