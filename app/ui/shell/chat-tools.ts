/** What every part of the page may ask about the list of chats: from the sidebar, the history, a chat's own header. */
import { createContext, use } from "react";
import type { ChatSummary } from "#core/chat.ts";

type NamedChat = Pick<ChatSummary, "id" | "title">;

export type ChatTools = {
  chats: readonly ChatSummary[];
  /** Both open a dialog; what it does is told to the list at once. */
  askToRename: (chat: NamedChat) => void;
  askToDelete: (chat: NamedChat) => void;
};

export const ChatToolsContext = createContext<ChatTools>({ chats: [], askToRename: () => {}, askToDelete: () => {} });

export function useChatList(): ChatTools {
  return use(ChatToolsContext);
}
