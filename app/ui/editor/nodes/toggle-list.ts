/* Turns the selection into a list, converts between list types, and back into paragraphs. */
import type { NodeType } from "@tiptap/pm/model";
import { liftListItem, wrapInList } from "@tiptap/pm/schema-list";
import { TextSelection, type Command, type EditorState } from "@tiptap/pm/state";

export function toggleList(type: NodeType): Command {
  return (state, dispatch) => {
    const depth = listDepth(state);
    if (depth === null) return wrapInList(type)(state, dispatch);
    const { $from } = state.selection;
    const list = $from.node(depth);
    if (list.type === type) return liftListItem($from.node(depth + 1).type)(state, dispatch);
    if (!dispatch) return true;
    const itemType = type.name === "clauseList" ? type.schema.nodes["clause"]! : type.schema.nodes["listItem"]!;
    const items: ReturnType<NodeType["create"]>[] = [];
    list.forEach((item) => {
      // Only a clause may begin with a heading.
      const first = item.firstChild!;
      const isHeading = first.type.name === "heading" && itemType.name === "listItem";
      const content = isHeading
        ? item.content.replaceChild(0, type.schema.nodes["paragraph"]!.create(null, first.content))
        : item.content;
      items.push(itemType.create(null, content));
    });
    const { selection } = state;
    const tr = state.tr.replaceWith($from.before(depth), $from.after(depth), type.create(null, items));
    tr.setSelection(TextSelection.create(tr.doc, selection.anchor, selection.head));
    dispatch(tr.scrollIntoView());
    return true;
  };
}

/** The depth of the innermost list around the selection, or null. */
export function listDepth({ selection: { $from, to } }: EditorState): number | null {
  for (let depth = $from.sharedDepth(to); depth > 0; depth--) {
    if ($from.node(depth).type.spec.group?.includes("list")) return depth;
  }
  return null;
}
