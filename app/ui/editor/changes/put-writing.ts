/*
 * Where written Markdown is inserted. A single paragraph joins the paragraph at the
 * caret; blocks stay blocks: before it at its start, after it at its end, and
 * between its two halves in the middle.
 */
import { Fragment, Node, Slice } from "@tiptap/pm/model";
import { canSplit, type Transform } from "@tiptap/pm/transform";
import { markdownToBlocks } from "#core/document/markdown-to-document.ts";
import { countWords } from "#core/text/words.ts";

type Place = { from: number; to: number };

export function putWriting(tr: Transform, { from, to }: Place, content: string): void {
  const { schema } = tr.doc.type;
  const blocks = markdownToBlocks(content).map((block) => Node.fromJSON(schema, block.toJSON()));
  if (blocks.length === 0) return;
  if (blocks.length === 1 && blocks[0]!.type.name === "paragraph")
    return void tr.replaceRange(from, to, new Slice(spaced(tr, from, to, blocks[0]!.content), 0, 0));
  if (to > from) tr.delete(from, to);
  putBlocks(tr, to > from ? tr.mapping.map(from, -1) : from, blocks);
}

function putBlocks(tr: Transform, at: number, blocks: Node[]): void {
  const place = tr.doc.resolve(at);
  const { parent, parentOffset } = place;
  if (!parent.isTextblock || place.depth === 0 || parent.isInline)
    return void tr.replaceRange(at, at, new Slice(Fragment.fromArray(blocks), 0, 0));
  if (parent.content.size === 0) return void tr.replaceWith(place.before(), place.after(), blocks);
  if (parentOffset === 0) return void tr.insert(place.before(), blocks);
  if (parentOffset === parent.content.size) return void tr.insert(place.after(), blocks);
  if (!canSplit(tr.doc, at)) return void tr.replaceRange(at, at, new Slice(Fragment.fromArray(blocks), 0, 0));
  tr.split(at);
  const rest = tr.doc.resolve(at + 2);
  const gap = /^\s*/.exec(rest.parent.textBetween(0, rest.parent.content.size, " ", "\ufffc"))![0].length;
  if (gap > 0) tr.delete(at + 2, at + 2 + gap);
  const [first, ...others] = blocks as [Node, ...Node[]];
  const joins = first.type.name === "paragraph" && parent.type.name === "paragraph";
  tr.insert(at + 1, joins ? others : blocks);
  const before = parent.textBetween(0, parentOffset, " ", "\ufffc");
  const tail = before.length - before.trimEnd().length;
  if (!joins && tail > 0) tr.delete(at - tail, at);
  if (joins) tr.insert(at, spaced(tr, at, at, first.content));
}

/**
 * Counts the words inserted. A document diff would be less accurate: "Two" inserted
 * before "Three" shares its first letter.
 */
export function writtenWords(content: string): number {
  const words = markdownToBlocks(content).map((block) => block.textBetween(0, block.content.size, " ", " "));
  return countWords(words.join(" "));
}

/** Adds spaces so that words inserted between words do not run together. */
function spaced(tr: Transform, from: number, to: number, content: Fragment): Fragment {
  const { schema } = tr.doc.type;
  const before = tr.doc.resolve(from).parent.isTextblock
    ? tr.doc.textBetween(Math.max(tr.doc.resolve(from).start(), from - 1), from)
    : "";
  const after = tr.doc.resolve(to).parent.isTextblock ? tr.doc.textBetween(to, Math.min(tr.doc.resolve(to).end(), to + 1)) : "";
  const first = content.firstChild?.text ?? "";
  const last = content.lastChild?.text ?? "";
  let spacedOut = content;
  if (/[\p{L}\p{N}.,;:!?)\]”’]/u.test(before) && /^[\p{L}\p{N}(“‘]/u.test(first))
    spacedOut = Fragment.from(schema.text(" ")).append(spacedOut);
  if (/^[\p{L}\p{N}(“‘]/u.test(after) && /[\p{L}\p{N}.,;:!?)”’]$/u.test(last))
    spacedOut = spacedOut.append(Fragment.from(schema.text(" ")));
  return spacedOut;
}
