/*
 * Suggesting instead of editing: no key changes the document. The paragraphs that
 * are typed in open in a field of their own (suggestion-field.ts), drawn in their
 * place; when the caret leaves them or typing pauses, what differs becomes open
 * suggestions (docs/decisions/2026-12-02-suggesting-mode.md).
 */
import type { Editor } from "@tiptap/core";
import { undo, undoDepth } from "@tiptap/pm/history";
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey, Selection, TextSelection, type EditorState, type Transaction } from "@tiptap/pm/state";
import { Mapping, ReplaceStep, StepMap } from "@tiptap/pm/transform";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";
import { referenceLabels } from "#core/clauses/references.ts";
import type { NewSuggestion } from "#core/changes/imported-change.ts";
import { blockTexts, typedPatches, type BlockRange, type Taken } from "./typed-suggestions.ts";
import { documentSchema } from "#core/document/document-schema.ts";
import { mergeDocuments } from "#core/document/document-merge.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { showToast } from "../../kit/toast.tsx";
import { ownSuggestion } from "../changes/imported-changes.ts";
import { editOf, proposalsIn } from "../changes/proposals.ts";
import { twinOf } from "../nodes/schema-twins.ts";
import { asDocument, blocksAround, suggestedBlocks, widened, type SuggestedBlocks } from "./suggested-blocks.ts";
import { onlyWords, pastePlain, SuggestionField } from "./suggestion-field.ts";
import type { SuggestionOutbox } from "./suggestion-outbox.ts";

type Open = { range: BlockRange; decorations: DecorationSet };
type Asked = { open: BlockRange | null };

/** `rows`: the suggestions that stand for what is in the field, and `before` those when it was opened. */
type Session = {
  id: string;
  field: SuggestionField;
  rows: readonly NewSuggestion[];
  before: readonly NewSuggestion[];
  isChanged: boolean;
};
/** What one visit to a paragraph suggested, and how much could be undone in the text by then. */
type Done = { before: readonly NewSuggestion[]; after: readonly NewSuggestion[]; depth: number };

type Opened = SuggestedBlocks & { field: SuggestionField };

const pauseMs = 1500;
const notHere = "This can’t be suggested. Switch to Editing to change it directly.";

export class Suggesting {
  readonly plugin: Plugin<Open | null>;
  #key = new PluginKey<Open | null>("suggesting");
  #view: EditorView;
  #outbox: SuggestionOutbox;
  #session: Session | null = null;
  #done: Done[] = [];
  #timer = 0;

  constructor({ view }: Editor, outbox: SuggestionOutbox) {
    this.#view = view;
    this.#outbox = outbox;
    this.plugin = new Plugin<Open | null>({
      key: this.#key,
      state: { init: () => null, apply: (tr, before) => this.#after(tr, before) },
      props: {
        decorations: (state) => this.#key.getState(state)?.decorations,
        handlePaste: (_, event) => this.#pasted(event),
        handleDOMEvents: { keydown: (_, event) => this.#pressed(event) },
      },
      view: () => ({ update: (_, before) => this.#updated(before) }),
    });
  }

  get #range(): BlockRange | null {
    return this.#key.getState(this.#view.state)?.range ?? null;
  }

  #after(tr: Transaction, before: Open | null): Open | null {
    const asked = tr.getMeta(this.#key) as Asked | undefined;
    if (asked) return asked.open && { range: asked.open, decorations: this.#drawn(tr.doc, asked.open) };
    if (!before || !tr.docChanged) return before;
    const from = tr.mapping.map(before.range.from, 1);
    const range = { from, to: Math.max(from, tr.mapping.map(before.range.to, -1)) };
    return { range, decorations: this.#drawn(tr.doc, range) };
  }

  #drawn(doc: Node, { from, to }: BlockRange): DecorationSet {
    const field = this.#session?.field;
    if (!field || from === to) return DecorationSet.empty;
    const spec = { side: -1, key: "suggesting", stopEvent: () => true, ignoreSelection: true };
    const found = [Decoration.widget(from, () => field.dom, spec)];
    doc.nodesBetween(from, to, (node, pos) => {
      if (!node.isTextblock) return true;
      found.push(Decoration.node(pos, pos + node.nodeSize, { class: "suggesting-under" }));
      return false;
    });
    return DecorationSet.create(doc, found);
  }

  /** A change that something else than a key would have made. */
  take(tr: Transaction): void {
    if (this.#view.isDestroyed || tr.before !== this.#view.state.doc) return;
    const isOfWords = tr.steps.every((step) => step instanceof ReplaceStep);
    if (!isOfWords) return this.#say(onlyWords);
    let [from, to] = [Infinity, 0];
    for (const [i, map] of tr.mapping.maps.entries()) {
      const back = new Mapping(tr.mapping.maps.slice(0, i)).invert();
      map.forEach((start, end) => {
        from = Math.min(from, back.map(start, -1));
        to = Math.max(to, back.map(end, 1));
      });
    }
    const opened = this.#openAt(from, to);
    if (!opened) return this.#say(notHere);
    const { view } = opened.field;
    const field = view.state.tr;
    try {
      const outside = new Mapping([...opened.mapping.maps, StepMap.offset(-opened.mapping.map(opened.from, -1))]);
      for (const [i, step] of tr.steps.entries()) {
        const back = tr.mapping.maps.slice(0, i).toReversed();
        const path = new Mapping([...back.map((map) => map.invert()), ...outside.maps, ...field.mapping.maps]);
        const mapped = outside.maps.length === 1 ? step.map(outside) : step.map(path);
        if (!mapped) throw new Error("Nothing of it is left");
        field.step(mapped);
      }
    } catch {
      return this.#say(notHere);
    }
    view.dispatch(field.scrollIntoView());
  }

  #say(text: string): void {
    showToast({ id: "suggesting", kind: "error", text });
  }

  /** Keys that type open the field before their character arrives, so that it arrives there, composed or not. */
  #pressed(event: KeyboardEvent): boolean {
    const isMod = event.ctrlKey || event.metaKey;
    if (isMod && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "z") return this.#undoPressed(event);
    const isTyping = event.key.length === 1 ? !isMod || event.getModifierState("AltGraph") : typingKeys.has(event.key);
    if ((!isTyping && event.keyCode !== 229) || this.#session?.field.view.hasFocus()) return false;
    const opened = this.#openAtSelection();
    if (!opened) {
      event.preventDefault();
      this.#say(notHere);
      return true;
    }
    const { view } = opened.field;
    if (view.someProp("handleKeyDown", (handle) => handle(view, event))) event.preventDefault();
    return true;
  }

  #pasted(event: ClipboardEvent): boolean {
    const opened = this.#openAtSelection();
    if (opened) pastePlain(opened.field.view, event.clipboardData?.getData("text/plain") ?? "");
    else this.#say(notHere);
    return true;
  }

  #undoPressed(event: KeyboardEvent): boolean {
    event.preventDefault();
    this.undo();
    return true;
  }

  /** The last suggestion, unless something was done in the text since. */
  undo(): void {
    const session = this.#session;
    if (session?.field.undo()) return;
    this.close("here");
    const last = this.#done.at(-1);
    const isOpen = (id: string) => proposalsIn(this.#view.state).some((one) => ownSuggestion(one) === id);
    if (!last || undoDepth(this.#view.state) > last.depth || !last.after.every(({ id }) => isOpen(id)))
      return void undo(this.#view.state, this.#view.dispatch);
    this.#done.pop();
    const kept = new Set(last.before.map(({ id }) => id).filter((id) => last.after.some((one) => one.id === id)));
    const suggestions = last.before.filter(({ id }) => !kept.has(id)).map((one) => Object.assign({}, one, { id: uuidv7() }));
    const replaces = last.after.map(({ id }) => id).filter((id) => !kept.has(id));
    this.#outbox.add({ id: uuidv7(), replaces, suggestions });
  }

  /** The caret may have moved so shortly before the key that the editor has not heard of it. */
  #openAtSelection(): Opened | null {
    const { selection } = this.#view.state;
    if (!(selection instanceof TextSelection)) return null;
    const { from, to } = this.#selectionNow() ?? selection;
    return this.#openAt(from, to);
  }

  /** Null if the caret is not in the text. */
  #selectionNow(): Selection | null {
    const { state, root, dom } = this.#view;
    const now = (root as Document).getSelection();
    if (!now?.anchorNode || !now.focusNode || !dom.contains(now.anchorNode) || !dom.contains(now.focusNode)) return null;
    if (this.#session?.field.dom.contains(now.anchorNode)) return null;
    const [anchor, head] = [
      this.#view.posAtDOM(now.anchorNode, now.anchorOffset),
      this.#view.posAtDOM(now.focusNode, now.focusOffset),
    ];
    return TextSelection.between(state.doc.resolve(anchor), state.doc.resolve(head));
  }

  /** With the caret where it is in the text. */
  #openAt(from: number, to: number): Opened | null {
    this.close("away");
    if (this.#session) return null;
    const { state } = this.#view;
    const around = blocksAround(state.doc, from, to);
    const blocks = around && suggestedBlocks(state, around);
    if (!blocks || !this.#view.editable) return null;
    const field = new SuggestionField({
      outer: this.#view,
      agreed: blocks.agreed,
      proposed: blocks.proposed,
      labels: () => referenceLabels(this.#view.state.doc),
      changed: () => this.#changed(),
      left: (side) => this.close(side),
      widen: (side) => this.#widen(side),
      refused: (sentence) => this.#say(sentence),
      undo: () => this.undo(),
    });
    this.#session = { id: uuidv7(), field, rows: blocks.own, before: blocks.own, isChanged: false };
    this.#ask({ from: blocks.from, to: blocks.to });
    const start = blocks.mapping.map(blocks.from, -1);
    const at = (pos: number) => Math.max(0, Math.min(field.view.state.doc.content.size, blocks.mapping.map(pos, -1) - start));
    const { doc, tr } = field.view.state;
    field.view.dispatch(tr.setSelection(TextSelection.between(doc.resolve(at(from)), doc.resolve(at(to)))));
    field.view.focus();
    return { ...blocks, field };
  }

  #ask(open: BlockRange | null, select?: (doc: Node) => Selection): void {
    const { tr } = this.#view.state;
    if (select) tr.setSelection(select(tr.doc)).scrollIntoView();
    this.#view.dispatch(tr.setMeta(this.#key, { open } satisfies Asked).setMeta("addToHistory", false));
  }

  #changed(): void {
    if (!this.#session) return;
    this.#session.isChanged = true;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.keep(), pauseMs);
  }

  /** What differs becomes suggestions. False if it can't. */
  keep(): boolean {
    clearTimeout(this.#timer);
    const [session, range] = [this.#session, this.#range];
    if (!session?.isChanged || !range || session.field.view.composing) return true;
    const { doc } = this.#view.state;
    const typed = blockTexts(session.field.view.state.doc, referenceLabels(doc));
    const patches = typedPatches(doc, range, typed, this.#ofOthers());
    if (patches === null) {
      this.#say("What you typed here can’t be suggested as it is. It stays here until you change it.");
      return false;
    }
    session.isChanged = false;
    const rows = patches.map(({ original: quote, replacement, before, after, place: { start } }): NewSuggestion => {
      const isSame = ({ anchor, replacement: words }: NewSuggestion) =>
        anchor.quote === quote && words === replacement && anchor.start === start;
      const same = session.rows.find(isSame);
      return same ?? { id: uuidv7(), anchor: { quote, before, after, start }, replacement, reason: "" };
    });
    const replaces = session.rows.filter((row) => !rows.includes(row)).map(({ id }) => id);
    const suggestions = rows.filter((row) => !session.rows.includes(row));
    session.rows = rows;
    if (replaces.length + suggestions.length > 0) this.#outbox.add({ id: session.id, replaces, suggestions });
    return true;
  }

  /** Where changes are open that others made. */
  #ofOthers(): Taken[] {
    const { state } = this.#view;
    return proposalsIn(state).flatMap((one) => (ownSuggestion(one) === null ? (editOf(state, one) ?? []) : []));
  }

  /** The paragraphs show the agreed text again, with what is suggested. */
  close(to: "before" | "after" | "away" | "here"): void {
    const [session, range] = [this.#session, this.#range];
    if (!session) return;
    if (!this.keep() && to === "away") return;
    this.#session = null;
    const { before, rows } = session;
    if (rows !== before) this.#done.push({ before, after: rows, depth: Number(undoDepth(this.#view.state)) });
    const hadFocus = session.field.view.hasFocus();
    const { head } = session.field.view.state.selection;
    const agreedEnd = (range?.from ?? 0) + Math.min(head, session.field.agreed.content.size - 1);
    const select = (doc: Node) => {
      const pos = to === "before" ? range!.from : to === "after" ? range!.to : agreedEnd;
      return Selection.near(doc.resolve(Math.min(pos, doc.content.size)), to === "before" ? -1 : 1);
    };
    // A click elsewhere may have moved the caret so shortly before that the editor has not heard of it.
    const clicked = to === "away" && this.#view.hasFocus() ? this.#selectionNow() : null;
    this.#ask(null, clicked ? () => clicked : range && to !== "away" ? select : undefined);
    session.field.destroy();
    if (hadFocus && to !== "away") this.#view.focus();
  }

  #widen(side: "before" | "after"): boolean {
    const [session, range] = [this.#session, this.#range];
    const { state } = this.#view;
    const more = range && widened(state.doc, range, side);
    const added = more && suggestedBlocks(state, side === "before" ? { ...more, to: range.from } : { ...more, from: range.to });
    if (!session || !more || !added) return false;
    const all = { from: Math.min(more.from, added.from), to: Math.max(more.to, added.to) };
    const agreed = asDocument(state.doc, all.from, all.to);
    if (!agreed) return false;
    session.rows = [...session.rows, ...added.own];
    session.before = [...session.before, ...added.own];
    session.field.add(side, added.proposed, agreed);
    this.#ask(all);
    session.field.view.focus();
    return true;
  }

  /** Somebody else's save may have changed the agreed text under the field. */
  #updated(before: EditorState): void {
    const [session, range] = [this.#session, this.#range];
    if (!session || !range || this.#view.state.doc === before.doc) return;
    const agreed = range.from === range.to ? null : asDocument(this.#view.state.doc, range.from, range.to);
    if (!agreed) return queueMicrotask(() => this.#lost(session));
    if (agreed.eq(session.field.agreed)) return;
    const { schema } = agreed.type;
    const [base, mine, theirs] = [session.field.agreed, session.field.view.state.doc, agreed].map((doc) =>
      twinOf(doc, documentSchema),
    );
    session.field.rebase(agreed, twinOf(mergeDocuments(base!, mine!, theirs!).document, schema));
    session.isChanged = true;
    this.#changed();
  }

  #lost(session: Session): void {
    if (this.#session !== session) return;
    const words = session.field.view.state.doc.textBetween(0, session.field.view.state.doc.content.size, "\n\n", "\n");
    this.#session = null;
    this.#ask(null);
    session.field.destroy();
    showToast({
      kind: "error",
      duration: 0,
      text: "The paragraph you were suggesting changes to was deleted by someone else.",
      action: { label: "Copy your words", run: () => void navigator.clipboard.writeText(words) },
    });
  }
}

const typingKeys = new Set(["Enter", "Backspace", "Delete", "Process", "Unidentified", "Dead"]);
