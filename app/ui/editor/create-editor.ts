/*
 * The editor of one draft: Tiptap over ProseMirror, with the schema of core and
 * the plugins of this folder. It tells what was changed and how: typed, pasted,
 * or made by something that says so with `made`.
 */
import { Editor } from "@tiptap/core";
import { Node as CoreNode } from "prosemirror-model";
import type { Node } from "@tiptap/pm/model";
import type { Plugin, Transaction } from "@tiptap/pm/state";
import { documentSchema, type DocumentJson } from "#core/document-schema.ts";
import type { VersionKind } from "#core/draft.ts";
import { pasteText } from "./clipboard.ts";
import { editing } from "./editing.ts";
import { changedElsewhere } from "./replace-document.ts";
import { schemaExtensions } from "./schema-extensions.ts";

export type Deed = { kind: Exclude<VersionKind, "created" | "typed" | "merge">; summary: string };

const deedKey = "stet-deed";

/** Says of a transaction what it was, for the timeline. */
export function made(tr: Transaction, deed: Deed): Transaction {
  return tr.setMeta(deedKey, deed);
}

type EditorGiven = {
  element: HTMLElement;
  document: DocumentJson;
  canChange: boolean;
  label: string;
  plugins: readonly Plugin[];
  onTyped(): void;
  onDone(deed: Deed, before: Node, after: Node): void;
};

export function createEditor({ element, document, canChange, label, plugins, onTyped, onDone }: EditorGiven): Editor {
  const editor = new Editor({
    element,
    extensions: [...schemaExtensions(), editing],
    content: document as object,
    editable: canChange,
    injectCSS: false,
    enableInputRules: false,
    enablePasteRules: false,
    editorProps: {
      attributes: { role: "textbox", "aria-multiline": "true", "aria-label": label, class: "document", spellcheck: "true" },
      clipboardTextParser: pasteText,
    },
    onTransaction({ transaction }) {
      if (!transaction.docChanged || transaction.getMeta(changedElsewhere)) return;
      const deed = deedOf(transaction);
      if (deed) onDone(deed, transaction.before, transaction.doc);
      else onTyped();
    },
  });
  for (const plugin of plugins) editor.registerPlugin(plugin, (one, all) => [one, ...all]);
  return editor;
}

function deedOf(tr: Transaction): Deed | null {
  const deed = tr.getMeta(deedKey) as Deed | undefined;
  if (deed) return deed;
  return tr.getMeta("paste") === true || tr.getMeta("uiEvent") === "paste" ? { kind: "pasted", summary: "" } : null;
}

/** The same document in the schema that server and core use. */
export function coreDocument(document: Node): CoreNode {
  return CoreNode.fromJSON(documentSchema, document.toJSON());
}
