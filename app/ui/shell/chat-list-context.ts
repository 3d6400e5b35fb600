/** The list of chats for every part of the page: the sidebar, the history, a chat itself. */
import { createContext, use } from "react";
import type { ChatSummary } from "#core/chat/chat.ts";

export type NamedChat = Pick<ChatSummary, "id" | "title">;

export type ChatList = {
  chats: readonly ChatSummary[];
  /** When the list was last up to date; its day groups are based on this. */
  now: string;
  /** Each opens a dialog. */
  askToRename: (chat: NamedChat) => void;
  askToDelete: (chat: NamedChat) => void;
  askToShare: (chat: NamedChat) => void;
  askToMove: (chat: NamedChat & { projectId: string | null }) => void;
  /** Already done: the list shows it immediately, ahead of the server's update. */
  renamed: (chat: NamedChat) => void;
  deleted: (id: string) => void;
};

export const ChatListContext = createContext<ChatList | null>(null);

export function useChatList(): ChatList {
  const list = use(ChatListContext);
  if (list === null) throw new Error("useChatList outside ChatListProvider");
  return list;
}
