/*
 * Underlines spelling and grammar findings, which move with the text. A paragraph's
 * findings are replaced together when it is checked again.
 */
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey, type EditorState, type Transaction } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import type { Finding } from "#core/prose/finding.ts";

/** Offsets are within the paragraph's content. */
export type ProseFinding = Finding & { suggestions: readonly string[] };
export type PlacedFinding = { finding: ProseFinding; from: number; to: number };
/** Where a paragraph begins in the transaction's document, and its findings. */
export type ReadBlock = { pos: number; node: Node; findings: readonly ProseFinding[] };

const key = new PluginKey<DecorationSet>("prose");

/** `onPress`: the user clicked underlined words. */
export function prosePlugin(onPress: (placed: PlacedFinding) => void): Plugin<DecorationSet> {
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply(tr, before) {
        const moved = tr.docChanged ? before.map(tr.mapping, tr.doc) : before;
        const read = tr.getMeta(key) as readonly ReadBlock[] | undefined;
        return read ? drawn(moved, tr.doc, read) : moved;
      },
    },
    props: {
      decorations(state) {
        return key.getState(state);
      },
      // A second underline adds nothing, so the browser's is turned off.
      attributes: { spellcheck: "false" },
      handleClick(view, pos) {
        const placed = proseAt(view.state, pos);
        if (placed && view.state.selection.empty) onPress(placed);
        return false;
      },
    },
  });
}

export function setRead(tr: Transaction, read: readonly ReadBlock[]): Transaction {
  return tr.setMeta(key, read).setMeta("addToHistory", false);
}

function drawn(before: DecorationSet, doc: Node, read: readonly ReadBlock[]): DecorationSet {
  const old = read.flatMap(({ pos, node }) => before.find(pos + 1, pos + 1 + node.content.size));
  const added = read.flatMap(({ pos, findings }) => findings.map((finding) => draw(pos + 1, finding)));
  return before.remove(old).add(doc, added);
}

function draw(start: number, finding: ProseFinding): Decoration {
  const kind = finding.kind === "spelling" ? "misspelt" : "unidiomatic";
  return Decoration.inline(start + finding.start, start + finding.end, { class: kind }, { finding });
}

/** The finding under the character before or after this position. */
export function proseAt(state: EditorState, pos: number): PlacedFinding | null {
  const [found] = key.getState(state)?.find(pos, pos) ?? [];
  return found && found.to > found.from ? placed(found) : null;
}

/** All findings shown, in document order. */
export function allProse(state: EditorState): PlacedFinding[] {
  const found = key.getState(state)?.find() ?? [];
  return found.map(placed).sort((a, b) => a.from - b.from);
}

function placed({ from, to, spec }: Decoration): PlacedFinding {
  return { finding: (spec as { finding: ProseFinding }).finding, from, to };
}
