/*
 * The numbers shown by cross-references and footnotes. They depend on document
 * order, so they are recounted when that may have changed, never for typing in a
 * paragraph. Also keeps block ids unique: when a block is split or copied, the
 * original keeps its id.
 */
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey, type EditorState, type Transaction } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { missingLabel, referenceTargets } from "#core/clauses/references.ts";
import { isWithinTextblock } from "./clause-decorations.ts";
import { changedElsewhere } from "../changes/replace-document.ts";

/** Passed to a node view in the spec of its decoration. */
export type ShownNumber = { label: string; words: string; isMissing: boolean; isNote?: boolean };

type Numbers = { set: DecorationSet; isEmpty: boolean };
const key = new PluginKey<Numbers>("live-numbers");

export function liveNumbers(): Plugin<Numbers> {
  return new Plugin<Numbers>({
    key,
    state: {
      init: (_, { doc }) => count(doc),
      apply(tr, before) {
        if (!tr.docChanged) return before;
        if (mayChangeNumbers(tr, before)) return count(tr.doc);
        return before.isEmpty ? before : { ...before, set: before.set.map(tr.mapping, tr.doc) };
      },
    },
    appendTransaction(trs, before, after) {
      const isOwn = trs.some((tr) => tr.docChanged && !isTyping(tr)) && !trs.some((tr) => tr.getMeta(changedElsewhere));
      return isOwn ? withOneBlockForEachId(trs, before, after) : null;
    },
    props: {
      decorations(state) {
        return key.getState(state)?.set;
      },
    },
  });
}

function isTyping(tr: Transaction): boolean {
  return tr.steps.every((_, i) => isWithinTextblock(tr.docs[i]!, tr.mapping.maps[i]!, tr.docs[i + 1] ?? tr.doc));
}

function mayChangeNumbers(tr: Transaction, { isEmpty }: Numbers): boolean {
  if (!isTyping(tr)) return !isEmpty || hasNumbered(tr.doc);
  return tr.steps.some((_, i) => {
    const [before, after] = [tr.docs[i]!, tr.docs[i + 1] ?? tr.doc];
    let isNumbered = false;
    tr.mapping.maps[i]!.forEach((oldStart, oldEnd, newStart, newEnd) => {
      isNumbered ||= holdsNumbered(before, oldStart, oldEnd) || holdsNumbered(after, newStart, newEnd);
      // A heading is shown by its words.
      isNumbered ||= !isEmpty && before.resolve(oldStart).parent.attrs["id"] != null;
    });
    return isNumbered;
  });
}

const numbered = /^(reference|footnote)$/;

function holdsNumbered(doc: Node, from: number, to: number): boolean {
  let holds = false;
  if (to > from)
    doc.nodesBetween(from, to, (node) => {
      holds ||= numbered.test(node.type.name);
      return !holds;
    });
  return holds;
}

const known = new WeakMap<Node, boolean>();

/** Runs on every change of a document's blocks, most of which are unchanged. */
function hasNumbered(node: Node): boolean {
  if (node.isLeaf) return numbered.test(node.type.name);
  const before = known.get(node);
  if (before !== undefined) return before;
  const has = numbered.test(node.type.name) || node.children.some(hasNumbered);
  known.set(node, has);
  return has;
}

function count(doc: Node): Numbers {
  if (!hasNumbered(doc)) return { set: DecorationSet.empty, isEmpty: true };
  const targets = referenceTargets(doc);
  const byId = new Map(
    targets
      .filter(({ id }) => id !== null)
      .map((target) => [target.id!, target])
      .toReversed() as [string, (typeof targets)[number]][],
  );
  const decorations: Decoration[] = [];
  for (const { kind, pos, label, words } of targets)
    if (kind === "footnote") decorations.push(shown(doc, pos, { label, words, isMissing: false, isNote: true }));
  doc.descendants((node, pos) => {
    if (node.type.name !== "reference") return;
    const target = byId.get(String(node.attrs["target"]));
    const number = target
      ? { label: target.label, words: target.words, isMissing: false }
      : { label: missingLabel, words: "", isMissing: true };
    decorations.push(shown(doc, pos, number));
  });
  return { set: DecorationSet.create(doc, decorations), isEmpty: false };
}

function shown(doc: Node, pos: number, number: ShownNumber): Decoration {
  return Decoration.node(pos, pos + doc.nodeAt(pos)!.nodeSize, {}, number);
}

type Block = { pos: number; node: Node };

function blocksWithIds(doc: Node): Map<string, Block[]> {
  const blocks = new Map<string, Block[]>();
  doc.descendants((node, pos) => {
    const id = node.attrs["id"] as string | null | undefined;
    if (typeof id === "string") blocks.set(id, [...(blocks.get(id) ?? []), { pos, node }]);
  });
  return blocks;
}

function withOneBlockForEachId(trs: readonly Transaction[], before: EditorState, after: EditorState): Transaction | null {
  const shared = [...blocksWithIds(after.doc)].filter(([, blocks]) => blocks.length > 1);
  if (shared.length === 0) return null;
  const old = blocksWithIds(before.doc);
  const { tr } = after;
  for (const [id, blocks] of shared) {
    const own = ownerOf(blocks, old.get(id)?.[0], trs);
    for (const block of blocks) if (block !== own) tr.setNodeAttribute(block.pos, "id", null);
  }
  return tr;
}

/** The block that had it before; if that was split at its start, the one with its words. */
function ownerOf(blocks: readonly Block[], old: Block | undefined, trs: readonly Transaction[]): Block {
  const written = blocks.filter(({ node }) => node.textContent !== "");
  if (written.length === 1) return written[0]!;
  if (old === undefined) return blocks[0]!;
  let pos = old.pos;
  for (const tr of trs) pos = tr.mapping.map(pos, 1);
  return blocks.find((block) => block.pos === pos) ?? blocks[0]!;
}

/** The positions and numbers of footnotes, taken from the decorations to avoid walking the text. */
export function footnotesIn(state: EditorState): { pos: number; label: string }[] {
  const set = key.getState(state)?.set ?? DecorationSet.empty;
  return set
    .find(undefined, undefined, (spec) => (spec as ShownNumber).isNote === true)
    .map(({ from, spec }) => ({ pos: from, label: (spec as ShownNumber).label }))
    .filter(({ pos }) => state.doc.nodeAt(pos)?.type.name === "footnote")
    .toSorted((a, b) => a.pos - b.pos);
}

/** Gives the block an id if it has none. */
export function idOfBlock(tr: Transaction, pos: number): string {
  const id = tr.doc.nodeAt(pos)!.attrs["id"] as string | null;
  if (id !== null) return id;
  const made = newBlockId();
  tr.setNodeAttribute(pos, "id", made);
  return made;
}

/** An id for a block referenced for the first time. */
function newBlockId(): string {
  const letters = "abcdefghijklmnopqrstuvwxyz0123456789";
  return Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => letters[byte % letters.length]).join("");
}
