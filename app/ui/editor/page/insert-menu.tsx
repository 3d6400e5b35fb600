/* Inserts anything that is not a block type: a single button, to keep the toolbar short. */
import type { Editor } from "@tiptap/core";
import { ListTree, Plus } from "lucide-react";
import { IconButton } from "../../kit/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../kit/menu.tsx";
import { insertChoices } from "../changes/insertions.tsx";

export function InsertMenu({ editor, onLinkReferences }: { editor: Editor; onLinkReferences: () => void }) {
  return (
    <Menu trigger={<IconButton label="Insert" icon={<Plus />} />}>
      {insertChoices.map(({ name, label, icon, run, shortcut }) => (
        <MenuItem key={name} icon={icon} {...(shortcut && { shortcut })} onSelect={() => run(editor)}>
          {label}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem icon={<ListTree />} onSelect={onLinkReferences}>
        Link typed references…
      </MenuItem>
    </Menu>
  );
}
