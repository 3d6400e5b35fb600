/*
 * Highlights the words that comments are about. The highlight moves with them: text
 * typed inside belongs to it, and replacement text takes over its comment. If the
 * words are removed, the comment waits for them to return: by undo, by pasting them
 * elsewhere, or with an older version.
 */
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey, type EditorState, type Transaction } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import {
  anchorAt,
  findAnchor,
  moveAnchors,
  moveRange,
  type CommentAnchor,
  type Range,
  type RangeChange,
} from "#core/comments/comment-anchor.ts";
import { documentRange, documentText, textOffset } from "#core/document/document-text.ts";

/** `isQuiet`: resolved, and not active. */
export type Anchored = { id: string; anchor: CommentAnchor; isQuiet: boolean };
/** Positions in the document; null while the words are gone. `near` is where they were. */
type Live = Anchored & { range: Range | null; near: number };
type State = { live: readonly Live[]; active: string | null; decorations: DecorationSet };
type Change = { comments?: readonly Anchored[]; active?: string | null };

const key = new PluginKey<State>("comments");

/** `picked` receives the comment whose words were clicked, or null. */
export function commentPlugin(picked: (id: string | null) => void): Plugin<State> {
  return new Plugin<State>({
    key,
    state: {
      init: () => ({ live: [], active: null, decorations: DecorationSet.empty }),
      apply(tr, before) {
        const change = tr.getMeta(key) as Change | undefined;
        if (!change && (!tr.docChanged || before.live.length === 0)) return before;
        const moved = tr.docChanged ? movedBy(tr, before.live) : before.live;
        const live = change?.comments ? renewed(tr.doc, moved, change.comments) : moved;
        const active = change?.active === undefined ? before.active : change.active;
        return { live, active, decorations: draw(tr.doc, live, active) };
      },
    },
    props: {
      decorations: (state) => key.getState(state)?.decorations,
      handleClick(view, pos) {
        picked(commentAt(view.state, pos));
        return false;
      },
    },
  });
}

export function setComments(tr: Transaction, change: Change): Transaction {
  return tr.setMeta(key, change).setMeta("addToHistory", false);
}

/** Where a comment's words are; null if they are gone. */
export function commentRange(state: EditorState, id: string): Range | null {
  return key.getState(state)?.live.find((one) => one.id === id)?.range ?? null;
}

/** In document order, with each current or last position. */
export function commentPlaces(state: EditorState): { id: string; pos: number; isLost: boolean }[] {
  const live = key.getState(state)?.live ?? [];
  return live
    .map(({ id, range, near }) => ({ id, pos: range?.start ?? Math.min(near, state.doc.content.size), isLost: range === null }))
    .sort((a, b) => a.pos - b.pos);
}

/** The shortest that contains `pos`. */
function commentAt(state: EditorState, pos: number): string | null {
  const here = (key.getState(state)?.live ?? []).filter(
    ({ range, isQuiet }) => range !== null && !isQuiet && range.start <= pos && pos <= range.end,
  );
  const length = ({ range }: Live) => range!.end - range!.start;
  return here.sort((a, b) => length(a) - length(b))[0]?.id ?? null;
}

/** The selected words as an anchor; null if nothing is selected. */
export function anchorOfSelection({ doc, selection }: EditorState): CommentAnchor | null {
  const range = textRange(doc, { start: selection.from, end: selection.to });
  const { text } = documentText(doc);
  // Surrounding spaces are not part of the anchor.
  while (range.start < range.end && /\s/.test(text[range.start]!)) range.start++;
  while (range.end > range.start && /\s/.test(text[range.end - 1]!)) range.end--;
  return range.end > range.start ? anchorAt(text, range) : null;
}

function textRange(doc: Node, { start, end }: Range): Range {
  const shown = documentText(doc);
  return { start: textOffset(shown, doc, start), end: textOffset(shown, doc, end) };
}

/** Local positions are more current than the server's, which has not received the latest keystrokes. */
function renewed(doc: Node, live: readonly Live[], comments: readonly Anchored[]): Live[] {
  const known = new Map(live.map((one) => [one.id, one]));
  return comments.map((comment) => {
    const here = known.get(comment.id);
    if (here?.range) return { ...here, isQuiet: comment.isQuiet };
    return { ...placed(doc, comment, here?.near), isQuiet: comment.isQuiet };
  });
}

function placed(doc: Node, comment: Anchored, near = nearOf(doc, comment.anchor)): Live {
  const shown = documentText(doc);
  const anchor = findAnchor(shown.text, comment.anchor);
  if (anchor.place === null) return { ...comment, anchor, range: null, near };
  const { from, to } = documentRange(shown, anchor.place.start, anchor.place.end);
  return { ...comment, anchor, range: { start: from, end: to }, near: from };
}

/** Words that are gone came after the ones before them. */
function nearOf(doc: Node, { before }: CommentAnchor): number {
  const { text, positions } = documentText(doc);
  const beside = before.slice(-30);
  const at = beside.trim() === "" ? -1 : text.indexOf(beside);
  return at < 0 ? 0 : (positions[at + beside.length - 1] ?? 0);
}

function movedBy(tr: Transaction, live: readonly Live[]): Live[] {
  const isUndo = tr.getMeta("history$") !== undefined;
  const mayBringBack = isUndo || tr.steps.some((_, i) => insertedBy(tr, i) > 1);
  return live.map((one) => {
    const near = tr.mapping.map(one.near);
    if (one.range === null) return mayBringBack ? placed(tr.doc, one, near) : { ...one, near };
    const range = moved(tr, one.range);
    if (range !== null && !isUndo) return range === one.range ? one : { ...one, range, near: range.start };
    // Gone, or part of something larger that changed: compare the text before and after.
    const { text } = documentText(tr.before);
    const before = anchorAt(text, textRange(tr.before, one.range), one.anchor.about);
    const [anchor] = moveAnchors(text, documentText(tr.doc).text, [before]);
    return placed(tr.doc, { ...one, anchor: anchor! }, near);
  });
}

/** Null if the steps alone cannot tell. */
function moved(tr: Transaction, range: Range): Range | null {
  let now: Range | null = range;
  for (const map of tr.mapping.maps) {
    const changes: RangeChange[] = [];
    map.forEach((from, to, newFrom, newTo) => changes.push({ from, to, newFrom, newTo }));
    const { start, end }: Range = now;
    if (changes.some(({ from, to }) => from < start && to >= end) || changes.some(({ from, to }) => from <= start && to > end))
      return null;
    now = moveRange(now, changes);
    if (now === null) return null;
  }
  return now.start === range.start && now.end === range.end ? range : now;
}

function insertedBy(tr: Transaction, step: number): number {
  let most = 0;
  tr.mapping.maps[step]!.forEach((_from, _to, newFrom, newTo) => (most = Math.max(most, newTo - newFrom)));
  return most;
}

function draw(doc: Node, live: readonly Live[], active: string | null): DecorationSet {
  const shown = live.filter(({ id, range, isQuiet }) => range !== null && (!isQuiet || id === active));
  return DecorationSet.create(
    doc,
    shown.map(({ id, range }) =>
      Decoration.inline(range!.start, range!.end, {
        class: id === active ? "commented commented-here" : "commented",
        "data-comment": id,
      }),
    ),
  );
}
