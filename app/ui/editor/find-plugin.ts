/*
 * Find and replace. Words are found as quotations are: curly and straight, any
 * dash, any space, in either case. What is found is looked for again after a
 * change, a moment later in a long document.
 */
import { Plugin, PluginKey, type EditorState } from "@tiptap/pm/state";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";
import { documentRange, documentText } from "#core/document-text.ts";
import { normaliseNeedle, normaliseQuotation, originalRange } from "#core/quotation.ts";

export type Found = { from: number; to: number };
export type FindState = { query: string; found: readonly Found[]; at: number };

const key = new PluginKey<FindState>("find");
const foundMax = 2000;

export function findPlugin(): Plugin<FindState> {
  return new Plugin<FindState>({
    key,
    state: {
      init: () => ({ query: "", found: [], at: -1 }),
      apply(tr, before) {
        const asked = tr.getMeta(key) as Partial<FindState> | undefined;
        const next = { ...before, ...asked };
        if (next.query === "") return before.query === "" ? before : { query: "", found: [], at: -1 };
        if (!tr.docChanged && next.query === before.query) return next;
        const found = findIn(tr.doc, next.query);
        const caret = tr.selection.from;
        const at = asked?.at ?? found.findIndex(({ from }) => from >= caret);
        return { ...next, found, at: found.length === 0 ? -1 : Math.max(0, at) };
      },
    },
    props: {
      decorations(state) {
        const { found, at } = key.getState(state)!;
        if (found.length === 0) return null;
        const marks = found.map(({ from, to }, i) =>
          Decoration.inline(from, to, { class: i === at ? "found found-here" : "found" }),
        );
        return DecorationSet.create(state.doc, marks);
      },
    },
  });
}

export function findState(state: EditorState): FindState {
  return key.getState(state) ?? { query: "", found: [], at: -1 };
}

function findIn(document: EditorState["doc"], query: string): Found[] {
  const shown = documentText(document);
  const options = { ignoreCase: true };
  const needle = normaliseNeedle(query, options);
  if (needle === "") return [];
  const text = normaliseQuotation(shown.text, options);
  const found: Found[] = [];
  for (let at = text.text.indexOf(needle); at >= 0 && found.length < foundMax; at = text.text.indexOf(needle, at + needle.length)) {
    const { start, end } = originalRange(text, at, at + needle.length);
    found.push(documentRange(shown, start, end));
  }
  return found;
}

export function search(view: EditorView, query: string): void {
  view.dispatch(view.state.tr.setMeta(key, { query }));
}

/** To the next one, or the one before, and round the end. */
export function goToFound(view: EditorView, step: 1 | -1): void {
  const { found, at } = findState(view.state);
  if (found.length === 0) return;
  const next = (at + step + found.length) % found.length;
  view.dispatch(view.state.tr.setMeta(key, { at: next }));
  scrollTo(view, found[next]!.from);
}

export function scrollTo(view: EditorView, pos: number): void {
  const { node } = view.domAtPos(pos);
  const element = node instanceof Element ? node : node.parentElement;
  element?.scrollIntoView({ block: "center" });
}

/** One step of undo, however many there are. */
export function replaceFound(view: EditorView, replacement: string, all: boolean): number {
  const { found, at } = findState(view.state);
  const chosen = all ? found : found.slice(Math.max(0, at), Math.max(0, at) + 1);
  const { tr, schema } = view.state;
  for (const { from, to } of chosen.toReversed()) {
    const marks = tr.doc.resolve(from).nodeAfter?.marks ?? [];
    if (replacement === "") tr.delete(from, to);
    else tr.replaceWith(from, to, schema.text(replacement, marks));
  }
  if (chosen.length > 0) view.dispatch(tr.setMeta(key, { at: Math.max(0, at) }));
  return chosen.length;
}
