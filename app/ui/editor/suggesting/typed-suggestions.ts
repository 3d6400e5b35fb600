/*
 * What somebody types while they suggest, as changes to the agreed text: one for
 * each stretch of words that differs, with enough around it to be quoted. They are
 * tried on the agreed text before they are taken, so that accepting all of them
 * gives what was typed.
 */
import type { Node } from "prosemirror-model";
import { Transform } from "prosemirror-transform";
import { documentText, textOffset } from "#core/document/document-text.ts";
import { missingLabel } from "#core/clauses/references.ts";
import { applyEdit, locateInDocument } from "#core/changes/document-patch.ts";
import type { Patch } from "#core/changes/patch.ts";
import { wordDiff } from "#core/changes/word-diff.ts";

/** Blocks that follow each other: from before the first to after the last. */
export type BlockRange = { from: number; to: number };
export type TypedPatch = Required<Pick<Patch, "original" | "replacement" | "before" | "after" | "isTyped">> & {
  place: { start: number; end: number };
};

/** The words of each block, as in the document's text. References show what they show in the whole document. */
export function blockTexts(blocks: Node, labels: ReadonlyMap<string, string>): string[] {
  return blocks.children.map((block) => block.children.map((node) => inlineText(node, labels)).join(""));
}

export function inlineText(node: Node, labels: ReadonlyMap<string, string>): string {
  if (node.isText) return node.text!;
  if (node.type.name === "hardBreak") return "\n";
  if (node.type.name === "footnote") return "";
  return node.type.name === "reference" ? (labels.get(String(node.attrs["target"])) ?? missingLabel) : "\ufffc";
}

/** Characters of the document's text that another open change is about. */
export type Taken = { start: number; end: number };

/** Null if what was typed can't be put as changes to these blocks. Words of `taken` are quoted only where no others are beside. */
export function typedPatches(
  document: Node,
  range: BlockRange,
  typed: readonly string[],
  taken: readonly Taken[] = [],
): TypedPatch[] | null {
  const words = typed.filter((text) => text !== "");
  const agreed = textsIn(document, range);
  const shown = documentText(document);
  const start = textOffset(shown, document, range.from + 1);
  const before = agreed.join("\n\n");
  if (shown.text.slice(start, start + before.length) !== before) return null;
  const after = words.join("\n\n");
  const edits = typedEdits(
    before,
    after,
    taken.map((one) => ({ start: one.start - start, end: one.end - start })),
  );
  if (givesWords(document, range, at(edits, start), words)) return at(edits, start).map((edit) => patchOf(shown.text, edit));
  const whole = at(wholeEdit(before, after), start);
  return givesWords(document, range, whole, words) ? whole.map((edit) => patchOf(shown.text, edit)) : null;
}

type TypedEdit = { start: number; end: number; text: string };

const at = (edits: readonly TypedEdit[], by: number): TypedEdit[] =>
  edits.map(({ start, end, text }) => ({ start: start + by, end: end + by, text }));

function textsIn(document: Node, { from, to }: BlockRange): string[] {
  const texts: string[] = [];
  document.nodesBetween(from, to, (node, pos) => {
    if (node.isTextblock && pos >= from) texts.push(documentTextOf(document, node, pos));
    return !node.isTextblock;
  });
  return texts;
}

function documentTextOf(document: Node, block: Node, pos: number): string {
  const shown = documentText(document);
  let text = "";
  block.forEach((node, offset) => {
    if (node.isText) text += node.text!;
    else if (node.type.name === "reference") {
      const start = textOffset(shown, document, pos + 1 + offset);
      const reference = shown.references.find((one) => one.start === start);
      text += reference ? shown.text.slice(reference.start, reference.end) : missingLabel;
    } else text += inlineText(node, new Map());
  });
  return text;
}

const besideLength = 60;

function patchOf(text: string, { start, end, text: replacement }: TypedEdit): TypedPatch {
  return {
    original: text.slice(start, end),
    replacement,
    before: text.slice(Math.max(0, start - besideLength), start),
    after: text.slice(end, end + besideLength),
    place: { start, end },
    isTyped: true,
  };
}

/** Whether these changes, located and accepted as any other, give the words that were typed. */
function givesWords(document: Node, { from, to }: BlockRange, edits: readonly TypedEdit[], words: readonly string[]): boolean {
  const shown = documentText(document);
  const tried = new Transform(document);
  for (const edit of edits.toReversed()) {
    if (edit.start >= edit.end) return false;
    const outcome = locateInDocument(document, { ...patchOf(shown.text, edit), summary: "" }, { nearest: false });
    if (outcome.kind !== "located" || outcome.edit.start !== edit.start || outcome.edit.end !== edit.end) return false;
    try {
      applyEdit(tried, outcome.edit, shown);
    } catch {
      return false;
    }
  }
  const range = { from: tried.mapping.map(from, -1), to: tried.mapping.map(to, 1) };
  const made = textsIn(tried.doc, range).filter((text) => text !== "");
  return made.length === words.length && made.every((text, i) => text === words[i]);
}

type Hunk = { start: number; end: number; newStart: number; newEnd: number };

/** In text order, none of them empty at the place they replace. */
export function typedEdits(before: string, after: string, taken: readonly Taken[] = []): TypedEdit[] {
  if (before === after) return [];
  let hunks: Hunk[] = [];
  let [start, newStart] = [0, 0];
  let open: Hunk | null = null;
  for (const { kind, text } of wordDiff(before, after).segments) {
    if (kind === "equal") open = null;
    else if (open === null) hunks.push((open = { start, end: start, newStart, newEnd: newStart }));
    if (kind !== "added") start += text.length;
    if (kind !== "removed") newStart += text.length;
    if (open !== null) [open.end, open.newEnd] = [start, newStart];
  }
  hunks = joined(hunks.map((hunk) => quotable(before, after, hunk, taken)));
  return hunks.map((hunk) => ({ start: hunk.start, end: hunk.end, text: after.slice(hunk.newStart, hunk.newEnd) }));
}

function wholeEdit(before: string, after: string): TypedEdit[] {
  return [{ start: 0, end: before.length, text: after }];
}

/** Widened to the words beside it where it has none of its own, or divides or joins paragraphs. */
function quotable(before: string, after: string, hunk: Hunk, taken: readonly Taken[]): Hunk {
  const { start, end, newStart, newEnd } = hunk;
  const [old, made] = [before.slice(start, end), after.slice(newStart, newEnd)];
  if (made === "") {
    const whole = wholeParagraphs(before, hunk);
    if (whole) return whole;
  }
  const isBlank = old.trim() === "";
  const needsLeft = old.startsWith("\n") || made.startsWith("\n");
  const needsRight = old.endsWith("\n") || made.endsWith("\n");
  const [left, right] = [wordBefore(before, start), wordAfter(before, end)];
  const isTaken = (from: number, to: number) => taken.some((one) => one.start < to && from < one.end);
  const goesLeft = left > 0 && (right === 0 || !isTaken(start - left, start) || isTaken(end, end + right));
  const [isLeft, isRight] = [needsLeft || (isBlank && !needsRight && goesLeft), needsRight || (isBlank && !needsLeft && !goesLeft)];
  const by = { left: isLeft ? left : 0, right: isRight ? right : 0 };
  return { start: start - by.left, end: end + by.right, newStart: newStart - by.left, newEnd: newEnd + by.right };
}

/** A deletion of whole paragraphs leaves the break to the paragraph that stays. */
function wholeParagraphs(text: string, hunk: Hunk): Hunk | null {
  const { start, end } = hunk;
  const old = text.slice(start, end);
  const startsBlock = start === 0 || text.slice(start - 2, start) === "\n\n";
  const endsBlock = end === text.length || text.slice(end, end + 2) === "\n\n";
  if (startsBlock && old.endsWith("\n\n")) return { ...hunk, end: end - 2 };
  if (endsBlock && old.startsWith("\n\n")) return { ...hunk, start: start + 2 };
  return startsBlock && endsBlock ? hunk : null;
}

function wordBefore(text: string, end: number): number {
  let at = end;
  while (at > 0 && text[at - 1] !== "\n" && isSpace(text[at - 1]!)) at--;
  const wordEnd = at;
  while (at > 0 && end - at < longestWord && !isSpace(text[at - 1]!)) at--;
  return at < wordEnd ? end - at : 0;
}

function wordAfter(text: string, start: number): number {
  return /^[^\S\n]*\S+/u.exec(text.slice(start, start + longestWord))?.[0].length ?? 0;
}

const isSpace = (character: string) => character.trim() === "";

const longestWord = 200;

/** Those that meet become one. */
function joined(hunks: readonly Hunk[]): Hunk[] {
  const found: Hunk[] = [];
  for (const hunk of hunks) {
    const last = found.at(-1);
    if (last && hunk.start < last.end) {
      last.end = Math.max(last.end, hunk.end);
      last.newEnd = Math.max(last.newEnd, hunk.newEnd);
    } else found.push({ ...hunk });
  }
  return found;
}
