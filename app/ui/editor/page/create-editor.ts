/*
 * The editor of one draft: Tiptap over ProseMirror, with core's schema and the
 * plugins of this folder. It reports each change and its kind: typed, pasted, or
 * made by code that marks it with `made`.
 */
import { Editor, Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import type { Plugin, Transaction } from "@tiptap/pm/state";
import { documentSchema } from "#core/document/document-schema.ts";
import type { AgentAction } from "#core/agent/agent.ts";
import type { VersionKind } from "#core/document/draft.ts";
import { markdown, pasteLater, pasteText } from "../clipboard/clipboard.ts";
import { copiedHtml } from "../clipboard/copied-html.ts";
import { editing } from "./editing.ts";
import { changedElsewhere } from "../changes/replace-document.ts";
import { schemaExtensions } from "../nodes/schema-extensions.ts";
import { twinOf } from "../nodes/schema-twins.ts";

export type TimelineNote = {
  kind: Exclude<VersionKind, "created" | "typed" | "merge">;
  summary: string;
  /** With the kind "agent". Its changes are filled in once applied, before anything is saved. */
  agent?: AgentAction;
};

const deedKey = "stet-deed";

/** Labels a transaction for the timeline. */
export function made(tr: Transaction, deed: TimelineNote): Transaction {
  return tr.setMeta(deedKey, deed);
}

/** Null if it was typed. */
export function deedIn(tr: Transaction): TimelineNote | null {
  return (tr.getMeta(deedKey) as TimelineNote | undefined) ?? null;
}

const turns = new WeakMap<Editor, () => TimelineNote | null>();

/** What undo or redo on the keyboard has just done; null if it is no more than typing. */
export function nameTurns(editor: Editor, name: () => TimelineNote | null): void {
  turns.set(editor, name);
}

type EditorGiven = {
  /** In the schema of core. */
  document: Node;
  canChange: boolean;
  label: string;
  plugins: readonly Plugin[];
  onTyped(): void;
  onDone(deed: TimelineNote, before: Node, after: Node): void;
};

/** Not drawn yet. */
export function createEditor({ document, canChange, label, plugins, onTyped, onDone }: EditorGiven): Editor {
  const editor = new Editor({
    element: null,
    extensions: [...schemaExtensions(), editing, pluginsOf(plugins)],
    // The content must be a node of the editor's schema, which exists only from here on.
    onBeforeCreate: ({ editor: made }) => void (made.options.content = twinOf(document, made.schema) as object),
    editable: canChange,
    injectCSS: false,
    enableInputRules: false,
    enablePasteRules: false,
    editorProps: {
      attributes: { role: "textbox", "aria-multiline": "true", "aria-label": label, class: "document" },
      clipboardTextParser: pasteText,
      handlePaste: pasteLater,
    },
    onTransaction({ editor: its, transaction }) {
      if (transaction.doc === transaction.before || transaction.getMeta(changedElsewhere)) return;
      const isTurn = transaction.getMeta("history$") !== undefined;
      const deed = isTurn ? (turns.get(its)?.() ?? null) : deedOf(transaction);
      if (deed) onDone(deed, transaction.before, transaction.doc);
      else onTyped();
    },
  });
  // If mounted without plugins, Tiptap draws the document and then redraws all of it with them.
  Object.assign(editor, { editorState: editor.state.reconfigure({ plugins: editor.extensionManager.plugins }) });
  return editor;
}

export function drawEditor(editor: Editor, element: HTMLElement): void {
  editor.mount(element);
  keepSelectionFromReact(editor.view.dom);
  // After the frame in which the text can be edited.
  requestAnimationFrame(() => setTimeout(markdown.fetch));
}

/** The last of them runs first, and all of them before the editor's own. */
const pluginsOf = (plugins: readonly Plugin[]) =>
  Extension.create({
    name: "draft",
    priority: 2000,
    addProseMirrorPlugins() {
      return [...plugins.toReversed(), copiedHtml(this.editor.schema)];
    },
  });

/**
 * Before each commit React saves the selection of the focused element, and for an
 * editable element walks all of its nodes to do so. In a long document that takes
 * longer than drawing a character. Only React reads this property; ProseMirror
 * keeps its selection itself.
 */
function keepSelectionFromReact(element: HTMLElement): void {
  Object.defineProperty(element, "contentEditable", { configurable: true, get: () => "inherit" });
}

function deedOf(tr: Transaction): TimelineNote | null {
  const deed = deedIn(tr);
  if (deed) return deed;
  const event: unknown = tr.getMeta("uiEvent");
  // A drag within the text also deletes the original, in another step; a drop from elsewhere only inserts.
  const isPasted = tr.getMeta("paste") === true || event === "paste" || (event === "drop" && tr.steps.length === 1);
  return isPasted ? { kind: "pasted", summary: "" } : null;
}

/** The same document in the schema shared by server and core. */
export function coreDocument(document: Node): Node {
  return twinOf(document, documentSchema);
}
