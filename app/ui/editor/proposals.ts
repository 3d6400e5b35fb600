/*
 * Changes that were proposed and not yet decided, drawn in the text: what goes
 * out struck through, what comes in underlined, and two buttons. They move with
 * the text; one whose words the writer has changed is no longer shown, and the
 * chat says why when it is applied. When the writer pauses, those that are not
 * shown are looked for once more: undo may have brought their words back.
 */
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey, type EditorState, type Transaction } from "@tiptap/pm/state";
import { Mapping, ReplaceStep, Transform } from "@tiptap/pm/transform";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";
import { applyEdit, locateInDocument } from "#core/document-patch.ts";
import { documentRange, documentText, textOffset } from "#core/document-text.ts";
import { lookWords } from "#core/look.ts";
import type { Edit, Patch } from "#core/patch.ts";

export type Proposal = { block: string; index: number; messageId: string; patch: Patch };
/** Where it stands, which words it is about, and what comes in their place. */
type Shown = Proposal & { from: number; to: number; words: string; replacement: string };
type Proposals = { all: readonly Proposal[]; shown: readonly Shown[]; decorations: DecorationSet };

const key = new PluginKey<Proposals>("proposals");

export type Decide = (proposal: Proposal, isAccepted: boolean) => void;

/** What there is to show from now on; or, of what there is, what to look for again. */
type Asked = { all: readonly Proposal[] } | { again: readonly Proposal[] };

const pauseMs = 500;
/** So many are looked for at a time: nobody waits for it. */
const atOnce = 10;

export function proposals(decide: Decide): Plugin<Proposals> {
  return new Plugin<Proposals>({
    key,
    state: {
      init: () => ({ all: [], shown: [], decorations: DecorationSet.empty }),
      apply(tr, before, _, state) {
        const asked = tr.getMeta(key) as Asked | undefined;
        const now = tr.docChanged && before.shown.length > 0 ? moved(before, tr) : before;
        if (asked === undefined) return now;
        return "all" in asked ? draw(asked.all, now, state.doc, decide) : add(asked.again, now, state.doc, decide);
      },
    },
    props: {
      decorations(state) {
        return key.getState(state)?.decorations;
      },
    },
    view: (view) => new HiddenProposals(view),
    decide,
  });
}

/** Looks for proposals that are not shown, when nothing was written for a moment. */
class HiddenProposals {
  #view: EditorView;
  #timer = 0;

  constructor(view: EditorView) {
    this.#view = view;
  }

  update(view: EditorView, before: EditorState): void {
    if (view.state.doc === before.doc) return;
    clearTimeout(this.#timer);
    if (hiddenProposals(view.state).length > 0) this.#later(0);
  }

  #later(from: number): void {
    this.#timer = window.setTimeout(() => this.#look(from), from === 0 ? pauseMs : 0);
  }

  #look(from: number): void {
    const { composing, state } = this.#view;
    if (composing) return this.#later(0);
    const some = hiddenProposals(state).slice(from, from + atOnce);
    if (some.length === 0) return;
    const again = some.filter(({ patch }) => locateInDocument(state.doc, patch, { nearest: false }).kind === "located");
    if (again.length > 0) this.#view.dispatch(state.tr.setMeta(key, { again } satisfies Asked).setMeta("addToHistory", false));
    this.#later(from + some.length - again.length);
  }

  destroy(): void {
    clearTimeout(this.#timer);
  }
}

/** Those that are not in the text: without a certain place, or behind another. */
export function hiddenProposals(state: EditorState): readonly Proposal[] {
  const { all, shown } = key.getState(state) ?? { all: [], shown: [] };
  if (shown.length === all.length) return [];
  const names = new Set(shown.map(nameOf));
  return all.filter((one) => !names.has(nameOf(one)));
}

/** From elsewhere than the text. */
export function decideProposal(state: EditorState, proposal: Proposal, isAccepted: boolean): void {
  (key.get(state)?.spec["decide"] as Decide | undefined)?.(proposal, isAccepted);
}

export function proposalsIn(state: EditorState): readonly Proposal[] {
  return key.getState(state)?.all ?? [];
}

export function setProposals(tr: Transaction, all: readonly Proposal[]): Transaction {
  return tr.setMeta(key, { all } satisfies Asked).setMeta("addToHistory", false);
}

/** The edit that a shown proposal makes in the text as it stands now; null when it is not shown. */
export function editOf(state: EditorState, proposal: Pick<Proposal, "block" | "index">): Edit | null {
  const shown = key.getState(state)?.shown.find((one) => one.block === proposal.block && one.index === proposal.index);
  if (!shown) return null;
  const text = documentText(state.doc);
  const [start, end] = [textOffset(text, state.doc, shown.from), textOffset(text, state.doc, shown.to)];
  return { start, end, text: shown.replacement, ...(shown.patch.look && { look: shown.patch.look }) };
}

/** Those that are shown already stay where they are. */
function draw(all: readonly Proposal[], before: Proposals, doc: Node, decide: Decide): Proposals {
  const wanted = new Map(all.map((one) => [nameOf(one), one]));
  const isWanted = (one: Shown) => isSamePatch(one.patch, wanted.get(nameOf(one))?.patch);
  const shown = before.shown.filter(isWanted);
  const decorations = without(
    before.decorations,
    before.shown.filter((one) => !isWanted(one)),
  );
  for (const one of shown) wanted.delete(nameOf(one));
  return add([...wanted.values()], { all, shown, decorations }, doc, decide);
}

function isSamePatch(one: Patch, other: Patch | undefined): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

function add(some: readonly Proposal[], before: Proposals, doc: Node, decide: Decide): Proposals {
  const shown = [...before.shown];
  const added: Decoration[] = [];
  for (const proposal of some) {
    const outcome = locateInDocument(doc, proposal.patch, { nearest: false });
    if (outcome.kind !== "located" || outcome.edit.end <= outcome.edit.start) continue;
    const { from, to } = documentRange(documentText(doc), outcome.edit.start, outcome.edit.end);
    // Two for the same words: the first is shown, and the other when that is decided.
    if (shown.some((other) => other.from < to && from < other.to)) continue;
    const one = { ...proposal, from, to, words: wordsIn(doc, from, to), replacement: outcome.edit.text };
    shown.push(one);
    added.push(...drawOne(doc, one, outcome.edit, decide));
  }
  return { all: before.all, shown, decorations: before.decorations.add(doc, added) };
}

function nameOf({ block, index }: Pick<Proposal, "block" | "index">): string {
  return `${block} ${index}`;
}

function wordsIn(doc: Node, from: number, to: number): string {
  return doc.textBetween(from, to, "\n\n", "\n");
}

/** Words are compared only where something was changed. */
function moved(before: Proposals, tr: Transaction): Proposals {
  const [start, end] = changedRange(tr);
  const shown: Shown[] = [];
  const gone: Shown[] = [];
  for (const one of before.shown) {
    const [from, to] = [tr.mapping.map(one.from, 1), tr.mapping.map(one.to, -1)];
    const isTouched = to >= start && from <= end;
    if (isTouched && (to <= from || wordsIn(tr.doc, from, to) !== one.words)) gone.push(one);
    else shown.push(from === one.from && to === one.to ? one : { ...one, from, to });
  }
  return { all: before.all, shown, decorations: without(before.decorations, gone).map(tr.mapping, tr.doc) };
}

/** In the document after. */
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
  return set.remove(set.find(undefined, undefined, (spec) => names.has(spec["name"])));
}

/** Tried on a copy: its steps say what goes out and what comes in. */
function drawOne(doc: Node, one: Shown, edit: Edit, decide: Decide): Decoration[] {
  const tried = new Transform(doc);
  applyEdit(tried, edit);
  const found: Decoration[] = [];
  const name = nameOf(one);
  for (const [i, step] of tried.steps.entries()) {
    if (!(step instanceof ReplaceStep)) continue;
    // Not a slice of the mapping: inverted, that is the inverse of the whole.
    const back = new Mapping(tried.mapping.maps.slice(0, i)).invert();
    const [from, to] = [back.map(step.from), back.map(step.to)];
    if (to > from) found.push(Decoration.inline(from, to, { class: "proposed-out", nodeName: "del" }, { name }));
    const text = step.slice.content.textBetween(0, step.slice.content.size, "¶ ", "↵");
    const words = text === "" && step.slice.size > 0 ? "¶ " : text;
    if (words !== "") found.push(Decoration.widget(to, () => inserted(words), { side: 1, key: `in ${words}`, name }));
  }
  const { look } = edit;
  if (look) {
    const said = ` ${lookWords(look)}`;
    found.push(
      Decoration.inline(one.from, one.to, { class: "proposed-look" }, { name }),
      Decoration.widget(one.to, () => inserted(said), { side: 1, key: `look ${said}`, name }),
    );
  }
  found.push(
    Decoration.widget(one.to, () => choice(one, decide), {
      name,
      side: 2,
      key: `choice ${name}`,
      ignoreSelection: true,
      stopEvent: () => true,
    }),
  );
  return found;
}

function inserted(words: string): HTMLElement {
  const element = document.createElement("ins");
  element.className = "proposed-in";
  element.textContent = words;
  return element;
}

function choice(proposal: Proposal, decide: Decide): HTMLElement {
  const element = document.createElement("span");
  element.className = "proposed-choice";
  element.contentEditable = "false";
  for (const [label, isAccepted] of [
    ["Accept", true],
    ["Reject", false],
  ] as const) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    button.title = proposal.patch.summary;
    button.setAttribute("aria-label", `${label}: ${proposal.patch.summary || proposal.patch.replacement}`);
    button.addEventListener("mousedown", (event) => event.preventDefault());
    button.addEventListener("click", () => decide(proposal, isAccepted));
    element.append(button);
  }
  return element;
}
