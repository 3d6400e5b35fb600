/* The block types: one list for the toolbar, the slash menu and its search. */
import type { Editor } from "@tiptap/core";
import { lift, wrapIn } from "@tiptap/pm/commands";
import { TextSelection, type Command } from "@tiptap/pm/state";
import { setBlockType } from "./layout.ts";
import { listDepth, toggleList } from "./toggle-list.ts";
import type { BlockChoice } from "./layout.ts";

const by = (make: (editor: Editor) => Command) => (editor: Editor) => {
  make(editor)(editor.state, editor.view.dispatch);
  editor.view.focus();
};
const nodesOf = (editor: Editor) => editor.schema.nodes as Record<string, NonNullable<(typeof editor.schema.nodes)[string]>>;
const heading = (level: number): BlockChoice => ({
  name: `heading${level}`,
  label: `Heading ${level}`,
  hint: "#".repeat(level),
  words: "title section h" + level,
  run: by((editor) => setBlockType(nodesOf(editor)["heading"]!, { level })),
});

export const blockChoices: readonly BlockChoice[] = [
  {
    name: "paragraph",
    label: "Text",
    hint: "",
    words: "paragraph plain body",
    run: by((editor) => setBlockType(nodesOf(editor)["paragraph"]!)),
  },
  heading(1),
  heading(2),
  heading(3),
  heading(4),
  {
    name: "clauseList",
    label: "Clauses",
    hint: "1)",
    words: "legal numbering numbered article section 1.1",
    run: by((editor) => toggleList(nodesOf(editor)["clauseList"]!)),
  },
  {
    name: "bulletList",
    label: "Bullets",
    hint: "-",
    words: "list unordered",
    run: by((editor) => toggleList(nodesOf(editor)["bulletList"]!)),
  },
  {
    name: "orderedList",
    label: "Numbers",
    hint: "1.",
    words: "list ordered",
    run: by((editor) => toggleList(nodesOf(editor)["orderedList"]!)),
  },
  {
    name: "blockquote",
    label: "Quotation",
    hint: ">",
    words: "block quote cite",
    run: by((editor) => (currentBlock(editor) === "blockquote" ? lift : wrapIn(nodesOf(editor)["blockquote"]!))),
  },
  { name: "table", label: "Table", hint: "", words: "grid rows columns", run: insertTable },
  { name: "horizontalRule", label: "Line", hint: "---", words: "divider rule separator", run: insertRule },
  {
    name: "codeBlock",
    label: "Code",
    hint: "```",
    words: "fixed width preformatted",
    run: by((editor) => setBlockType(nodesOf(editor)["codeBlock"]!)),
  },
];

function insertTable(editor: Editor): void {
  const { tableCell, tableHeader, tableRow, table } = nodesOf(editor);
  const row = (cell: typeof tableCell) =>
    tableRow!.create(
      null,
      [0, 1, 2].map(() => cell!.createAndFill()!),
    );
  const made = table!.create(null, [row(tableHeader), row(tableCell), row(tableCell)]);
  const { tr } = editor.state;
  tr.replaceSelectionWith(made);
  // The table is at the caret or after its block; the caret moves into its first cell.
  tr.doc.descendants((node, pos) => {
    if (node === made) tr.setSelection(TextSelection.near(tr.doc.resolve(pos + 1)));
    return node.type !== table;
  });
  editor.view.dispatch(tr.scrollIntoView());
  editor.view.focus();
}

function insertRule(editor: Editor): void {
  editor.view.dispatch(editor.state.tr.replaceSelectionWith(nodesOf(editor)["horizontalRule"]!.create()).scrollIntoView());
  editor.view.focus();
}

/** The name of the block at the caret. */
export function currentBlock(editor: Editor): string {
  const { state } = editor;
  const { $from } = state.selection;
  if ($from.parent.type.name === "heading") return `heading${$from.parent.attrs["level"]}`;
  const depth = listDepth(state);
  if (depth !== null) return $from.node(depth).type.name;
  for (let at = $from.depth; at > 0; at--) if ($from.node(at).type.name === "blockquote") return "blockquote";
  return $from.parent.type.name;
}
