/*
 * Find and replace. Words match as quotations do: curly or straight quotes, any
 * dash, any space, and either case unless the writer chooses otherwise. After a
 * change the search is repeated, with a delay in long documents.
 */
import { Plugin, PluginKey, TextSelection, type EditorState, type Transaction } from "@tiptap/pm/state";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";
import { inCaseOf } from "#core/text/followed-case.ts";
import { applyEdit } from "#core/changes/document-patch.ts";
import { documentRange, documentText, isOneStretch, textOffset, type DocumentText } from "#core/document/document-text.ts";
import { cutsWord, normaliseNeedle, normaliseQuotation, originalRange } from "#core/law/quotation.ts";
import { scrollToNote } from "../nodes/footnotes.ts";

/**
 * `isFixed`: a cross-reference's number, or part of one. It is found, but cannot be
 * replaced, since it follows its clause.
 */
export type Found = { from: number; to: number; isFixed: boolean };
/** Which matches count: same case only, whole words only. */
export type FindRules = { isSameCase: boolean; isWholeWord: boolean };
export type FindState = { query: string; rules: FindRules; found: readonly Found[]; at: number };
/** `isOld`: the text has changed since it was searched. */
type Drawn = FindState & { decorations: DecorationSet; isOld: boolean };
type Asked = { query?: string; rules?: FindRules; at?: number; again?: true };

const key = new PluginKey<Drawn>("find");
const foundMax = 2000;
/** Longer documents are searched when the writer pauses. */
const shortEnough = 50_000;
const pauseMs = 250;

const anyPlace: FindRules = { isSameCase: false, isWholeWord: false };
const nothing: Drawn = { query: "", rules: anyPlace, found: [], at: -1, decorations: DecorationSet.empty, isOld: false };

export function findPlugin(): Plugin<Drawn> {
  return new Plugin<Drawn>({
    key,
    state: {
      init: () => nothing,
      apply(tr, before) {
        const asked = tr.getMeta(key) as Asked | undefined;
        const { query = before.query, rules = before.rules } = asked ?? {};
        if (query === "") return nothing;
        const isSame = query === before.query && rules === before.rules;
        if (isSame && !tr.docChanged && !asked?.again) return asked?.at === undefined ? before : lead(before, asked.at, tr);
        if (isSame && !asked && tr.doc.content.size > shortEnough) return moved(before, tr);
        const found = findIn(tr.doc, query, rules);
        const caret = tr.selection.from;
        const at = asked?.at ?? (asked?.again ? before.at : found.findIndex(({ from }) => from >= caret));
        return drawn(tr.doc, { query, rules, found, at: Math.min(found.length - 1, Math.max(0, at)) });
      },
    },
    props: {
      decorations(state) {
        return key.getState(state)!.decorations;
      },
    },
    view: () => new LookingAgain(),
  });
}

class LookingAgain {
  #timer = 0;

  update(view: EditorView): void {
    clearTimeout(this.#timer);
    if (!key.getState(view.state)!.isOld) return;
    this.#timer = window.setTimeout(() => (view.composing ? this.update(view) : lookAgain(view)), pauseMs);
  }

  destroy(): void {
    clearTimeout(this.#timer);
  }
}

function lookAgain(view: EditorView): void {
  if (key.getState(view.state)!.isOld) view.dispatch(view.state.tr.setMeta(key, { again: true } satisfies Asked));
}

function drawn(doc: EditorState["doc"], state: FindState): Drawn {
  const marks = state.found.map((one, i) => mark(one, i === state.at));
  return { ...state, decorations: DecorationSet.create(doc, marks), isOld: false };
}

function mark({ from, to }: Found, isHere: boolean): Decoration {
  return Decoration.inline(from, to, { class: isHere ? "found found-here" : "found" });
}

function moved(before: Drawn, { mapping, doc }: Transaction): Drawn {
  const found = before.found.map((one) => ({ ...one, from: mapping.map(one.from, 1), to: mapping.map(one.to, -1) }));
  return { ...before, found, decorations: before.decorations.map(mapping, doc), isOld: true };
}

function lead(before: Drawn, at: number, { doc }: Transaction): Drawn {
  return drawn(doc, { ...before, found: before.found.filter(({ from, to }) => to > from), at });
}

export function findState(state: EditorState): FindState {
  return key.getState(state) ?? nothing;
}

function findIn(document: EditorState["doc"], query: string, { isSameCase, isWholeWord }: FindRules): Found[] {
  const shown = documentText(document);
  const options = { ignoreCase: !isSameCase };
  const needle = normaliseNeedle(query, options);
  if (needle === "") return [];
  const text = normaliseQuotation(shown.text, options);
  const found: Found[] = [];
  for (let at = text.text.indexOf(needle); at >= 0 && found.length < foundMax; at = text.text.indexOf(needle, at + needle.length)) {
    const end = at + needle.length;
    if (isWholeWord && (cutsWord(text.text, at) || cutsWord(text.text, end))) continue;
    const place = originalRange(text, at, end);
    if (isOneStretch(shown, place.start, place.end))
      found.push({ ...documentRange(shown, place.start, place.end), isFixed: isFixed(shown, place.start, place.end) });
  }
  return found;
}

function isFixed({ references }: DocumentText, start: number, end: number): boolean {
  return references.some(
    (one) => (start >= one.start && end <= one.end) || (one.start < start && start < one.end) || (one.start < end && end < one.end),
  );
}

/** Shows the first match after the caret while typing. */
export function search(view: EditorView, query: string, rules: FindRules = anyPlace): void {
  view.dispatch(view.state.tr.setMeta(key, { query, rules } satisfies Asked));
  const { found, at } = findState(view.state);
  if (found[at]) scrollTo(view, found[at].from);
}

/** Ends the search and selects the last match, so that editing can continue there. */
export function endSearch(view: EditorView): void {
  const { found, at } = findState(view.state);
  const { tr } = view.state;
  if (found[at]) tr.setSelection(TextSelection.between(tr.doc.resolve(found[at].from), tr.doc.resolve(found[at].to)));
  view.dispatch(tr.setMeta(key, { query: "" } satisfies Asked));
}

/** To the next or previous match, wrapping around. */
export function goToFound(view: EditorView, step: 1 | -1): void {
  lookAgain(view);
  const { found, at } = findState(view.state);
  if (found.length === 0) return;
  const next = (at + step + found.length) % found.length;
  view.dispatch(view.state.tr.setMeta(key, { at: next } satisfies Asked));
  scrollTo(view, found[next]!.from);
}

export function scrollTo(view: EditorView, pos: number): void {
  const place = view.state.doc.resolve(pos);
  // Its words are at the foot of the page.
  if (place.parent.type.name === "footnote") return scrollToNote(view, place.before());
  const { node } = view.domAtPos(pos);
  const element = node instanceof Element ? node : node.parentElement;
  element?.scrollIntoView({ block: "center" });
}

/** In the case of what it replaces, unless the case is looked at. One undo step, however many matches there are. */
export function replaceFound(view: EditorView, replacement: string, all: boolean): number {
  lookAgain(view);
  const { found, at, rules } = findState(view.state);
  const chosen = (all ? found : found.slice(Math.max(0, at), Math.max(0, at) + 1)).filter((one) => !one.isFixed);
  const { tr, schema } = view.state;
  for (const { from, to } of chosen.toSorted((a, b) => b.from - a.from)) {
    const marks = tr.doc.resolve(from).nodeAfter?.marks ?? [];
    const text = rules.isSameCase ? replacement : inCaseOf(tr.doc.textBetween(from, to), replacement);
    if (holdsMore(tr.doc, from, to)) {
      const shown = documentText(tr.doc);
      applyEdit(tr, { start: textOffset(shown, tr.doc, from), end: textOffset(shown, tr.doc, to), text });
    } else if (text === "") tr.delete(from, to);
    else tr.replaceWith(from, to, schema.text(text, marks));
  }
  if (chosen.length > 0) view.dispatch(tr.setMeta(key, { at: Math.max(0, at) } satisfies Asked));
  return chosen.length;
}

/** A reference or footnote lies between the words; it is kept in place if possible. */
function holdsMore(document: EditorState["doc"], from: number, to: number): boolean {
  let holds = false;
  document.nodesBetween(from, to, (node, pos) => {
    if (/^(reference|footnote)$/.test(node.type.name) && pos >= from) holds = true;
  });
  return holds;
}
