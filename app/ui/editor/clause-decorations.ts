/*
 * The numbers of clauses on the page. They are not part of the document: each
 * clause gets its number as an attribute, and the style sheet shows it. Typing
 * within a clause changes no number, so they are counted again only when the
 * outline may have changed.
 */
import type { Node } from "@tiptap/pm/model";
import { Plugin } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { clauseNumbers } from "#core/clause-numbers.ts";

type Numbers = { set: DecorationSet; clauses: number };

export function clauseDecorations(): Plugin<Numbers> {
  return new Plugin<Numbers>({
    state: {
      init: (_, { doc }) => count(doc),
      apply(tr, before) {
        if (!tr.docChanged) return before;
        const isTyping = tr.steps.every((_, i) => isWithinTextblock(tr.docs[i]!, tr.mapping.maps[i]!, tr.docs[i + 1] ?? tr.doc));
        if (!isTyping) return count(tr.doc);
        return before.clauses === 0 ? before : { ...before, set: before.set.map(tr.mapping, tr.doc) };
      },
    },
    props: {
      decorations(state) {
        return this.getState(state)?.set;
      },
    },
  });
}

/** The blocks that stand there are the same ones before and after. */
function isWithinTextblock(
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

function count(doc: Node): Numbers {
  const clauses = clauseNumbers(doc);
  const decorations = clauses.map(({ pos, label, level }) =>
    Decoration.node(pos, pos + doc.nodeAt(pos)!.nodeSize, { "data-number": label, "data-level": String(level) }),
  );
  return { set: DecorationSet.create(doc, decorations), clauses: clauses.length };
}
