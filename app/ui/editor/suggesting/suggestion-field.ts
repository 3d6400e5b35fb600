/*
 * The paragraphs that are being changed, as they would read: a small editor of its
 * own, so that nothing typed here is in the document. It shows what differs from the
 * agreed text as open changes are drawn.
 */
import { baseKeymap, chainCommands, deleteSelection } from "@tiptap/pm/commands";
import { history, redo, undo } from "@tiptap/pm/history";
import { keymap } from "@tiptap/pm/keymap";
import type { Node, ResolvedPos } from "@tiptap/pm/model";
import { Fragment, Slice } from "@tiptap/pm/model";
import { EditorState, Plugin, type Command, type Transaction } from "@tiptap/pm/state";
import { Decoration, DecorationSet, EditorView } from "@tiptap/pm/view";
import { canJoin, canSplit } from "@tiptap/pm/transform";
import { inlineText } from "./typed-suggestions.ts";
import { wordDiff } from "#core/changes/word-diff.ts";
import { sharedPlugins } from "../nodes/note-view.ts";
import { numberViews } from "../nodes/number-views.ts";
import { drawnAs } from "../changes/draw-proposal.ts";

export type FieldGiven = {
  outer: EditorView;
  /** The agreed paragraphs, and as they are to be shown at first. */
  agreed: Node;
  proposed: Node;
  labels: () => ReadonlyMap<string, string>;
  changed: () => void;
  /** The caret leaves: to the text before or after, or where a pointer takes it. */
  left: (to: "before" | "after" | "away" | "here") => void;
  /** Backspace at the start and Delete at the end take in the paragraph beside it. False if there is none. */
  widen: (side: "before" | "after") => boolean;
  refused: (sentence: string) => void;
  undo: () => void;
};

export const onlyWords = "Only words can be suggested. Switch to Editing to change formatting.";
const onlyWhole = "Footnotes, cross-references, pictures and line breaks can’t be suggested. Switch to Editing to change them.";
const fromOutside = "stet-from-outside";

export class SuggestionField {
  readonly dom = document.createElement("div");
  readonly view: EditorView;
  #given: FieldGiven;
  #agreed: Node;

  constructor(given: FieldGiven) {
    this.#given = given;
    this.#agreed = given.agreed;
    this.dom.className = "suggesting-field";
    this.view = new EditorView(this.dom, {
      state: EditorState.create({ doc: given.proposed, plugins: this.#plugins() }),
      editable: () => given.outer.editable,
      dispatchTransaction: (tr) => this.#dispatch(tr),
      attributes: {
        role: "textbox",
        "aria-label": "Suggested words",
        "aria-multiline": "true",
        class: "document",
        spellcheck: "true",
      },
      clipboardTextParser: (text, $context) => plainSlice(text, $context),
      handlePaste: (view, event) => pastePlain(view, event.clipboardData?.getData("text/plain") ?? ""),
      handleDrop: () => {
        given.refused("Words can’t be dragged while you suggest. Cut and paste them instead.");
        return true;
      },
      handleDOMEvents: {
        blur: () => this.#blurred(),
        compositionend: () => void setTimeout(() => this.#redraw()),
      },
    });
  }

  get agreed(): Node {
    return this.#agreed;
  }

  undo(): boolean {
    return undo(this.view.state, this.view.dispatch);
  }

  /** The agreed text changed, or there is more of it. */
  rebase(agreed: Node, proposed: Node): void {
    this.#agreed = agreed;
    const { doc, tr } = this.view.state;
    const start = doc.content.findDiffStart(proposed.content);
    if (start !== null) {
      const ends = doc.content.findDiffEnd(proposed.content)!;
      const overlap = Math.max(0, start - Math.min(ends.a, ends.b));
      tr.replace(start, ends.a + overlap, proposed.slice(start, ends.b + overlap));
    }
    this.view.dispatch(tr.setMeta(fromOutside, true).setMeta("addToHistory", false));
  }

  /** More paragraphs beside those that are there. */
  add(side: "before" | "after", blocks: Node, agreed: Node): void {
    this.#agreed = agreed;
    const { tr, doc } = this.view.state;
    tr.insert(side === "before" ? 0 : doc.content.size, blocks.content);
    this.view.dispatch(tr.setMeta(fromOutside, true).setMeta("addToHistory", false));
  }

  #dispatch(tr: Transaction): void {
    const { state, transactions } = this.view.state.applyTransaction(tr);
    this.view.updateState(state);
    if (transactions.some((one) => one.docChanged) && tr.getMeta(fromOutside) === undefined) this.#given.changed();
  }

  #redraw(): void {
    if (!this.view.isDestroyed) this.view.dispatch(this.view.state.tr.setMeta(fromOutside, true));
  }

  /** A menu or a card may have taken the focus for a moment. */
  #blurred(): void {
    setTimeout(() => {
      if (this.view.isDestroyed || this.view.hasFocus() || !document.hasFocus()) return;
      this.#given.left("away");
    });
  }

  #plugins(): Plugin[] {
    return [
      ...sharedPlugins(this.#given.outer),
      keymap(this.#keys()),
      keymap(baseKeymap),
      history(),
      this.#guard(),
      this.#differences(),
      numberViews(() => {}),
    ];
  }

  #keys(): Record<string, Command> {
    const { left, refused } = this.#given;
    const say =
      (sentence: string): Command =>
      () => {
        refused(sentence);
        return true;
      };
    const keys: Record<string, Command> = {
      Enter: splitSame,
      "Shift-Enter": say(onlyWhole),
      "Mod-Enter": say("Page breaks can’t be suggested. Switch to Editing to set one."),
      Tab: say("Lists can’t be changed by a suggestion. Switch to Editing to move this item."),
      "Shift-Tab": say("Lists can’t be changed by a suggestion. Switch to Editing to move this item."),
      Backspace: chainCommands(deleteSelection, this.#join("before")),
      Delete: chainCommands(deleteSelection, this.#join("after")),
      "Mod-z": () => {
        this.#given.undo();
        return true;
      },
      "Mod-y": (state, dispatch) => redo(state, dispatch) || true,
      "Mod-Shift-z": (state, dispatch) => redo(state, dispatch) || true,
      Escape: () => {
        left("here");
        return true;
      },
      ArrowUp: this.#leave("before", "up"),
      ArrowLeft: this.#leave("before", "left"),
      ArrowDown: this.#leave("after", "down"),
      ArrowRight: this.#leave("after", "right"),
    };
    for (const key of ["b", "i", "u", "e", ".", ",", "Shift-x", "Alt-0", "Alt-1", "Alt-2", "Alt-3", "Alt-4"])
      keys[`Mod-${key}`] = say(onlyWords);
    for (const key of ["7", "8", "9", "."]) keys[`Mod-Shift-${key}`] = say(onlyWords);
    return keys;
  }

  #join(side: "before" | "after"): Command {
    return (state, _, view) => {
      const { selection } = state;
      const isAtEdge = selection.empty && view?.endOfTextblock(side === "before" ? "backward" : "forward", state);
      if (!isAtEdge || !view) return false;
      const index = selection.$from.index(0) + (side === "before" ? -1 : 1);
      if (!state.doc.maybeChild(index) && !this.#given.widen(side)) {
        this.#given.refused("Only paragraphs beside each other can be joined by a suggestion.");
        return true;
      }
      const { doc, tr, selection: now } = view.state;
      const at = side === "before" ? now.$from.before(1) : now.$from.after(1);
      if (canJoin(doc, at)) view.dispatch(tr.join(at).scrollIntoView());
      return true;
    };
  }

  #leave(to: "before" | "after", direction: "up" | "down" | "left" | "right"): Command {
    return (state, _, view) => {
      if (!state.selection.empty || !view?.endOfTextblock(direction, state)) return false;
      const index = state.selection.$from.index(0);
      if (index !== (to === "before" ? 0 : state.doc.childCount - 1)) return false;
      this.#given.left(to);
      return true;
    };
  }

  /** What a suggestion can't hold is refused, and said. */
  #guard(): Plugin {
    return new Plugin({
      filterTransaction: (tr, state) => {
        if (!tr.docChanged || tr.getMeta(fromOutside) !== undefined || tr.getMeta("history$") !== undefined) return true;
        const isFormatting = tr.steps.some((step) => /mark|attr/i.test(String((step.toJSON() as { stepType: string }).stepType)));
        const isOther = tr.doc.children.some((block) => !block.isTextblock || block.type.spec.code);
        if (isFormatting || isOther) this.#later(onlyWords);
        else if (atomsOf(tr.doc) !== atomsOf(state.doc)) this.#later(onlyWhole);
        else return true;
        return false;
      },
    });
  }

  #later(sentence: string): void {
    queueMicrotask(() => this.#given.refused(sentence));
  }

  /** While a word is being composed, its surroundings stay as they are. */
  #differences(): Plugin<DecorationSet> {
    const plugin: Plugin<DecorationSet> = new Plugin<DecorationSet>({
      state: {
        init: (_, { doc }) => this.#drawn(doc),
        apply: (tr, before) => (this.view?.composing ? before.map(tr.mapping, tr.doc) : this.#drawn(tr.doc)),
      },
      props: { decorations: (state) => plugin.getState(state) },
    });
    return plugin;
  }

  #drawn(doc: Node): DecorationSet {
    const labels = this.#given.labels();
    const [before, after] = [placed(this.#agreed, labels), placed(doc, labels)];
    const found: Decoration[] = [...this.#numbers(doc, labels)];
    let at = 0;
    for (const { kind, text } of wordDiff(before.text, after.text).segments) {
      if (kind === "removed") {
        const words = text.replaceAll("\n\n", "¶ ");
        const pos = after.positions[at] ?? endOf(doc);
        found.push(Decoration.widget(pos, () => drawnAs("del", words), { side: -1, key: `out ${words}`, marks: [] }));
      } else if (kind === "added") {
        let from = at;
        for (const part of text.split("\n\n")) {
          const to = from + part.length;
          if (part !== "") {
            const range = [after.positions[from]!, after.positions[to - 1]! + 1] as const;
            found.push(Decoration.inline(...range, { class: "proposed-in", nodeName: "ins" }));
          }
          from = to + 2;
        }
      }
      if (kind !== "removed") at += text.length;
    }
    return DecorationSet.create(doc, found);
  }

  #numbers(doc: Node, labels: ReadonlyMap<string, string>): Decoration[] {
    const found: Decoration[] = [];
    doc.descendants((node, pos) => {
      if (node.type.name !== "reference") return;
      const label = inlineText(node, labels);
      const isMissing = !labels.has(String(node.attrs["target"]));
      found.push(Decoration.node(pos, pos + 1, {}, { label, words: "", isMissing }));
    });
    return found;
  }

  destroy(): void {
    this.view.destroy();
    this.dom.remove();
  }
}

/** Footnotes, references, pictures and line breaks: a suggestion neither adds nor deletes them. */
function atomsOf(doc: Node): string {
  const found: string[] = [];
  doc.descendants((node) => {
    if (node.isInline && !node.isText) found.push(JSON.stringify(node.toJSON()));
    return !node.isInline;
  });
  return found.join();
}

/** The text of the blocks, and the position before each of its characters. */
function placed(doc: Node, labels: ReadonlyMap<string, string>): { text: string; positions: number[] } {
  let text = "";
  const positions: number[] = [];
  doc.forEach((block, offset, index) => {
    if (index > 0) {
      text += "\n\n";
      positions.push(offset - 1, offset);
    }
    block.forEach((node, inside) => {
      const words = inlineText(node, labels);
      for (let i = 0; i < words.length; i++) positions.push(offset + 1 + inside + (node.isText ? i : 0));
      text += words;
    });
  });
  return { text, positions };
}

const endOf = (doc: Node) => doc.content.size - 1;

/** A new paragraph is of the same kind, as it will be when it is accepted. */
const splitSame: Command = (state, dispatch) => {
  const tr = state.tr.deleteSelection();
  const pos = tr.selection.from;
  if (!canSplit(tr.doc, pos)) return true;
  tr.split(pos);
  dispatch?.(tr.scrollIntoView());
  return true;
};

function plainSlice(text: string, $context: ResolvedPos): Slice {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line, i) => line !== "" || i === 0);
  const { type, attrs } = $context.parent;
  const { schema } = type;
  const blocks = lines.map((line) => type.create(attrs, line === "" ? null : schema.text(line)));
  return Slice.maxOpen(Fragment.fromArray(blocks));
}

export function pastePlain(view: EditorView, text: string): boolean {
  const { tr, selection } = view.state;
  if (text !== "") view.dispatch(tr.replaceSelection(plainSlice(text, selection.$from)).setMeta("paste", true).scrollIntoView());
  return true;
}
