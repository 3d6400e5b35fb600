import { EditorState, TextSelection, type Command } from "@tiptap/pm/state";
import { expect, test } from "vitest";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { breakPage, layoutChoices, setBlockType } from "./layout.ts";

function after(command: Command, state: EditorState): EditorState {
  let now = state;
  command(state, (tr) => (now = state.apply(tr)));
  return now;
}
const at = (pos: number) => {
  const state = EditorState.create({ doc: markdownToDocument("One two.\n\nThree.") });
  return state.apply(state.tr.setSelection(TextSelection.create(state.doc, pos)));
};
const laidOut = ({ doc }: EditorState) => doc.children.map(({ textContent, attrs }) => [textContent, attrs["startsPage"]]);

test("what follows the caret begins a page, and at its start no longer does", () => {
  const broken = after(breakPage, at(5));
  expect(laidOut(broken)).toEqual([
    ["One ", false],
    ["two.", true],
    ["Three.", false],
  ]);
  expect(laidOut(after(breakPage, broken))[1]).toEqual(["two.", false]);
});

test("a block that becomes a heading stays where it stands", () => {
  const state = at(5);
  const centered = state.apply(state.tr.setNodeAttribute(0, "align", "center"));
  const heading = after(setBlockType(state.schema.nodes["heading"]!, { level: 2 }), centered);
  expect(heading.doc.firstChild!.attrs).toMatchObject({ level: 2, align: "center" });
});

test("each choice has words to be found by", () => {
  expect(layoutChoices.map(({ label }) => label)).toEqual(["Align left", "Center", "Align right", "Justify"]);
});
