/** What every part of the page may ask about the list of chats: the sidebar, the history, a chat itself. */
import { createContext, use } from "react";
import type { ChatSummary } from "#core/chat/chat.ts";

export type NamedChat = Pick<ChatSummary, "id" | "title">;

export type ChatList = {
  chats: readonly ChatSummary[];
  /** When the list was last known to be true; its days are counted from there. */
  now: string;
  /** Each opens a dialog. */
  askToRename: (chat: NamedChat) => void;
  askToDelete: (chat: NamedChat) => void;
  askToShare: (chat: NamedChat) => void;
  askToMove: (chat: NamedChat & { projectId: string | null }) => void;
  /** It has been done: the list shows it at once, ahead of the server's news. */
  renamed: (chat: NamedChat) => void;
  deleted: (id: string) => void;
};

export const ChatListContext = createContext<ChatList | null>(null);

export function useChatList(): ChatList {
  const list = use(ChatListContext);
  if (list === null) throw new Error("useChatList outside ChatListProvider");
  return list;
}
