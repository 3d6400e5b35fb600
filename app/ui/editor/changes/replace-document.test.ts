import { getSchema } from "@tiptap/core";
import { EditorState, TextSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { anyDocument } from "#test/any-document.ts";
import { replaceDocument } from "./replace-document.ts";
import { schemaExtensions } from "../nodes/schema-extensions.ts";

const schema = getSchema(schemaExtensions());

/** The part of a view that the function uses: a state, and a way to change it. */
function viewOf(json: unknown) {
  const view = {
    state: EditorState.create({ doc: schema.nodeFromJSON(json) }),
    dispatch: (tr: EditorState["tr"]) => void (view.state = view.state.apply(tr)),
  };
  return view as typeof view & EditorView;
}

test("any document becomes any other", () => {
  fc.assert(
    fc.property(anyDocument(), anyDocument(), (a, b) => {
      const view = viewOf(a.toJSON());
      replaceDocument(view, b.toJSON());
      expect(view.state.doc.toJSON()).toEqual(b.toJSON());
    }),
  );
});

test("the caret stays in its word when paragraphs before, after and within change", () => {
  const view = viewOf(markdownToDocument("One.\n\nThe seller pays.\n\nThree.").toJSON());
  const caret = 6 + 1 + "The sel".length;
  view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, caret)));
  replaceDocument(view, markdownToDocument("New.\n\nOne.\n\nThe seller pays now.\n\nThree?").toJSON());
  const { $head } = view.state.selection;
  expect($head.parent.textContent.slice(0, $head.parentOffset)).toBe("The sel");
});
