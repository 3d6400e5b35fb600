/*
 * The layout of every signed-in page: the sidebar, the bar of a small window, the
 * dialogs that open from anywhere, and the global actions.
 *
 * The page inside fills a column as high as the window and brings its own <main>
 * and its own scrolling.
 */
import { Menu as MenuIcon, SquarePen } from "lucide-react";
import { useEffect, useRef, useState, useSyncExternalStore, type CSSProperties, type ReactNode } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import type { ChatSummary } from "#core/chat/chat.ts";
import type { SidebarState } from "#core/chat/sidebar.ts";
import { keepDeviceFor } from "../device-owner.ts";
import { onFirstMovement } from "../kit/first-movement.ts";
import { IconButton } from "../kit/icon-button.tsx";
import { late } from "../kit/late.ts";
import { StetMark } from "../kit/stet-mark.tsx";
import { tooltipAttributes } from "../kit/tooltip.tsx";
import { useHasOpened } from "../kit/use-has-opened.ts";
import { useShortcuts } from "../palette/use-shortcuts.ts";
import { isSignInAsked, onSignInAsked } from "../session.ts";
import type { Person } from "./account-menu.tsx";
import { useChatList } from "./chat-list-context.ts";
import { ChatListProvider } from "./chat-list-provider.tsx";
import type { ShellOrganization } from "./place-switcher.tsx";
import { Sidebar } from "./sidebar.tsx";
import { useShellActions, type Overlay } from "./use-shell-actions.ts";
import { useSidebar } from "./use-sidebar.ts";
import { useWorkspace } from "./use-place.ts";

export type ShellData = {
  person: Person;
  organizations: ShellOrganization[];
  /** How many invitations are pending. */
  invitations: number;
  /** Whether any long work is open or has failed. */
  isAtWork: boolean;
  sidebar: SidebarState;
  chats: ChatSummary[];
  /** When the page was rendered. */
  now: string;
};

export function AppShell({ data, children }: { data: ShellData; children: ReactNode }) {
  const { person } = data;
  // In the browser only, and before any page inside reads what is stored there.
  useState(() => typeof document !== "undefined" && keepDeviceFor(person.id));
  const frame = useRef<HTMLDivElement>(null);
  const { key: place, pathname } = useLocation();
  const isDraft = /\/drafts\/[^/]+$/.test(pathname);
  const sidebar = useSidebar(data.sidebar, place);
  // What was opened on one page closes on navigation to another.
  const [overlay, setOverlay] = useState<{ name: Overlay; place: string } | null>(null);
  const open = (name: Overlay) => setOverlay({ name, place });

  useShortcuts();
  // Prefetched: text typed right after its shortcut must go into it, not into the field below.
  useEffect(() => onFirstMovement(palette.fetch), []);
  // Without it (public/service-worker.js) everything works, but not offline.
  useEffect(() => void navigator.serviceWorker?.register("/service-worker.js").catch(() => undefined), []);
  useShellActions({ toggleSidebar: sidebar.toggle, open });

  return (
    <ChatListProvider rendered={data}>
      <div ref={frame} className="flex h-dvh overflow-hidden" style={{ "--sidebar-width": `${sidebar.width}rem` } as CSSProperties}>
        <a href="#content" className={skipClass} onClick={isDraft ? focusText : undefined}>
          {skipWords(pathname)}
        </a>
        <Sidebar
          sidebar={sidebar}
          person={person}
          organizations={data.organizations}
          invitations={data.invitations}
          isAtWork={data.isAtWork}
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
        shown={overlay?.place === place ? overlay.name : null}
        onChange={(name) => (name === null ? setOverlay(null) : open(name))}
      />
      <SignIn email={person.email} />
    </ChatListProvider>
  );
}

function SmallWindowBar({ onMenu }: { onMenu: () => void }) {
  const place = useWorkspace();
  return (
    <header className="flex h-13 shrink-0 items-center justify-between border-b border-rule px-2 lg:hidden">
      <IconButton label="Open sidebar" icon={<MenuIcon />} onClick={onMenu} className="size-11 [&_svg]:size-5" />
      <StetMark className="text-xl" />
      <Link
        to={place.path("/chat")}
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
const palette = late(() => import("../palette/palette.tsx"));
const Palette = palette.part("Palette");
const ShortcutSheet = late(() => import("../palette/shortcut-sheet.tsx")).part("ShortcutSheet");

const SignInDialog = late(() => import("./sign-in-dialog.tsx")).part("SignInDialog");

function SignIn({ email }: { email: string }) {
  const isAsked = useSyncExternalStore(onSignInAsked, isSignInAsked, () => false);
  return useHasOpened(isAsked) && <SignInDialog open={isAsked} email={email} />;
}

/** Fetched when first opened. */
function Overlays({ shown, onChange }: { shown: Overlay | null; onChange: (name: Overlay | null) => void }) {
  const place = useWorkspace();
  const { chats, renamed, deleted } = useChatList();
  const navigate = useNavigate();
  const hasHistory = useHasOpened(shown === "history");
  const hasPalette = useHasOpened(shown === "palette");
  const hasShortcuts = useHasOpened(shown === "shortcuts");
  const opener = (name: Overlay) => ({ open: shown === name, onOpenChange: (isOpen: boolean) => onChange(isOpen ? name : null) });
  const openChat = (id: string) => void navigate(place.path(`/chat/${id}`));
  const [query, setQuery] = useState("");
  function searchMessages(words: string) {
    setQuery(words);
    onChange("history");
  }
  // Opened by its own button, it starts empty.
  if (shown === null && query !== "") setQuery("");
  return (
    <>
      {hasHistory && <HistoryDialog {...opener("history")} query={query} onRenamed={renamed} onDeleted={deleted} />}
      {hasPalette && <Palette {...opener("palette")} chats={chats} openChat={openChat} searchMessages={searchMessages} />}
      {hasShortcuts && <ShortcutSheet {...opener("shortcuts")} />}
    </>
  );
}

function skipWords(pathname: string): string {
  if (/\/drafts\/[^/]+$/.test(pathname)) return "Skip to the text";
  return /\/chat(?:\/|$)/.test(pathname) ? "Skip to the chat" : "Skip to the content";
}

/** Past the toolbar, with the caret in the text; the link itself would take the focus from there. */
function focusText(event: { preventDefault(): void }): void {
  const text = document.querySelector<HTMLElement>("#content .document[role=textbox]");
  text?.focus();
  if (text && document.activeElement === text) event.preventDefault();
}

const skipClass =
  "sr-only rounded-lg bg-raised px-4 py-2 text-ink focus-visible:not-sr-only focus-visible:fixed focus-visible:top-3 focus-visible:left-3 focus-visible:z-50";
