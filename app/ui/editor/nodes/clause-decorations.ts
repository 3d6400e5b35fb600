/*
 * The clause numbers on the page. They are not part of the document: each clause
 * gets its number as an attribute, which the style sheet displays. Typing within a
 * clause changes no number, so they are recounted only when the outline may have
 * changed.
 */
import type { Node } from "@tiptap/pm/model";
import { Plugin } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { clauseNumbers, type NumberedClause } from "#core/clauses/clause-numbers.ts";

/** If more numbers change than this, all are redrawn. */
const fewChanges = 60;

export function clauseDecorations(): Plugin<DecorationSet> {
  return new Plugin<DecorationSet>({
    state: {
      init: (_, { doc }) => DecorationSet.create(doc, clauseNumbers(doc).map(draw)),
      apply(tr, before) {
        if (!tr.docChanged) return before;
        const isTyping = tr.steps.every((_, i) => isWithinTextblock(tr.docs[i]!, tr.mapping.maps[i]!, tr.docs[i + 1] ?? tr.doc));
        const moved = before.map(tr.mapping, tr.doc);
        return isTyping ? moved : countAgain(moved, tr.doc);
      },
    },
    props: {
      decorations(state) {
        return this.getState(state);
      },
    },
  });
}

/** The same blocks exist before and after. */
export function isWithinTextblock(
  before: Node,
  map: { forEach(each: (oldStart: number, oldEnd: number, newStart: number, newEnd: number) => void): void },
  after: Node,
): boolean {
  let isWithin = true;
  map.forEach((oldStart, oldEnd, newStart, newEnd) => {
    const [from, to] = [before.resolve(oldStart), before.resolve(oldEnd)];
    const [start, end] = [after.resolve(newStart), after.resolve(newEnd)];
    if (!from.parent.isTextblock || !from.sameParent(to) || !start.parent.isTextblock || !start.sameParent(end)) isWithin = false;
  });
  return isWithin;
}

/** Most mapped decorations are still right: an inserted paragraph takes no number. */
function countAgain(moved: DecorationSet, doc: Node): DecorationSet {
  const missing = new Map(clauseNumbers(doc).map((clause) => [clause.pos, clause]));
  const wrong = moved.find().filter(({ from, to, spec }) => {
    const clause = missing.get(from);
    const { label, level } = spec as { label?: unknown; level?: unknown };
    const isRight = clause?.pos === from && from + clause.size === to && label === clause.label && level === clause.level;
    if (isRight) missing.delete(from);
    return !isRight;
  });
  if (wrong.length + missing.size > fewChanges) return DecorationSet.create(doc, clauseNumbers(doc).map(draw));
  return moved.remove(wrong).add(doc, [...missing.values()].map(draw));
}

function draw({ pos, size, label, level }: NumberedClause): Decoration {
  return Decoration.node(pos, pos + size, { "data-number": label, "data-level": String(level) }, { label, level });
}
