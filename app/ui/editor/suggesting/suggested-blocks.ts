/* Which paragraphs a suggestion is typed in, and how they read with one's own open suggestions. */
import type { Node } from "@tiptap/pm/model";
import type { EditorState } from "@tiptap/pm/state";
import { Transform, type Mapping } from "@tiptap/pm/transform";
import { applyEdit } from "#core/changes/document-patch.ts";
import type { NewSuggestion } from "#core/changes/imported-change.ts";
import type { BlockRange } from "./typed-suggestions.ts";
import type { Edit, Patch } from "#core/changes/patch.ts";
import { documentRange, documentText } from "#core/document/document-text.ts";
import { ownSuggestion } from "../changes/imported-changes.ts";
import { editOf, proposalsIn } from "../changes/proposals.ts";

/** `own`: the suggestions in these paragraphs, which `proposed` contains. */
export type SuggestedBlocks = BlockRange & { agreed: Node; proposed: Node; own: NewSuggestion[]; mapping: Mapping };

/** Null where words can't be suggested: in code, or across different lists, cells or boxes. */
export function blocksAround(doc: Node, from: number, to: number): BlockRange | null {
  const [$from, $to] = [doc.resolve(from), doc.resolve(to)];
  const depth = $from.depth - 1;
  if (!$from.parent.isTextblock || !$to.parent.isTextblock || $to.depth !== $from.depth) return null;
  if ($from.start(depth) !== $to.start(depth)) return null;
  const parent = $from.node(depth);
  let [first, last] = [$from.index(depth), $to.index(depth)];
  for (let i = first; i <= last; i++) if (!isOfWords(parent.maybeChild(i))) return null;
  // An empty paragraph has no words that a change could be quoted by.
  const isEmpty = () => parent.children.slice(first, last + 1).every((block) => block.textContent.trim() === "");
  while (isEmpty() && isOfWords(parent.maybeChild(first - 1))) first--;
  while (isEmpty() && isOfWords(parent.maybeChild(last + 1))) last++;
  return isEmpty() ? null : { from: $from.posAtIndex(first, depth), to: $from.posAtIndex(last + 1, depth) };
}

/** With the paragraph before or after; null if there is none beside it. */
export function widened(doc: Node, { from, to }: BlockRange, side: "before" | "after"): BlockRange | null {
  const beside = side === "before" ? doc.resolve(from).nodeBefore : doc.resolve(to).nodeAfter;
  if (!isOfWords(beside)) return null;
  return side === "before" ? { from: from - beside!.nodeSize, to } : { from, to: to + beside!.nodeSize };
}

function isOfWords(block: Node | null): boolean {
  return block !== null && block.isTextblock && !block.type.spec.code;
}

/** Null if one of the suggestions is partly about paragraphs elsewhere. */
export function suggestedBlocks(state: EditorState, around: BlockRange): SuggestedBlocks | null {
  const { doc } = state;
  const shown = documentText(doc);
  let range = around;
  const open = proposalsIn(state).flatMap((one) => {
    const id = ownSuggestion(one);
    const edit = id === null ? null : editOf(state, one);
    return id === null || !edit || edit.end <= edit.start
      ? []
      : [{ id, edit, patch: one.patch, ...documentRange(shown, edit.start, edit.end) }];
  });
  for (const one of open) {
    while (one.from < range.from && one.to > range.from) {
      const more = widened(doc, range, "before");
      if (!more) return null;
      range = more;
    }
    while (one.to > range.to && one.from < range.to) {
      const more = widened(doc, range, "after");
      if (!more) return null;
      range = more;
    }
  }
  const inside = open.filter(({ from, to }) => from >= range.from && to <= range.to).sort((a, b) => b.edit.start - a.edit.start);
  const tried = new Transform(doc);
  for (const { edit } of inside) applyEdit(tried, edit, shown);
  const [start, end] = [tried.mapping.map(range.from, -1), tried.mapping.map(range.to, 1)];
  const agreed = asDocument(doc, range.from, range.to);
  // All of them may be suggested to go.
  const proposed = start === end ? emptied(agreed) : paragraphsOf(tried.doc, start, end);
  if (!agreed || !proposed) return null;
  const own = inside.map(({ id, edit, patch }) => asSuggestion(id, edit, patch, shown.text));
  return { ...range, agreed, proposed, own, mapping: tried.mapping };
}

/** Also of list items, which a suggestion may have divided. */
function paragraphsOf(doc: Node, from: number, to: number): Node | null {
  const found: Node[] = [];
  doc.nodesBetween(from, to, (node) => {
    if (node.isTextblock) found.push(node);
    return !node.isTextblock;
  });
  return found.length > 0 && found.every(isOfWords) ? doc.type.create(null, found) : null;
}

function emptied(agreed: Node | null): Node | null {
  const first = agreed?.firstChild;
  return agreed && first ? agreed.copy(agreed.content.cut(0, 0).addToEnd(first.type.create(first.attrs))) : null;
}

/** The paragraphs alone. */
export function asDocument(doc: Node, from: number, to: number): Node | null {
  const { content, openStart, openEnd } = doc.slice(from, to);
  if (openStart + openEnd > 0 || content.childCount === 0) return null;
  return content.content.every(isOfWords) ? doc.type.create(null, content) : null;
}

const besideLength = 60;

function asSuggestion(id: string, { start, end, text }: Edit, { summary }: Patch, words: string): NewSuggestion {
  const anchor = {
    quote: words.slice(start, end),
    before: words.slice(Math.max(0, start - besideLength), start),
    after: words.slice(end, end + besideLength),
    start,
  };
  return { id, anchor, replacement: text, reason: /^[^:]+: (.+)$/su.exec(summary)?.[1] ?? "" };
}
