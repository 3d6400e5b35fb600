/*
 * The draft's comments in the file: those that came stay as they are, new ones and replies are added to the same parts,
 * with the state of their threads.
 */
import type { Comment, CommentThread } from "#core/comments/comment.ts";
import type { Archive } from "../../files/zip.ts";
import { commentGroups, readWordComments, saidIn, type ReadComment, type ReadComments } from "../../files/readers/word-comments.ts";
import type { WordParts } from "../../files/readers/word-parts.ts";
import { xmlText } from "../xml-text.ts";
import { addPart, namespacesOf, partText } from "./package-parts.ts";
import { attributeIn, edited, escaped, scanXml, Unwritable, type Edit, type Tag } from "../../files/readers/xml-scan.ts";

export type CommentEdits = {
  /** New content of parts, by name. */
  parts: Map<string, string>;
  /** In the text part, beside comments that came. */
  edits: Edit[];
  /** New threads, and what their ends are in the text part. */
  threads: { thread: CommentThread; start: string; end: string }[];
};

const word2010 = "http://schemas.microsoft.com/office/word/2010/wordml";
const word2012 = "http://schemas.microsoft.com/office/word/2012/wordml";
type Kind = "comments" | "commentsExtended";

function emptyPart(kind: Kind, text: string): string {
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
  if (kind === "commentsExtended") return `${head}<w15:commentsEx xmlns:w15="${word2012}"></w15:commentsEx>`;
  return `${head}<w:comments xmlns:w="${namespacesOf(text).word}"></w:comments>`;
}

export async function commentEdits(
  archive: Archive,
  parts: WordParts,
  xml: string,
  threads: readonly CommentThread[],
): Promise<CommentEdits> {
  const read = await readWordComments(parts);
  const pairs = paired(read, threads);
  const none: CommentEdits = { parts: new Map(), edits: [], threads: [] };
  if (pairs.every((pair) => isAsItCame(pair, read))) return none;
  const kinds = ["comments", "commentsExtended"] as const;
  const texts = await Promise.all(kinds.map((kind) => partText(archive, parts, kind, emptyPart(kind, xml))));
  const writer = new CommentWriter(xml, read, { comments: texts[0]!.xml, commentsExtended: texts[1]!.xml });
  for (const pair of pairs) if (!isAsItCame(pair, read)) writer.write(pair);
  const changed = writer.parts;
  const written = new Map<string, string>();
  for (const [i, kind] of kinds.entries()) {
    const part = texts[i]!;
    if (changed[kind] === null) continue;
    written.set(part.name, changed[kind]);
    if (part.isNew) await addPart(archive, parts, part, written, xml);
  }
  return { parts: written, edits: writer.edits, threads: writer.threads };
}

/** A thread, what of it came with the file, and what is new. */
type Pair = { thread: CommentThread; came: ReadComment[]; added: Comment[] };

function isAsItCame({ thread, came, added }: Pair, { extended }: ReadComments): boolean {
  return came.length > 0 && added.length === 0 && thread.isResolved === isDone(came[0]!, extended);
}

const isDone = ({ paragraphId }: ReadComment, extended: ReadComments["extended"]) => extended.get(paragraphId)?.isDone ?? false;

/** Deleted comments would have to be taken out of the file. */
function paired(read: ReadComments, threads: readonly CommentThread[]): Pair[] {
  const left = [...threads];
  const pairs = commentGroups(read).map((came): Pair => {
    const at = left.findIndex(({ comments }) => came.every((one) => comments.some((other) => isSame(one, other))));
    if (at < 0) throw new Unwritable("a deleted comment");
    const [thread] = left.splice(at, 1);
    const rest = [...thread!.comments];
    for (const one of came)
      rest.splice(
        rest.findIndex((other) => isSame(one, other)),
        1,
      );
    return { thread: thread!, came, added: rest.filter(({ isDeleted }) => !isDeleted) };
  });
  return [...pairs, ...left.map((thread) => ({ thread, came: [], added: thread.comments.filter(({ isDeleted }) => !isDeleted) }))];
}

/** Undated comments have the date of the import, so dates count only where there are some. */
function isSame(read: ReadComment, { author, text, createdAt, isDeleted }: Comment): boolean {
  const said = saidIn(read);
  return !isDeleted && said.author === author && said.text === text && (said.date === null || said.date === createdAt);
}

class CommentWriter {
  readonly edits: Edit[] = [];
  readonly threads: CommentEdits["threads"] = [];
  #xml: string;
  #texts: Record<Kind, string>;
  #edits: Record<Kind, Edit[]> = { comments: [], commentsExtended: [] };
  #extended: ReadComments["extended"];
  #id: number;
  #paragraph = 0x5e_70_00_00;

  constructor(xml: string, { comments, extended }: ReadComments, texts: Record<Kind, string>) {
    this.#xml = xml;
    this.#extended = extended;
    this.#texts = texts;
    this.#id = Math.max(0, ...comments.map(({ id }) => Number(id) || 0));
  }

  get parts(): Record<Kind, string | null> {
    const written = (kind: Kind) => (this.#edits[kind].length === 0 ? null : edited(this.#texts[kind], this.#edits[kind]));
    return { comments: written("comments"), commentsExtended: written("commentsExtended") };
  }

  write({ thread, came, added }: Pair): void {
    let [first] = came.map(({ paragraphId }) => paragraphId);
    if (first === "") first = this.#named(came[0]!);
    const ids: number[] = [];
    for (const comment of added) {
      const paragraph = this.#add(comment);
      this.#extend(paragraph, first, thread.isResolved);
      first ??= paragraph;
      ids.push(this.#id);
    }
    if (came[0] === undefined) this.threads.push({ thread, ...endsOf(ids) });
    else {
      this.#resolve(first!, thread.isResolved);
      this.#beside(came[0].id, ids);
    }
  }

  /** Returns the id of its paragraph. */
  #add({ author, createdAt, text }: Comment): string {
    const name = xmlText(author ?? "A former member");
    const paragraph = this.#nextParagraph();
    const lines = text.split("\n");
    const said = lines.map((line, i) => {
      const id = i === lines.length - 1 ? ` xmlns:w14="${word2010}" w14:paraId="${paragraph}"` : "";
      return `<w:p${id}><w:r><w:t xml:space="preserve">${escaped(xmlText(line))}</w:t></w:r></w:p>`;
    });
    const stamp = `w:id="${++this.#id}" w:author="${escaped(name)}" w:date="${createdAt.slice(0, 19)}Z" w:initials="${escaped([...name][0] ?? "")}"`;
    this.#append("comments", `<w:comment xmlns:w="${namespacesOf(this.#xml).word}" ${stamp}>${said.join("")}</w:comment>`);
    return paragraph;
  }

  #nextParagraph(): string {
    do this.#paragraph++;
    while (this.#texts.comments.includes(hex(this.#paragraph)));
    return hex(this.#paragraph);
  }

  /** Files of older programs have no ids of paragraphs. */
  #named({ id }: ReadComment): string {
    let [isWithin, last] = [false, null as Tag | null];
    for (const token of scanXml(this.#texts.comments)) {
      if (token.kind === "text") continue;
      if (token.name === "comment") isWithin = token.kind === "open" && attributeIn(this.#texts.comments, token, "id") === id;
      else if (isWithin && token.name === "p" && token.kind !== "close") last = token;
    }
    if (last === null) throw new Unwritable("a comment without a paragraph");
    const made = this.#nextParagraph();
    const at = last.from + "<w:p".length;
    this.#edits.comments.push({ from: at, to: at, text: ` xmlns:w14="${word2010}" w14:paraId="${made}"` });
    return made;
  }

  #extend(paragraph: string, parent: string | undefined, isResolved: boolean): void {
    const reply = parent === undefined ? "" : ` w15:paraIdParent="${parent}"`;
    this.#append(
      "commentsExtended",
      `<w15:commentEx xmlns:w15="${word2012}" w15:paraId="${paragraph}"${reply} w15:done="${isResolved ? 1 : 0}"/>`,
    );
  }

  #resolve(paragraph: string, isResolved: boolean): void {
    const known = this.#extended.get(paragraph);
    if (known === undefined) return this.#extend(paragraph, undefined, isResolved);
    if (known.isDone === isResolved) return;
    const text = this.#texts.commentsExtended;
    for (const token of scanXml(text)) {
      if (token.kind === "text" || token.name !== "commentEx" || attributeIn(text, token, "paraId") !== paragraph) continue;
      const tag = text.slice(token.from, token.to);
      const at = tag.indexOf(":done=");
      const done = isResolved ? "1" : "0";
      const made =
        at < 0
          ? `${tag.slice(0, -2)} w15:done="${done}"/>`
          : `${tag.slice(0, at + 7)}${done}${tag.slice(tag.indexOf(tag[at + 6]!, at + 7))}`;
      this.#edits.commentsExtended.push({ from: token.from, to: token.to, text: made });
    }
  }

  #append(kind: Kind, xml: string): void {
    const at = this.#texts[kind].lastIndexOf("</");
    if (at < 0) throw new Unwritable("a part without comments");
    this.#edits[kind].push({ from: at, to: at, text: xml });
  }

  /** Replies refer to the same words as the comment. */
  #beside(id: string, ids: readonly number[]): void {
    if (ids.length === 0) return;
    const { start, end } = endsOf(ids);
    let [begins, ends, run] = [null as Tag | null, null as number | null, false];
    for (const token of scanXml(this.#xml)) {
      if (token.kind === "text") continue;
      const isIts = token.kind !== "close" && attributeOf(this.#xml, token, id);
      if (token.name === "commentRangeStart" && isIts) begins = token;
      else if (token.name === "commentReference" && isIts) run = true;
      else if (run && token.name === "r" && token.kind === "close") [ends, run] = [ends ?? token.to, false];
    }
    if (ends === null) throw new Unwritable("a comment that nothing refers to");
    const at = begins?.to ?? ends;
    this.edits.push({ from: at, to: at, text: start }, { from: ends, to: ends, text: end });
  }
}

const attributeOf = (xml: string, tag: Tag, id: string) => tag.name.startsWith("comment") && attributeIn(xml, tag, "id") === id;
const hex = (number: number) => number.toString(16).toUpperCase().padStart(8, "0");

function endsOf(ids: readonly number[]): { start: string; end: string } {
  const start = ids.map((id) => `<w:commentRangeStart w:id="${id}"/>`).join("");
  const end = ids.map((id) => `<w:commentRangeEnd w:id="${id}"/><w:r><w:commentReference w:id="${id}"/></w:r>`).join("");
  return { start, end };
}
