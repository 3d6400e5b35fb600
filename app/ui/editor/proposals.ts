/*
 * Changes that were proposed and not yet decided, drawn in the text: what goes
 * out struck through, what comes in underlined, and two buttons. They move with
 * the text; one whose words the writer has changed is no longer shown, and the
 * chat says why when it is applied.
 */
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey, type EditorState, type Transaction } from "@tiptap/pm/state";
import { Mapping, ReplaceStep, Transform } from "@tiptap/pm/transform";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { applyEdit, locateInDocument } from "#core/document-patch.ts";
import { documentRange, documentText } from "#core/document-text.ts";
import type { Edit, Patch } from "#core/patch.ts";

export type Proposal = { block: string; index: number; messageId: string; patch: Patch };
/** Where it stands, which words it is about, and what comes in their place. */
type Shown = Proposal & { from: number; to: number; words: string; replacement: string };
type Proposals = { all: readonly Proposal[]; shown: readonly Shown[]; decorations: DecorationSet };

const key = new PluginKey<Proposals>("proposals");

export type Decide = (proposal: Proposal, isAccepted: boolean) => void;

export function proposals(decide: Decide): Plugin<Proposals> {
  return new Plugin<Proposals>({
    key,
    state: {
      init: () => ({ all: [], shown: [], decorations: DecorationSet.empty }),
      apply(tr, before, _, state) {
        const all = tr.getMeta(key) as readonly Proposal[] | undefined;
        if (all) return draw(all, state.doc, decide);
        if (!tr.docChanged || before.shown.length === 0) return before;
        return moved(before, tr, decide);
      },
    },
    props: {
      decorations(state) {
        return key.getState(state)?.decorations;
      },
    },
  });
}

export function proposalsIn(state: EditorState): readonly Proposal[] {
  return key.getState(state)?.all ?? [];
}

export function setProposals(tr: Transaction, all: readonly Proposal[]): Transaction {
  return tr.setMeta(key, all).setMeta("addToHistory", false);
}

/** The edit that a shown proposal makes in the text as it stands now; null when it is not shown. */
export function editOf(state: EditorState, proposal: Pick<Proposal, "block" | "index">): Edit | null {
  const shown = key.getState(state)?.shown.find((one) => one.block === proposal.block && one.index === proposal.index);
  if (!shown) return null;
  const { positions } = documentText(state.doc);
  const start = firstAtOrAfter(positions, shown.from);
  return { start, end: firstAtOrAfter(positions, shown.to), text: shown.replacement };
}

/** How many characters of the text stand before `pos`. */
export function firstAtOrAfter(positions: Int32Array, pos: number): number {
  let [low, high] = [0, positions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (positions[middle]! < pos) low = middle + 1;
    else high = middle;
  }
  return low;
}

function draw(all: readonly Proposal[], doc: Node, decide: Decide): Proposals {
  const shown: Shown[] = [];
  const decorations: Decoration[] = [];
  for (const proposal of all) {
    const outcome = locateInDocument(doc, proposal.patch);
    if (outcome.kind !== "located" || outcome.edit.end <= outcome.edit.start) continue;
    const { from, to } = documentRange(documentText(doc), outcome.edit.start, outcome.edit.end);
    // Two for the same words: the first is shown, and the other when that is decided.
    if (shown.some((one) => one.from < to && from < one.to)) continue;
    const one = { ...proposal, from, to, words: wordsIn(doc, from, to), replacement: outcome.edit.text };
    shown.push(one);
    decorations.push(...drawOne(doc, one, outcome.edit, decide));
  }
  return { all, shown, decorations: DecorationSet.create(doc, decorations) };
}

function wordsIn(doc: Node, from: number, to: number): string {
  return doc.textBetween(from, to, "\n\n", "\n");
}

function moved(before: Proposals, tr: Transaction, decide: Decide): Proposals {
  let isSame = true;
  const shown: Shown[] = [];
  for (const one of before.shown) {
    const from = tr.mapping.map(one.from, 1);
    const to = tr.mapping.map(one.to, -1);
    if (to > from && wordsIn(tr.doc, from, to) === one.words) shown.push({ ...one, from, to });
    else isSame = false;
  }
  // Undo may have brought back words that a proposal is about; a proposal whose words changed is taken away.
  if (!isSame) return draw(before.all, tr.doc, decide);
  return { all: before.all, shown, decorations: before.decorations.map(tr.mapping, tr.doc) };
}

/** Tried on a copy: its steps say what goes out and what comes in. */
function drawOne(doc: Node, one: Shown, edit: Edit, decide: Decide): Decoration[] {
  const tried = new Transform(doc);
  applyEdit(tried, edit);
  const found: Decoration[] = [];
  for (const [i, step] of tried.steps.entries()) {
    if (!(step instanceof ReplaceStep)) continue;
    // Not a slice of the mapping: inverted, that is the inverse of the whole.
    const back = new Mapping(tried.mapping.maps.slice(0, i)).invert();
    const [from, to] = [back.map(step.from), back.map(step.to)];
    if (to > from) found.push(Decoration.inline(from, to, { class: "proposed-out", nodeName: "del" }));
    const text = step.slice.content.textBetween(0, step.slice.content.size, "¶ ", "↵");
    const words = text === "" && step.slice.size > 0 ? "¶ " : text;
    if (words !== "") found.push(Decoration.widget(to, () => inserted(words), { side: 1, key: `in ${words}` }));
  }
  const name = `${one.block} ${one.index}`;
  found.push(
    Decoration.widget(one.to, () => choice(one, decide), {
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
