/*
 * What stands round every page of a signed-in person: the sidebar, the bar of a
 * small window, the dialogs that can be opened from anywhere, and the actions
 * that are always there.
 *
 * A page inside fills a column as high as the window and brings its own <main>
 * and its own scrolling.
 */
import { Menu as MenuIcon, SquarePen } from "lucide-react";
import { useRef, useState, type ComponentProps, type CSSProperties, type ReactNode } from "react";
import { href, Link, useLocation, useNavigate } from "react-router";
import type { ChatSummary } from "#core/chat.ts";
import type { SidebarState } from "#core/sidebar.ts";
import { DeleteChatDialog } from "../history/delete-chat-dialog.tsx";
import { RenameChatDialog } from "../history/rename-chat-dialog.tsx";
import { IconButton } from "../kit/icon-button.tsx";
import { late } from "../kit/late.ts";
import { StetMark } from "../kit/stet-mark.tsx";
import { tooltipAttributes } from "../kit/tooltip.tsx";
import { useHasOpened } from "../kit/use-has-opened.ts";
import { useShortcuts } from "../palette/use-shortcuts.ts";
import type { Person } from "./account-menu.tsx";
import { ChatToolsContext } from "./chat-tools.ts";
import { SignInDialog } from "./sign-in-dialog.tsx";
import { Sidebar } from "./sidebar.tsx";
import { useRecentChats } from "./use-recent-chats.ts";
import { useShellActions, type Overlay } from "./use-shell-actions.ts";
import { useSidebar } from "./use-sidebar.ts";

export type ShellData = {
  person: Person;
  sidebar: SidebarState;
  chats: ChatSummary[];
  /** When the page was made. */
  now: string;
};

type NamedChat = { id: string; title: string };

export function AppShell({ data, children }: { data: ShellData; children: ReactNode }) {
  const { person } = data;
  const frame = useRef<HTMLDivElement>(null);
  const { pathname, key: place } = useLocation();
  const sidebar = useSidebar(data.sidebar, place);
  const { chats, now, change } = useRecentChats(data);
  // What was opened at one place is closed by going to another.
  const [overlay, setOverlay] = useState<{ name: Overlay; place: string } | null>(null);
  const [renaming, setRenaming] = useState<NamedChat | null>(null);
  const [deleting, setDeleting] = useState<NamedChat | null>(null);
  const navigate = useNavigate();

  const open = (name: Overlay) => setOverlay({ name, place });
  useShortcuts();
  useShellActions({ toggleSidebar: sidebar.toggle, open });

  function openChat(id: string): void {
    void navigate(href("/chat/:chatId", { chatId: id }));
  }
  function renamed({ id, title }: NamedChat): void {
    const chat = chats.find((other) => other.id === id);
    if (chat !== undefined) change({ type: "chat", chat: { ...chat, title } });
  }
  function deleted(id: string): void {
    change({ type: "chat-removed", id });
    if (pathname === href("/chat/:chatId", { chatId: id })) void navigate(href("/chat"));
  }
  const opener = (name: Overlay) => ({
    open: overlay?.name === name && overlay.place === place,
    onOpenChange: (isOpen: boolean) => (isOpen ? open(name) : setOverlay(null)),
  });

  return (
    <ChatToolsContext value={{ chats, askToRename: setRenaming, askToDelete: setDeleting }}>
      <div ref={frame} className="flex h-dvh overflow-hidden" style={{ "--sidebar-width": `${sidebar.width}rem` } as CSSProperties}>
        <a href="#content" className={skipClass}>
          Skip to the chat
        </a>
        <Sidebar
          sidebar={sidebar}
          person={person}
          now={now}
          frame={frame}
          onHistory={() => open("history")}
          onShortcuts={() => open("shortcuts")}
        />
        <div className="flex min-w-0 flex-1 flex-col">
          <SmallWindowBar onMenu={sidebar.toggle} />
          <div id="content" tabIndex={-1} className="flex min-h-0 flex-1 flex-col">
            {children}
          </div>
        </div>
      </div>
      <Overlays
        history={{ ...opener("history"), onRenamed: renamed, onDeleted: deleted }}
        palette={{ ...opener("palette"), chats, openChat }}
        shortcuts={opener("shortcuts")}
      />
      <RenameChatDialog chat={renaming} onClose={() => setRenaming(null)} onRenamed={renamed} />
      <DeleteChatDialog chat={deleting} onClose={() => setDeleting(null)} onDeleted={deleted} />
      <SignInDialog email={person.email} />
    </ChatToolsContext>
  );
}

function SmallWindowBar({ onMenu }: { onMenu: () => void }) {
  return (
    <header className="flex h-13 shrink-0 items-center justify-between border-b border-rule px-2 lg:hidden">
      <IconButton label="Open sidebar" icon={<MenuIcon />} onClick={onMenu} className="size-11 [&_svg]:size-5" />
      <StetMark className="text-xl" />
      <Link
        to={href("/chat")}
        aria-label="New chat"
        {...tooltipAttributes("New chat")}
        className="grid size-11 place-items-center rounded-lg text-ink-soft hover:bg-wash hover:text-ink"
      >
        <SquarePen className="size-5" />
      </Link>
    </header>
  );
}

const HistoryDialog = late(() => import("../history/history-dialog.tsx")).part("HistoryDialog");
const Palette = late(() => import("../palette/palette.tsx")).part("Palette");
const ShortcutSheet = late(() => import("../palette/shortcut-sheet.tsx")).part("ShortcutSheet");

type OverlaysProps = {
  history: ComponentProps<typeof HistoryDialog>;
  palette: ComponentProps<typeof Palette>;
  shortcuts: ComponentProps<typeof ShortcutSheet>;
};

/** Fetched when first opened. */
function Overlays({ history, palette, shortcuts }: OverlaysProps) {
  const hasHistory = useHasOpened(history.open);
  const hasPalette = useHasOpened(palette.open);
  const hasShortcuts = useHasOpened(shortcuts.open);
  return (
    <>
      {hasHistory && <HistoryDialog {...history} />}
      {hasPalette && <Palette {...palette} />}
      {hasShortcuts && <ShortcutSheet {...shortcuts} />}
    </>
  );
}

const skipClass =
  "sr-only rounded-lg bg-raised px-4 py-2 text-ink focus-visible:not-sr-only focus-visible:fixed focus-visible:top-3 focus-visible:left-3 focus-visible:z-50";
