/* The owner's actions for a chat, wherever it is listed. */
import { Ellipsis, FileDown, FolderInput, Link2, Pencil, Trash2 } from "lucide-react";
import type { ChatSummary } from "#core/chat/chat.ts";
import { IconButton } from "../kit/icon-button.tsx";
import { Menu, MenuItem } from "../kit/menu.tsx";
import { exportChat } from "../chat/export-chat.ts";
import { useChatList } from "./chat-list-context.ts";

export function ChatMenu({ chat }: { chat: ChatSummary }) {
  const { askToRename, askToMove, askToShare, askToDelete } = useChatList();
  return (
    <Menu trigger={<IconButton label={`Actions for ${chat.title || "New chat"}`} icon={<Ellipsis />} size="small" />}>
      <MenuItem icon={<Pencil />} onSelect={() => askToRename(chat)}>
        Rename
      </MenuItem>
      <MenuItem icon={<FolderInput />} onSelect={() => askToMove(chat)}>
        Move to project
      </MenuItem>
      {!chat.temporary && (
        <MenuItem icon={<Link2 />} onSelect={() => askToShare(chat)}>
          Share by link
        </MenuItem>
      )}
      <MenuItem icon={<FileDown />} onSelect={() => void exportChat(chat.id)}>
        Export as PDF
      </MenuItem>
      <MenuItem icon={<Trash2 />} danger onSelect={() => askToDelete(chat)}>
        Delete
      </MenuItem>
    </Menu>
  );
}
