/*
 * The recent chats by day. The server does not know the reader's time zone, so it
 * groups by UTC and the browser corrects that on hydration; only a label can move.
 *
 * Every page is made with up to fifty rows, so a row is one link: the click on it is
 * handled by the list, and its menu comes with the pointer, the focus, or idle time.
 */
import { memo, useState, useSyncExternalStore, type MouseEvent } from "react";
import { useLocation, useNavigate } from "react-router";
import { recentChatCount } from "#core/chat/sidebar.ts";
import type { ChatSummary } from "#core/chat/chat.ts";
import { Button } from "../kit/button.tsx";
import { Spinner } from "../kit/spinner.tsx";
import { useIsIdle } from "../kit/use-is-idle.ts";
import { ChatMenu } from "./chat-menu.tsx";
import { groupChats } from "./chat-list.ts";
import { useChatList } from "./chat-list-context.ts";
import { useWorkspace } from "./use-place.ts";

export function RecentChats({ onHistory }: { onHistory: () => void }) {
  const { chats, now } = useChatList();
  const place = useWorkspace();
  const { pathname } = useLocation();
  const isIdle = useIsIdle();
  const openRow = useOpenRow();
  const zone = useSyncExternalStore(neverChanges, zoneHere, () => "UTC");
  const locale = useSyncExternalStore(neverChanges, localeHere, () => "en");
  if (chats.length === 0) {
    return <p className="px-2.5 py-2 text-ink-faint text-pretty">Your chats will appear here, newest first.</p>;
  }
  return (
    <>
      {groupChats(chats, new Date(now), zone, locale).map((group) => (
        <section key={group.label} aria-label={group.label} className="mb-4">
          <h2 className="group-label px-2.5 pb-1">{group.label}</h2>
          <ul onClick={openRow}>
            {group.chats.map((chat) => {
              const path = place.path(`/chat/${chat.id}`);
              return <ChatRow key={chat.id} chat={chat} path={path} isShown={pathname === path} isIdle={isIdle} />;
            })}
          </ul>
        </section>
      ))}
      {chats.length >= recentChatCount && (
        <Button variant="quiet" size="small" className="mb-4 w-full" onClick={onHistory}>
          Show all chats
        </Button>
      )}
    </>
  );
}

type ChatRowProps = { chat: ChatSummary; path: string; isShown: boolean; isIdle: boolean };

const ChatRow = memo(function ChatRow({ chat, path, isShown, isIdle }: ChatRowProps) {
  const [isNear, setNear] = useState(false);
  const hasMark = chat.running || chat.unread;
  const title = chat.title || "New chat";
  return (
    <li className="group relative" onPointerEnter={() => setNear(true)} onFocus={() => setNear(true)}>
      <a href={path} aria-current={isShown ? "page" : undefined} className={`${rowClass} ${hasMark ? markedClass : plainClass}`}>
        {hasMark ? <span className={`min-w-0 flex-1 truncate ${chat.unread ? "font-medium text-ink" : ""}`}>{title}</span> : title}
        <ChatMark chat={chat} />
      </a>
      {(isIdle || isNear) && (
        <div className={actionsClass}>
          <ChatMenu chat={chat} />
        </div>
      )}
    </li>
  );
});

/** What a router's link does on a click, for all links of the list. */
function useOpenRow(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (link === null || event.defaultPrevented || !isPlain) return;
    event.preventDefault();
    void navigate(link.pathname, { replace: link.href === location.href });
  };
}

/** An answer is running, or has arrived unread. */
export function ChatMark({ chat }: { chat: Pick<ChatSummary, "running" | "unread"> }) {
  if (chat.running) return <Spinner label="Writing an answer" className="size-3.5 text-blue" />;
  if (!chat.unread) return null;
  return (
    <span className="size-2 shrink-0 rounded-full bg-blue in-aria-[current=page]:hidden">
      <span className="sr-only">New answer</span>
    </span>
  );
}

function neverChanges(): () => void {
  return () => {};
}
function zoneHere(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
function localeHere(): string {
  return navigator.language;
}

const rowClass =
  "h-8 rounded-lg px-2.5 text-ink-soft transition-colors hover:bg-wash hover:text-ink pointer-coarse:h-11 " +
  "aria-[current=page]:bg-wash-strong aria-[current=page]:text-ink group-hover:pr-9 group-focus-within:pr-9 group-has-[[aria-expanded=true]]:pr-9 pointer-coarse:pr-12";
const plainClass = "block truncate leading-8 pointer-coarse:leading-11";
const markedClass = "flex items-center gap-2";

/* Hidden until hover, but always there for the keyboard and for touch. */
const actionsClass =
  "absolute inset-y-0 right-0.5 flex items-center opacity-0 group-hover:opacity-100 group-focus-within:opacity-100 has-[[aria-expanded=true]]:opacity-100 pointer-coarse:opacity-100";
