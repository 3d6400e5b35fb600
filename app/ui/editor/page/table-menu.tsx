/* Table actions, shown only while the caret is in a table. */
import type { Editor } from "@tiptap/core";
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  isInTable,
  mergeCells,
  splitCell,
  toggleHeaderRow,
} from "@tiptap/pm/tables";
import type { Command } from "@tiptap/pm/state";
import { Grid2x2Plus } from "lucide-react";
import { IconButton } from "../../kit/icon-button.tsx";
import { Menu, MenuItem } from "../../kit/menu.tsx";
import { useEditorValue } from "./use-editor-value.ts";

const deeds: readonly (readonly [label: string, command: Command])[] = [
  ["Add a row above", addRowBefore],
  ["Add a row below", addRowAfter],
  ["Add a column before", addColumnBefore],
  ["Add a column after", addColumnAfter],
  ["Header row", toggleHeaderRow],
  ["Merge cells", mergeCells],
  ["Split cell", splitCell],
  ["Delete row", deleteRow],
  ["Delete column", deleteColumn],
  ["Delete table", deleteTable],
];

export function TableMenu({ editor }: { editor: Editor }) {
  const isThere = useEditorValue(editor, () => isInTable(editor.state));
  // Cells are merged when several are selected, and split if they were merged.
  const fits = useEditorValue(editor, () => deeds.flatMap(([label, command]) => (command(editor.state) ? [label] : [])).join());
  if (!isThere) return null;
  return (
    <Menu trigger={<IconButton label="Rows and columns" icon={<Grid2x2Plus />} />}>
      {deeds.map(([label, command]) => (
        <MenuItem
          key={label}
          disabled={!fits.split(",").includes(label)}
          onSelect={() => {
            command(editor.state, editor.view.dispatch);
            editor.view.focus();
          }}
        >
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}
