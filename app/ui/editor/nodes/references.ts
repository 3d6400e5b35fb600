/*
 * Inserts cross-references: through a picker (reference-picker.tsx), or offered
 * when a typed reference matches a clause, accepted with Tab.
 */
import { closeHistory } from "@tiptap/pm/history";
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey, type EditorState, type Transaction } from "@tiptap/pm/state";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";
import { referenceNoun } from "#core/clauses/reference-nouns.ts";
import type { ReferenceTarget } from "#core/clauses/references.ts";
import { typedReferenceBefore, type TypedReference } from "#core/clauses/typed-references.ts";
import { idOfBlock } from "./live-numbers.ts";

type Offer = Pick<TypedReference, "from" | "to" | "target">;
type Asked = { offer: Offer | null; isPicking: boolean };

const key = new PluginKey<Asked>("references");

export function references(): Plugin<Asked> {
  return new Plugin<Asked>({
    key,
    state: {
      init: () => ({ offer: null, isPicking: false }),
      apply(tr, before, _, state) {
        const isPicking = (tr.getMeta(key) as boolean | undefined) ?? before.isPicking;
        const offer = offerAfter(tr, before.offer, state);
        return isPicking === before.isPicking && offer === before.offer ? before : { isPicking, offer };
      },
    },
    props: {
      handleKeyDown(view, event) {
        const offer = key.getState(view.state)?.offer;
        if (!offer || event.key !== "Tab" || event.shiftKey) return false;
        takeOffer(view, offer);
        return true;
      },
      decorations(state) {
        const offer = key.getState(state)?.offer;
        if (!offer) return null;
        const chip = Decoration.widget(offer.to, (view) => offerChip(view, offer), { side: 1, key: `offer ${offer.target.label}` });
        return DecorationSet.create(state.doc, [chip]);
      },
    },
  });
}

/** Appears on typing, and disappears with the next change of any kind. */
function offerAfter(tr: Transaction, before: Offer | null, state: EditorState): Offer | null {
  if (!tr.docChanged) return tr.selectionSet ? null : before;
  const { empty, $from } = state.selection;
  const isTyped = tr.steps.length === 1 && tr.getMeta("history$") === undefined && tr.getMeta("paste") !== true;
  if (!isTyped || !empty || $from.parentOffset === 0) return null;
  return typedReferenceBefore(state.doc, $from.pos);
}

function offerChip(view: EditorView, offer: Offer): HTMLElement {
  const holder = document.createElement("span");
  holder.className = "reference-offer";
  holder.contentEditable = "false";
  const button = document.createElement("button");
  button.type = "button";
  button.tabIndex = -1;
  button.textContent = `Follow clause ${offer.target.label}`;
  button.title = offer.target.words;
  const keycap = document.createElement("kbd");
  keycap.textContent = "Tab";
  button.append(keycap);
  button.addEventListener("mousedown", (event) => event.preventDefault());
  button.addEventListener("click", () => takeOffer(view, offer));
  holder.append(button);
  return holder;
}

function takeOffer(view: EditorView, offer: Offer): void {
  view.dispatch(linked(view.state.tr, [offer]).scrollIntoView());
  view.focus();
}

/** Converts typed numbers to references. All positions are in the document of `tr`. */
/** As one undo step. */
export function linkTyped(view: EditorView, typed: readonly Offer[]): void {
  view.dispatch(closeHistory(linked(view.state.tr, typed)));
}

function linked(tr: Transaction, typed: readonly Offer[]): Transaction {
  const { reference } = tr.doc.type.schema.nodes;
  for (const { from, to, target } of typed.toSorted((a, b) => b.from - a.from)) {
    const id = idOfBlock(tr, tr.mapping.map(target.pos));
    const marks = tr.doc.resolve(from).nodeAfter?.marks ?? [];
    tr.replaceWith(from, to, reference!.create({ target: id }, null, marks));
  }
  return tr;
}

export function isPickingReference(state: EditorState): boolean {
  return key.getState(state)?.isPicking ?? false;
}

export function pickReference(view: EditorView, isPicking = true): void {
  view.dispatch(view.state.tr.setMeta(key, isPicking));
}

/** Replaces the selection, adding a noun before it if there is none. */
export function insertReference(view: EditorView, target: ReferenceTarget, language: string | null): void {
  const { tr, schema, selection } = view.state;
  const { $from, from, to } = selection;
  const before = lineBefore($from.parent, $from.parentOffset);
  const id = idOfBlock(tr, target.pos);
  const noun = referenceNoun(target, language, before);
  const marks = $from.marks();
  const content = [schema.nodes["reference"]!.create({ target: id }, null, marks)];
  if (noun !== "") content.unshift(schema.text((/[\p{L}\d,;:.]$/u.test(before) ? " " : "") + noun, marks));
  tr.replaceWith(from, to, content);
  view.dispatch(tr.setMeta(key, false).scrollIntoView());
  view.focus();
}

function lineBefore(block: Node, offset: number): string {
  return block.isTextblock
    ? block.textBetween(Math.max(0, offset - 40), offset, "\n", (leaf) => (leaf.isText ? leaf.text! : "0"))
    : "";
}
