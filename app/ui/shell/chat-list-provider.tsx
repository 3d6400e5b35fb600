/*
 * Keeps the list of chats current for the whole page, opens the dialogs that change
 * it, and navigates away from a deleted chat.
 */
import { useCallback, useEffect, useEffectEvent, useMemo, useState, type ReactNode } from "react";
import { useLocation, useNavigate } from "react-router";
import type { ChatSummary } from "#core/chat/chat.ts";
import { forgetChangedDrafts } from "../drafts/recent-drafts.ts";
import { late } from "../kit/late.ts";
import { showToast } from "../kit/toast.tsx";
import { useHasOpened } from "../kit/use-has-opened.ts";
import type { MovableChat } from "../projects/move-chat-dialog.tsx";
import { onUpdate } from "../updates.ts";
import { ChatListContext, type ChatList, type NamedChat } from "./chat-list-context.ts";
import { useRecentChats } from "./use-recent-chats.ts";
import { useWorkspace } from "./use-place.ts";

type ChatListProviderProps = { rendered: { chats: ChatSummary[]; now: string }; children: ReactNode };

const RenameChatDialog = late(() => import("../history/rename-chat-dialog.tsx")).part("RenameChatDialog");
const MoveChatDialog = late(() => import("../projects/move-chat-dialog.tsx")).part("MoveChatDialog");
const ShareChatDialog = late(() => import("../shared/share-chat-dialog.tsx")).part("ShareChatDialog");
const DeleteChatDialog = late(() => import("../history/delete-chat-dialog.tsx")).part("DeleteChatDialog");

export function ChatListProvider({ rendered, children }: ChatListProviderProps) {
  const { chats, now, change } = useRecentChats(rendered);
  const [renaming, askToRename] = useState<NamedChat | null>(null);
  const [deleting, askToDelete] = useState<NamedChat | null>(null);
  const [moving, askToMove] = useState<MovableChat | null>(null);
  const [sharing, askToShare] = useState<NamedChat | null>(null);
  const hasShared = useHasOpened(sharing !== null);
  const hasMoved = useHasOpened(moving !== null);
  const hasRenamed = useHasOpened(renaming !== null);
  const hasDeleted = useHasOpened(deleting !== null);
  const leave = useLeave();
  useEffect(() => onUpdate(forgetChangedDrafts), []);

  const list = useMemo<ChatList>(
    () => ({
      chats,
      now,
      askToRename,
      askToDelete,
      askToMove,
      askToShare,
      renamed({ id, title }) {
        const chat = chats.find((other) => other.id === id);
        if (chat !== undefined) change({ type: "chat", chat: { ...chat, title } });
      },
      deleted(id) {
        change({ type: "chat-removed", id });
        leave(id);
      },
    }),
    [chats, now, change, leave],
  );

  return (
    <ChatListContext value={list}>
      {children}
      {hasRenamed && <RenameChatDialog chat={renaming} onClose={() => askToRename(null)} onRenamed={list.renamed} />}
      {hasMoved && <MoveChatDialog chat={moving} onClose={() => askToMove(null)} />}
      {hasShared && <ShareChatDialog chat={sharing} onClose={() => askToShare(null)} />}
      {hasDeleted && <DeleteChatDialog chat={deleting} onClose={() => askToDelete(null)} onDeleted={list.deleted} />}
    </ChatListContext>
  );
}

/**
 * Opens a new chat if the one with this id is on screen. A deletion made elsewhere
 * shows a notice, because the page changes unasked.
 */
function useLeave(): (id: string) => void {
  const place = useWorkspace();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isHere = useEffectEvent((id: string) => pathname === place.path(`/chat/${id}`));
  useEffect(
    () =>
      onUpdate((update) => {
        if (update.type !== "chat-removed" || !isHere(update.id)) return;
        // The same deletion may be reported twice before the page has changed.
        showToast({ kind: "info", text: "This chat was deleted.", id: `deleted ${update.id}` });
        void navigate(place.path("/chat"));
      }),
    [navigate, place],
  );
  return useCallback(
    (id) => {
      if (pathname === place.path(`/chat/${id}`)) void navigate(place.path("/chat"));
    },
    [pathname, navigate, place],
  );
}
