/*
 * Draws the checks' findings: an underline in the text, and a count per block in
 * the margin. They move with the text until the next check.
 */
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey, type EditorState, type Transaction } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import type { ShownFinding } from "#core/clauses/document-checks.ts";
import { documentRange, documentText } from "#core/document/document-text.ts";

const key = new PluginKey<DecorationSet>("checks");

/** Of remarks only the place is known; nothing is drawn. */
type Found = { findings: readonly ShownFinding[]; remarks: readonly ShownFinding[] };

export function checkPlugin(): Plugin<DecorationSet> {
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply(tr, before) {
        const found = tr.getMeta(key) as Found | undefined;
        if (found) return draw(tr.doc, found);
        return tr.docChanged ? before.map(tr.mapping, tr.doc) : before;
      },
    },
    props: {
      decorations(state) {
        return key.getState(state);
      },
    },
  });
}

/** Findings for the text of `tr.doc`. */
export function setFindings(tr: Transaction, found: Found): Transaction {
  return tr.setMeta(key, found).setMeta("addToHistory", false);
}

export function hasFindings(state: EditorState): boolean {
  return key.getState(state) !== DecorationSet.empty;
}

/** A finding's current position; null if its words are gone. */
export function placeOf(state: EditorState, finding: ShownFinding): { from: number; to: number } | null {
  const [mark] =
    key.getState(state)?.find(undefined, undefined, (spec) => (spec as { finding?: unknown }).finding === finding) ?? [];
  return mark && mark.to > mark.from ? { from: mark.from, to: mark.to } : null;
}

/** In code, a double space is intentional. */
export function isInCode(doc: Node, finding: Pick<ShownFinding, "start" | "end">): boolean {
  const { from } = documentRange(documentText(doc), finding.start, finding.end);
  const place = doc.resolve(from);
  return place.parent.type.spec.code === true || place.nodeAfter?.marks.some(({ type }) => type.name === "code") === true;
}

function draw(doc: Node, { findings, remarks }: Found): DecorationSet {
  if (findings.length + remarks.length === 0) return DecorationSet.empty;
  const shown = documentText(doc);
  const inBlocks = new Map<number, number>();
  const marks = findings.map((finding) => {
    const { from, to } = documentRange(shown, finding.start, finding.end);
    const place = doc.resolve(from);
    const block = place.before(place.parent.isTextblock ? undefined : place.depth - 1);
    inBlocks.set(block, (inBlocks.get(block) ?? 0) + 1);
    return Decoration.inline(from, to, { class: "checked", title: finding.message }, { finding });
  });
  const margins = [...inBlocks].map(([pos, count]) =>
    Decoration.node(pos, pos + doc.nodeAt(pos)!.nodeSize, { "data-checks": String(count) }),
  );
  const places = remarks.map((finding) => {
    const { from, to } = documentRange(shown, finding.start, finding.end);
    return Decoration.inline(from, to, {}, { finding });
  });
  return DecorationSet.create(doc, [...marks, ...margins, ...places]);
}
