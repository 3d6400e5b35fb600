/* The limit of the editor bench: ProseMirror with the document and nothing else, no plugin, no style, no React. */
import { Node } from "prosemirror-model";
import { EditorState } from "@tiptap/pm/state";
import { EditorView } from "@tiptap/pm/view";
import { documentSchema } from "../../../app/core/document/document-schema.ts";

const bare = {
  /** Milliseconds from the document's JSON until it is drawn and laid out. */
  open(json: string): number {
    const from = performance.now();
    const doc = Node.fromJSON(documentSchema, JSON.parse(json));
    const host = document.getElementById("host")!;
    const view = new EditorView(host, { state: EditorState.create({ doc }) });
    view.dom.getBoundingClientRect();
    return performance.now() - from;
  },
};

declare global {
  interface Window {
    bareEditor: typeof bare;
  }
}
window.bareEditor = bare;
