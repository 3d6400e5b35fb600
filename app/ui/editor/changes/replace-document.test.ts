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

test("in a list and a table only what differs is replaced, so what is shown beside it stays", () => {
  const before = "1. The seller pays.\n2. The buyer takes.\n3. Sweden.\n\n| a | b |\n| - | - |\n| c | d |\n| e | f |";
  const after = "1. New.\n2. The seller pays.\n3. The buyer takes at once.\n4. Sweden.\n\n| a | b |\n| - | - |\n| e | f |";
  const view = viewOf(markdownToDocument(before).toJSON());
  const kept = ["seller", "buyer", "Sweden", "a", "f"];
  const placeOf = (word: string) => {
    let found = -1;
    view.state.doc.descendants((node, pos) => {
      const at = node.isText ? node.text!.search(new RegExp(`\\b${word}\\b`)) : -1;
      if (at >= 0 && found < 0) found = pos + at;
    });
    return found;
  };
  const places = kept.map(placeOf);
  const dispatch = view.dispatch.bind(view);
  view.dispatch = (tr) => {
    expect(places.map((pos) => tr.mapping.mapResult(pos, 1).deleted)).toEqual(kept.map(() => false));
    const moved = places.map((pos) => tr.mapping.map(pos, 1));
    dispatch(tr);
    expect(moved).toEqual(kept.map(placeOf));
  };
  replaceDocument(view, markdownToDocument(after).toJSON());
  expect(view.state.doc.toJSON()).toEqual(markdownToDocument(after).toJSON());
});
