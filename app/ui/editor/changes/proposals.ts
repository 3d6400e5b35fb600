/*
 * Open proposals drawn in the text: deletions struck through, insertions
 * underlined; their buttons float beside them (proposal-bar.ts). Each is located once; from then on it is a range
 * mapped through every step. If its words leave that range, the proposal disappears
 * without another search; undo restores both. Only proposals never located are
 * searched for again when the writer pauses.
 */
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey, type EditorState, type Transaction } from "@tiptap/pm/state";
import { DecorationSet, type EditorView } from "@tiptap/pm/view";
import { locateInDocument } from "#core/changes/document-patch.ts";
import { documentRange, documentText, textOffset } from "#core/document/document-text.ts";
import { besideOf, type Edit, type Patch } from "#core/changes/patch.ts";
import type { AnchorGiven } from "#core/requests/comments.ts";
import { draggedRange } from "./dragged-range.ts";
import { drawProposal } from "./draw-proposal.ts";
import { ProposalBar, type Choice } from "./proposal-bar.ts";

export type Proposal = { block: string; index: number; messageId: string; patch: Patch };
type Range = { from: number; to: number };
/** Where its words were found, mapped since, and their replacement. */
type Placed = Range & {
  patch: Patch;
  words: string;
  replacement: string;
  isThere: boolean;
  /** Its offset in the text deleted along with it, all of which undo restores. */
  within?: { lead: number; size: number; text: string };
  /** The place it was dragged from, or after undo to, where its words may return. */
  other?: Placed;
};
type Shown = Proposal & Placed;
type Proposals = {
  all: readonly Proposal[];
  /** Includes decided ones, which undo may reopen. */
  places: ReadonlyMap<string, Placed>;
  shown: readonly Shown[];
  decorations: DecorationSet;
  /** The documents that changes were applied to, the newest first, and where everything was in them. */
  earlier: readonly { doc: Node; places: ReadonlyMap<string, Placed> }[];
};

const key = new PluginKey<Proposals>("proposals");

export type Decide = (proposal: Proposal, isAccepted: boolean, rejectReason?: string) => void;

type Place = Range & { proposal: Proposal; replacement: string };
/** The proposals to show from now on, those to search for again, or where some were found before this transaction. */
type Asked = { all: readonly Proposal[] } | { again: readonly Proposal[] } | { placed: readonly Place[] };

const pauseMs = 500;
/** How many to search for per pass, so that typing is never blocked. */
const atOnce = 10;

/** `isMine` is set for someone who does not write: all that they decide is to take back their own. */
export function proposals(decide: Decide, isMine?: (proposal: Proposal) => boolean): Plugin<Proposals> {
  const buttonsOf = (one: Proposal | undefined) =>
    isMine === undefined ? "decide" : one !== undefined && isMine(one) ? "withdraw" : "none";
  return new Plugin<Proposals>({
    key,
    state: {
      init: () => ({ all: [], places: new Map(), shown: [], decorations: DecorationSet.empty, earlier: [] }),
      apply(tr, before, old, state) {
        const asked = tr.getMeta(key) as Asked | undefined;
        const placed = asked && "placed" in asked ? withPlaces(before, asked.placed, old.doc) : before;
        const now = tr.docChanged && placed.places.size > 0 ? returned(moved(placed, tr), tr) : placed;
        if (asked === undefined || "placed" in asked) return now;
        if ("all" in asked)
          return redrawn({ ...now, all: asked.all, places: located(now.places, asked.all, state.doc) }, state.doc);
        const names = new Set(asked.again.map(nameOf));
        const known = new Map([...now.places].filter(([name]) => !names.has(name)));
        return redrawn({ ...now, places: located(known, asked.again, state.doc) }, state.doc);
      },
    },
    props: {
      decorations(state) {
        return key.getState(state)?.decorations;
      },
    },
    view(view) {
      const hidden = new HiddenProposals(view);
      const bar = new ProposalBar(view, {
        choices: choicesIn,
        buttonsOf: (name) => buttonsOf(key.getState(view.state)?.shown.find((one) => nameOf(one) === name)),
        decide: (name, isAccepted, why) => {
          const proposal = key.getState(view.state)?.shown.find((one) => nameOf(one) === name);
          if (proposal) decide(proposal, isAccepted, why);
        },
      });
      return {
        update(now, before) {
          hidden.update(now, before);
          bar.update(now, before);
        },
        destroy() {
          hidden.destroy();
          bar.destroy();
        },
      };
    },
    decide,
  });
}

/** One array for each array of shown proposals, so that it can be compared. */
const choicesOf = new WeakMap<readonly Shown[], readonly Choice[]>();

function choicesIn(state: EditorState): readonly Choice[] {
  const { shown } = key.getState(state) ?? { shown: [] };
  const known = choicesOf.get(shown);
  if (known) return known;
  const choices = shown
    .map((one) => ({ name: nameOf(one), from: one.from, to: one.to, patch: one.patch, takesReason: one.messageId !== "" }))
    .sort((one, other) => one.from - other.from);
  choicesOf.set(shown, choices);
  return choices;
}

/** Searches for unplaced proposals once typing has paused. */
class HiddenProposals {
  #view: EditorView;
  #timer = 0;

  constructor(view: EditorView) {
    this.#view = view;
  }

  update(view: EditorView, before: EditorState): void {
    if (view.state.doc === before.doc) return;
    clearTimeout(this.#timer);
    if (unplaced(view.state).length > 0) this.#later(0);
  }

  #later(from: number): void {
    this.#timer = window.setTimeout(() => this.#look(from), from === 0 ? pauseMs : 0);
  }

  #look(from: number): void {
    const { composing, state } = this.#view;
    if (composing) return this.#later(0);
    const some = unplaced(state).slice(from, from + atOnce);
    if (some.length === 0) return;
    const again = some.filter(({ patch }) => locateInDocument(state.doc, patch, { nearest: false }).kind === "located");
    if (again.length > 0) this.#view.dispatch(findAgain(state.tr, again));
    this.#later(from + some.length - again.length);
  }

  destroy(): void {
    clearTimeout(this.#timer);
  }
}

function unplaced(state: EditorState): readonly Proposal[] {
  const places = key.getState(state)?.places;
  return hiddenProposals(state).filter((one) => !places?.has(nameOf(one)));
}

/** Its words were removed or changed: there is nothing left to change. */
export function isGone(state: EditorState, proposal: Pick<Proposal, "block" | "index">): boolean {
  return key.getState(state)?.places.get(nameOf(proposal))?.isThere === false;
}

/** The text where it was found; null if it never was. `isOriginal`: still the words it was about. */
export function wordsAt(
  state: EditorState,
  proposal: Pick<Proposal, "block" | "index">,
): { words: string; isOriginal: boolean } | null {
  const place = key.getState(state)?.places.get(nameOf(proposal));
  return place ? { words: wordsIn(state.doc, place.from, place.to), isOriginal: place.isThere } : null;
}

/** Where it is in the text, with what is around it; null if its words are not there. */
export function anchorOfProposal(state: EditorState, proposal: Pick<Proposal, "block" | "index">): AnchorGiven | null {
  const place = key.getState(state)?.places.get(nameOf(proposal));
  if (!place?.isThere) return null;
  const shown = documentText(state.doc);
  const range = { start: textOffset(shown, state.doc, place.from), end: textOffset(shown, state.doc, place.to) };
  return { quote: shown.text.slice(range.start, range.end), start: range.start, ...besideOf(shown.text, range) };
}

const backKey = "stet-brings-back";

/** Marks a transaction that restores words a change removed. */
export function bringsBack(tr: Transaction): Transaction {
  return tr.setMeta(backKey, true);
}

/** Attaches where the changes this transaction applies were found in the document before it. */
export function withFound(tr: Transaction, found: readonly { proposal: Proposal; edit: Edit }[], before: Node): Transaction {
  const text = documentText(before);
  const placed = found.flatMap(({ proposal, edit }): Place[] =>
    edit.end > edit.start ? [{ proposal, replacement: edit.text, ...documentRange(text, edit.start, edit.end) }] : [],
  );
  return tr.setMeta(key, { placed } satisfies Asked);
}

/** Those not shown in the text: without a certain place, or hidden behind another. */
export function hiddenProposals(state: EditorState): readonly Proposal[] {
  const { all, shown } = key.getState(state) ?? { all: [], shown: [] };
  if (shown.length === all.length) return [];
  const names = new Set(shown.map(nameOf));
  return all.filter((one) => !names.has(nameOf(one)));
}

/** For decisions made outside the text. */
export function decideProposal(state: EditorState, proposal: Proposal, isAccepted: boolean): void {
  (key.get(state)?.spec["decide"] as Decide | undefined)?.(proposal, isAccepted);
}

export function proposalsIn(state: EditorState): readonly Proposal[] {
  return key.getState(state)?.all ?? [];
}

/** With their places. */
export function shownProposals(state: EditorState): readonly (Proposal & Range)[] {
  return key.getState(state)?.shown ?? [];
}

export function setProposals(tr: Transaction, all: readonly Proposal[]): Transaction {
  return tr.setMeta(key, { all } satisfies Asked).setMeta("addToHistory", false);
}

/** Searches again for these, wherever they were. */
export function findAgain(tr: Transaction, again: readonly Proposal[]): Transaction {
  return tr.setMeta(key, { again } satisfies Asked).setMeta("addToHistory", false);
}

/** The edit a visible proposal would make in the current text; null if it is not shown. */
export function editOf(state: EditorState, proposal: Pick<Proposal, "block" | "index">): Edit | null {
  const shown = key.getState(state)?.shown.find((one) => one.block === proposal.block && one.index === proposal.index);
  if (!shown) return null;
  return editFor(state.doc, shown);
}

/** Their positions may be described differently: a known place in the document takes precedence. */
function isSamePatch(one: Patch, other: Patch | undefined): boolean {
  if (one === other || other === undefined) return one === other;
  const said = ({ original, replacement, look, rows }: Patch) => JSON.stringify([original, replacement, look, rows]);
  return said(one) === said(other);
}

/** Known places are kept; the rest are searched for. */
function located(before: Proposals["places"], some: readonly Proposal[], doc: Node): Proposals["places"] {
  const places = new Map(before);
  for (const one of some) {
    const name = nameOf(one);
    if (isSamePatch(one.patch, places.get(name)?.patch)) continue;
    places.delete(name);
    const outcome = locateInDocument(doc, one.patch, { nearest: false });
    if (outcome.kind !== "located" || outcome.edit.end <= outcome.edit.start) continue;
    const { from, to } = documentRange(documentText(doc), outcome.edit.start, outcome.edit.end);
    places.set(name, { from, to, patch: one.patch, words: wordsIn(doc, from, to), replacement: outcome.edit.text, isThere: true });
  }
  return places;
}

function withPlaces(before: Proposals, found: readonly Place[], doc: Node): Proposals {
  const places = new Map(before.places);
  for (const { proposal, from, to, replacement } of found)
    places.set(nameOf(proposal), { from, to, patch: proposal.patch, words: wordsIn(doc, from, to), replacement, isThere: true });
  return { ...before, places, earlier: [{ doc, places }, ...before.earlier].slice(0, earlierMost) };
}

const earlierMost = 50;

/**
 * Undo that leads back to the very document in which changes were applied puts each where it was in it. Of several that
 * touch, what is restored can't be told apart by its position.
 */
function returned(before: Proposals, tr: Transaction): Proposals {
  const known = tr.getMeta("history$") === undefined ? undefined : before.earlier.find(({ doc }) => doc.eq(tr.doc));
  if (!known) return before;
  const isSame = (one: Placed, other?: Placed) => one.from === other?.from && one.to === other.to && one.isThere === other.isThere;
  const other = new Map([...known.places].filter(([name, one]) => one.isThere && !isSame(one, before.places.get(name))));
  if (other.size === 0) return before;
  const isOther = (one: Shown) => other.has(nameOf(one));
  const decorations = without(before.decorations, before.shown.filter(isOther));
  const shown = before.shown.filter((one) => !isOther(one));
  return redrawn({ ...before, shown, decorations, places: new Map([...before.places, ...other]) }, tr.doc);
}

/**
 * Picks the proposals to show: those whose words are present. Of two for the same
 * words, the first, until it is decided.
 */
function redrawn(before: Proposals, doc: Node): Proposals {
  const { all, places, earlier } = before;
  const old = new Set(before.shown.map(nameOf));
  const present = all.flatMap((one): Shown[] => {
    const place = places.get(nameOf(one));
    return place?.isThere && isSamePatch(one.patch, place.patch) ? [{ ...one, ...place, patch: one.patch }] : [];
  });
  const shown: Shown[] = [];
  // What is already shown stays shown.
  for (const one of [...present.filter((one) => old.has(nameOf(one))), ...present.filter((one) => !old.has(nameOf(one)))])
    if (!shown.some((other) => other.from < one.to && one.from < other.to)) shown.push(one);
  const names = new Set(shown.map(nameOf));
  const rest = without(
    before.decorations,
    before.shown.filter((one) => !names.has(nameOf(one))),
  );
  const added = shown
    .filter((one) => !old.has(nameOf(one)))
    .flatMap((one) => drawProposal(doc, { ...one, name: nameOf(one) }, editFor(doc, one)));
  return { all, places, shown, earlier, decorations: added.length > 0 ? rest.add(doc, added) : rest };
}

function editFor(doc: Node, { from, to, replacement, patch }: Shown): Edit {
  const text = documentText(doc);
  const [start, end] = [textOffset(text, doc, from), textOffset(text, doc, to)];
  return { start, end, text: replacement, ...(patch.look && { look: patch.look }), ...(patch.rows && { rows: patch.rows }) };
}

function nameOf({ block, index }: Pick<Proposal, "block" | "index">): string {
  return `${block} ${index}`;
}

function wordsIn(doc: Node, from: number, to: number): string {
  return doc.textBetween(from, to, "\n\n", "\n");
}

/** Words are compared only where something changed. What undo restores stays inside its range. */
function moved(before: Proposals, tr: Transaction): Proposals {
  const [start, end] = changedRange(tr);
  const inside = tr.getMeta("history$") === undefined && tr.getMeta(backKey) === undefined ? 1 : -1;
  const places = new Map<string, Placed>();
  const carried = new Set<string>();
  let isOther = false;
  for (const [name, one] of before.places) {
    const { isCarried, ...next } = carriedPlace(one, tr, inside, [start, end]);
    if (isCarried) carried.add(name);
    isOther ||= next.isThere !== one.isThere || isCarried;
    places.set(name, next);
  }
  const shown = before.shown.map((one) => ({ ...one, ...places.get(nameOf(one))!, patch: one.patch }));
  const now = { ...before, places, shown };
  if (!isOther) return { ...now, decorations: before.decorations.map(tr.mapping, tr.doc) };
  const isLeft = (one: Shown) => !one.isThere || carried.has(nameOf(one));
  const gone = shown.filter(isLeft);
  const decorations = without(before.decorations, gone).map(tr.mapping, tr.doc);
  return redrawn({ ...now, shown: shown.filter((one) => !isLeft(one)), decorations }, tr.doc);
}

/** As `movedPlace`, and with words that are dragged elsewhere, until undo puts them back. */
function carriedPlace(one: Placed, tr: Transaction, inside: 1 | -1, changed: [number, number]): Placed & { isCarried: boolean } {
  const { other, ...own } = one;
  const next = movedPlace(own, tr, inside, changed);
  const dragged = one.isThere && !next.isThere ? draggedRange(tr, one) : null;
  if (dragged) return { ...own, ...dragged, other: next, isCarried: true };
  const there = other && movedPlace(other, tr, inside, changed);
  if (!there) return { ...next, isCarried: false };
  const isCarried = there.isThere && !next.isThere;
  return isCarried ? { ...there, other: next, isCarried } : { ...next, other: there, isCarried };
}

function movedPlace(one: Placed, tr: Transaction, inside: 1 | -1, [start, end]: [number, number]): Placed {
  const from = tr.mapping.map(one.from, inside);
  const to = Math.max(from, tr.mapping.map(one.to, -inside));
  if (to < start || from > end) return from === one.from && to === one.to ? one : { ...one, from, to };
  if (to > from && wordsIn(tr.doc, from, to) === one.words) return { ...one, from, to, isThere: true };
  const { within } = one;
  if (within && inside === -1) {
    const there = { from: from + within.lead, to: from + within.lead + within.size };
    // If two passages were removed at one position, the right one has the same text.
    const isSame = there.to <= to && wordsIn(tr.doc, from, to) === within.text;
    if (isSame && wordsIn(tr.doc, there.from, there.to) === one.words) return { ...one, ...there, isThere: true };
  }
  if (!one.isThere) return { ...one, from, to };
  const back = tr.mapping.invert();
  const [first, last] = [back.map(from, -1), back.map(to, 1)];
  const text = first <= last ? wordsIn(tr.before, first, last) : "";
  return { ...one, from, to, isThere: false, within: { lead: one.from - first, size: one.to - one.from, text } };
}

/** In the document after the transaction. */
function changedRange({ mapping }: Transaction): [start: number, end: number] {
  let [start, end] = [Infinity, 0];
  for (const [i, map] of mapping.maps.entries()) {
    const rest = mapping.slice(i + 1);
    map.forEach((_oldStart, _oldEnd, newStart, newEnd) => {
      start = Math.min(start, rest.map(newStart, -1));
      end = Math.max(end, rest.map(newEnd, 1));
    });
  }
  return [start, end];
}

function without(set: DecorationSet, gone: readonly Shown[]): DecorationSet {
  if (gone.length === 0) return set;
  const names = new Set(gone.map(nameOf));
  return set.remove(set.find(undefined, undefined, (spec) => names.has((spec as { name: string }).name)));
}
