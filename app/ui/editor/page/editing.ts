/* Keyboard editing: standard word-processor shortcuts, Markdown converted as it is typed, and undo. */
import { Extension } from "@tiptap/core";
import { baseKeymap, chainCommands, exitCode, splitBlock, toggleMark, wrapIn } from "@tiptap/pm/commands";
import { history, redo, undo } from "@tiptap/pm/history";
import { InputRule, inputRules, textblockTypeInputRule, undoInputRule, wrappingInputRule } from "@tiptap/pm/inputrules";
import { keymap } from "@tiptap/pm/keymap";
import type { MarkType, Schema } from "@tiptap/pm/model";
import { liftListItem, sinkListItem, splitListItem } from "@tiptap/pm/schema-list";
import type { Command, Transaction } from "@tiptap/pm/state";
import { addRowAfter, goToNextCell, tableEditing } from "@tiptap/pm/tables";
import { clauseDecorations } from "../nodes/clause-decorations.ts";
import { breakPage, setBlockType } from "../nodes/layout.ts";
import { toggleList } from "../nodes/toggle-list.ts";

export const editing = Extension.create({
  name: "editing",
  priority: 950,
  addProseMirrorPlugins() {
    const { schema } = this.editor;
    return [
      inputRules({ rules: markdownRules(schema) }),
      keymap(keysOf(schema)),
      keymap(baseKeymap),
      history({ depth: 500 }),
      tableEditing(),
      clauseDecorations(),
    ];
  },
});

function keysOf(schema: Schema): Record<string, Command> {
  const { nodes, marks } = schema;
  const item = (make: (type: (typeof nodes)[string]) => Command) => chainCommands(make(nodes["listItem"]!), make(nodes["clause"]!));
  const breakLine: Command = (state, dispatch) => {
    dispatch?.(state.tr.replaceSelectionWith(nodes["hardBreak"]!.create()).scrollIntoView());
    return true;
  };
  const keys: Record<string, Command> = {
    Enter: chainCommands(beginCode, leaveCode, splitPageStart(item(splitListItem)), item(splitListItem)),
    Tab: chainCommands(goToNextCell(1), anotherRow, item(sinkListItem), isInList),
    "Shift-Tab": chainCommands(goToNextCell(-1), item(liftListItem), isInList),
    Backspace: undoInputRule,
    "Shift-Enter": chainCommands(exitCode, breakLine),
    "Mod-Enter": chainCommands(exitCode, breakPage),
    "Mod-z": undo,
    "Mod-y": redo,
    "Mod-Shift-z": redo,
    "Mod-b": toggleMark(marks["bold"]!),
    "Mod-i": toggleMark(marks["italic"]!),
    "Mod-u": toggleMark(marks["underline"]!),
    "Mod-e": toggleMark(marks["code"]!),
    "Mod-.": toggleMark(marks["superscript"]!),
    "Mod-,": toggleMark(marks["subscript"]!),
    "Mod-Shift-x": toggleMark(marks["strike"]!),
    "Mod-Alt-0": setBlockType(nodes["paragraph"]!),
    "Mod-Shift-7": toggleList(nodes["orderedList"]!),
    "Mod-Shift-8": toggleList(nodes["bulletList"]!),
    "Mod-Shift-9": toggleList(nodes["clauseList"]!),
    "Mod-Shift-.": wrapIn(nodes["blockquote"]!),
  };
  for (const level of [1, 2, 3, 4]) keys[`Mod-Alt-${level}`] = setBlockType(nodes["heading"]!, { level });
  return keys;
}

/** Of a block that begins a page, the second part doesn't. */
const splitPageStart =
  (splitItem: Command): Command =>
  (state, dispatch, view) => {
    if (state.selection.$from.parent.attrs["startsPage"] !== true) return false;
    const keep = (tr: Transaction) => dispatch?.(tr.setNodeAttribute(tr.selection.$from.before(), "startsPage", false));
    return chainCommands(splitItem, splitBlock)(state, dispatch && keep, view);
  };

/** Tab in the last cell adds a row to the table. */
const anotherRow: Command = (state, dispatch, view) => {
  if (!addRowAfter(state)) return false;
  if (!dispatch || !view) return true;
  addRowAfter(state, dispatch);
  return goToNextCell(1)(view.state, dispatch);
};

/** Three backticks alone in a paragraph, then Enter. */
const beginCode: Command = ({ selection, schema, tr }, dispatch) => {
  const { $from, empty } = selection;
  if (!empty || $from.parent.type.name !== "paragraph" || $from.parent.textContent !== "```") return false;
  dispatch?.(tr.delete($from.start(), $from.end()).setBlockType($from.start(), $from.start(), schema.nodes["codeBlock"]!));
  return true;
};

/**
 * Enter on an empty line at the end of code leaves it, as in a list: the line is
 * removed and the text continues below.
 */
const leaveCode: Command = (state, dispatch, view) => {
  const { $from, empty } = state.selection;
  const { parent } = $from;
  if (!empty || !parent.type.spec.code || $from.parentOffset < parent.content.size || !parent.textContent.endsWith("\n"))
    return false;
  if (!dispatch || !view) return true;
  dispatch(state.tr.delete($from.pos - 1, $from.pos));
  return exitCode(view.state, dispatch);
};

/** In a list, Tab always belongs to the list; otherwise focus would leave at the first level. */
const isInList: Command = ({ selection: { $from } }) => {
  for (let depth = $from.depth; depth > 0; depth--) if (/^(listItem|clause)$/.test($from.node(depth).type.name)) return true;
  return false;
};

function markdownRules(schema: Schema): InputRule[] {
  const { nodes, marks } = schema;
  return [
    textblockTypeInputRule(/^(#{1,4})\s$/, nodes["heading"]!, (match) => ({ level: match[1]!.length })),
    textblockTypeInputRule(/^```\s$/, nodes["codeBlock"]!),
    wrappingInputRule(/^\s*>\s$/, nodes["blockquote"]!),
    wrappingInputRule(/^\s*[-+*]\s$/, nodes["bulletList"]!),
    wrappingInputRule(
      /^(\d{1,3})\.\s$/,
      nodes["orderedList"]!,
      (match) => ({ start: Number(match[1]) }),
      (match, node) => node.childCount + Number(node.attrs["start"]) === Number(match[1]),
    ),
    wrappingInputRule(/^\d{1,3}\)\s$/, nodes["clauseList"]!),
    new InputRule(/^(---|\*\*\*)$/, (state, _, start, end) => {
      const rule = nodes["horizontalRule"]!.create();
      return state.tr.replaceRangeWith(start - 1, end, rule);
    }),
    marked(/(?:^|[\s([{"“”„«‘’‚])(\*\*([^\s*](?:[^*]*[^\s*])?)\*\*)$/u, marks["bold"]!),
    marked(/(?:^|[\s([{"“”„«‘’‚])(\*([^\s*](?:[^*]*[^\s*])?)\*)$/u, marks["italic"]!),
    marked(/(?:^|[\s([{"“”„«‘’‚])(_([^\s_](?:[^_]*[^\s_])?)_)$/u, marks["italic"]!),
    marked(/(?:^|[\s([{"“”„«‘’‚])(~~([^\s~](?:[^~]*[^\s~])?)~~)$/u, marks["strike"]!),
    marked(/(?:^|[\s([{"“”„«‘’‚])(`([^`]+)`)$/u, marks["code"]!),
  ];
}

/** `**words**` becomes bold when its last asterisk is typed. */
function marked(pattern: RegExp, type: MarkType): InputRule {
  return new InputRule(pattern, (state, match, start, end) => {
    const [whole, signed = "", inner = ""] = match;
    if (state.doc.resolve(start).parent.type.spec.code) return null;
    const from = start + whole.length - signed.length;
    const before = signed.indexOf(inner);
    const tr = state.tr;
    // The last asterisk is not in the document yet.
    tr.delete(from + before + inner.length, end);
    tr.delete(from, from + before);
    tr.addMark(from, from + inner.length, type.create());
    return tr.removeStoredMark(type);
  });
}
