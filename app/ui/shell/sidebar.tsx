/*
 * The sidebar in its three forms: open beside the page, collapsed to a rail of
 * icons, and as a drawer in a small window. CSS decides which one is shown, so the
 * server's page is right before any script runs.
 */
import {
  ContactRound,
  EyeOff,
  House,
  Library,
  MailOpen,
  Mails,
  PanelLeft,
  Search,
  SquarePen,
  Table2,
  Telescope,
  Vault,
  Workflow,
} from "lucide-react";
import type { RefObject } from "react";
import { Link, NavLink } from "react-router";
import { sidebarFigures } from "#core/chat/sidebar.ts";
import { DeveloperRows } from "../developers/developer-rows.tsx";
import { IconButton } from "../kit/icon-button.tsx";
import { Kbd } from "../kit/kbd.tsx";
import { overlays } from "../kit/overlays.ts";
import { StetMark } from "../kit/stet-mark.tsx";
import { tooltipAttributes } from "../kit/tooltip.tsx";
import { useHasOpened } from "../kit/use-has-opened.ts";
import { useIsIdle } from "../kit/use-is-idle.ts";
import { AccountMenu, type Person } from "./account-menu.tsx";
import { late } from "../kit/late.ts";
import { NavRow, navRowClass } from "./nav-row.tsx";
import { WorkspaceSwitcher, type ShellOrganization } from "./place-switcher.tsx";
import { RecentChats } from "./recent-chats.tsx";
import { useIsAtWork } from "./use-is-at-work.ts";
import type { Sidebar as State } from "./use-sidebar.ts";
import { useWorkspace } from "./use-place.ts";

/** Fetched once there is something. */
const AtWork = late(() => import("./at-work.tsx")).part("AtWork");
/** In wide windows; nothing waits for it. */
const ResizeHandle = late(() => import("./resize-handle.tsx")).part("ResizeHandle");

type SidebarProps = {
  sidebar: State;
  person: Person;
  organizations: readonly ShellOrganization[];
  invitations: number;
  isAtWork: boolean;
  frame: RefObject<HTMLElement | null>;
  onHistory: () => void;
  onShortcuts: () => void;
};

const DrawerSheet = overlays.part("DrawerSheet");

export function Sidebar(props: SidebarProps) {
  const { sidebar, frame } = props;
  const hasOpened = useHasOpened(sidebar.isDrawerOpen);
  const isIdle = useIsIdle();
  return (
    <>
      <aside
        id="sidebar"
        aria-label="Sidebar"
        className={asideClass}
        style={{ width: sidebar.isOpen ? "var(--sidebar-width)" : railWidth }}
      >
        {sidebar.isOpen ? <OpenSidebar {...props} /> : <FoldedSidebar {...props} />}
        {isIdle && sidebar.isOpen && <ResizeHandle frame={frame} width={sidebar.width} setWidth={sidebar.setWidth} />}
      </aside>
      {hasOpened && (
        <DrawerSheet open={sidebar.isDrawerOpen} onOpenChange={sidebar.setDrawerOpen} title="Sidebar" width={drawerWidth}>
          <OpenSidebar {...props} />
        </DrawerSheet>
      )}
    </>
  );
}

function OpenSidebar({ sidebar, person, organizations, invitations, isAtWork, onHistory, onShortcuts }: SidebarProps) {
  const place = useWorkspace();
  const wasAtWork = useIsAtWork(isAtWork);
  function search() {
    sidebar.setDrawerOpen(false);
    onHistory();
  }
  return (
    <>
      <div className="flex items-center justify-between px-3 pt-3 pb-4 pl-4.5">
        <Link to={place.path("/chat")} aria-label="Stet, new chat" className="flex items-center rounded-sm py-1 touch-target">
          <StetMark className="text-xl" />
        </Link>
        <ToggleButton sidebar={sidebar} />
      </div>
      {organizations.length > 0 && (
        <div className="px-2 pb-3">
          <WorkspaceSwitcher organizations={organizations} />
        </div>
      )}
      <nav aria-label="Chats" className="flex flex-col px-2">
        <NavRow to={place.path("/home")} icon={<House />} label="Home" />
        <NavRow to={place.path("/chat")} icon={<SquarePen />} label="New chat" shortcut="mod+shift+o" />
        <button type="button" onClick={search} className={`${navRowClass} group`}>
          <Search />
          <span className="flex-1 text-left">Search chats</span>
          <span className="hidden group-hover:inline group-focus-visible:inline">
            <Kbd shortcut="mod+shift+h" />
          </span>
        </button>
        <NavRow to={place.path("/chat?temporary=1")} icon={<EyeOff />} label="Temporary chat" />
        <NavRow to={place.path("/vault")} icon={<Vault />} label="Vault" />
        <NavRow to={place.path("/review")} icon={<Table2 />} label="Review" />
        <NavRow to={place.path("/discovery")} icon={<Mails />} label="Discovery" />
        <NavRow to={place.path("/research")} icon={<Telescope />} label="Research" />
        <NavRow to={place.path("/workflows")} icon={<Workflow />} label="Workflows" />
        <NavRow to={place.path("/library")} icon={<Library />} label="Library" />
        <NavRow to={place.path("/contacts")} icon={<ContactRound />} label="Contacts" />
        <DeveloperRows organizations={organizations} />
      </nav>
      <div className="scroll-thin mt-5 min-h-0 flex-1 overflow-y-auto px-2">
        <RecentChats onHistory={search} />
      </div>
      {wasAtWork && <AtWork key={place.slug} />}
      <div className="border-t border-rule p-2">
        {invitations > 0 && (
          <Link to="/invitations" className={`${navRowClass} mb-1 font-medium text-blue! [&>svg]:text-blue!`}>
            <MailOpen />
            {invitations === 1 ? "1 pending invitation" : `${invitations} pending invitations`}
          </Link>
        )}
        <AccountMenu person={person} onShortcuts={onShortcuts} />
      </div>
    </>
  );
}

function FoldedSidebar({ sidebar, person, organizations, onHistory, onShortcuts }: SidebarProps) {
  const place = useWorkspace();
  return (
    <div className="flex h-full flex-col items-center gap-2 py-3">
      <ToggleButton sidebar={sidebar} />
      <WorkspaceSwitcher organizations={organizations} isFolded />
      <NavLink to={place.path("/home")} aria-label="Home" {...tooltipAttributes("Home")} className={signClass}>
        <House />
      </NavLink>
      <NavLink
        to={place.path("/chat")}
        end
        aria-label="New chat"
        {...tooltipAttributes("New chat", "mod+shift+o")}
        className={signClass}
      >
        <SquarePen />
      </NavLink>
      <IconButton label="Search chats" icon={<Search />} shortcut="mod+shift+h" onClick={onHistory} />
      <NavLink to={place.path("/vault")} aria-label="Vault" {...tooltipAttributes("Vault")} className={signClass}>
        <Vault />
      </NavLink>
      <NavLink to={place.path("/review")} aria-label="Review" {...tooltipAttributes("Review")} className={signClass}>
        <Table2 />
      </NavLink>
      <NavLink to={place.path("/discovery")} aria-label="Discovery" {...tooltipAttributes("Discovery")} className={signClass}>
        <Mails />
      </NavLink>
      <NavLink to={place.path("/research")} aria-label="Research" {...tooltipAttributes("Research")} className={signClass}>
        <Telescope />
      </NavLink>
      <NavLink to={place.path("/workflows")} aria-label="Workflows" {...tooltipAttributes("Workflows")} className={signClass}>
        <Workflow />
      </NavLink>
      <NavLink to={place.path("/library")} aria-label="Library" {...tooltipAttributes("Library")} className={signClass}>
        <Library />
      </NavLink>
      <NavLink to={place.path("/contacts")} aria-label="Contacts" {...tooltipAttributes("Contacts")} className={signClass}>
        <ContactRound />
      </NavLink>
      <div className="mt-auto">
        <AccountMenu person={person} isFolded onShortcuts={onShortcuts} />
      </div>
    </div>
  );
}

export function ToggleButton({ sidebar }: { sidebar: State }) {
  return (
    <IconButton
      label="Toggle sidebar"
      icon={<PanelLeft />}
      shortcut="mod+b"
      aria-expanded={sidebar.isOpen}
      aria-controls="sidebar"
      onClick={sidebar.toggle}
    />
  );
}

const railWidth = `${sidebarFigures.iconWidth}rem`;
const drawerWidth = `${sidebarFigures.mobileWidth}rem`;

const asideClass = "relative flex h-full shrink-0 flex-col border-r border-rule bg-desk max-lg:hidden";

const signClass =
  "grid size-8 place-items-center rounded-lg text-ink-soft touch-target hover:bg-wash hover:text-ink aria-[current=page]:bg-wash-strong [&_svg]:size-4";
