import { useNavigate } from "react-router";
import { useAction } from "../palette/actions.ts";
import { signOut } from "./account-menu.tsx";
import { applyTheme } from "./use-theme.ts";
import { useWorkspace } from "./use-place.ts";

export type Overlay = "palette" | "shortcuts" | "history";

type ShellActions = { toggleSidebar: () => void; open: (overlay: Overlay) => void };

/** The actions available on every page. */
export function useShellActions({ toggleSidebar, open }: ShellActions): void {
  const place = useWorkspace();
  const navigate = useNavigate();
  const go = (to: string) => () => void navigate(to);

  useAction({
    id: "chat.new",
    title: "New chat",
    group: "Chats",
    shortcut: "mod+shift+o",
    inRichText: true,
    run: go(place.path("/chat")),
  });
  useAction({
    id: "chat.temporary",
    title: "New temporary chat",
    group: "Chats",
    keywords: "private incognito not kept",
    run: go(place.path("/chat?temporary=1")),
  });
  useAction({
    id: "chat.history",
    title: "Search chats",
    group: "Chats",
    shortcut: "mod+shift+h",
    inRichText: true,
    keywords: "history find rename delete",
    run: () => open("history"),
  });

  useAction({
    id: "home",
    title: "Go to home",
    group: "Stet",
    keywords: "start day waiting recent",
    run: go(place.path("/home")),
  });
  useAction({
    id: "vault",
    title: "Open the vault",
    group: "Projects",
    keywords: "projects drafts files shared",
    run: go(place.path("/vault")),
  });
  useAction({
    id: "project.new",
    title: "New project",
    group: "Projects",
    keywords: "vault make create",
    run: go(place.path("/vault?new")),
  });

  useAction({
    id: "palette",
    title: "Command palette",
    group: "Stet",
    shortcut: "mod+k",
    inRichText: true,
    run: () => open("palette"),
  });
  useAction({
    id: "shortcuts",
    title: "Keyboard shortcuts",
    group: "Stet",
    shortcut: "?",
    keywords: "keys help",
    run: () => open("shortcuts"),
  });
  // Some actions have a second shortcut for fields that use the first themselves.
  useAction({
    id: "shortcuts.anywhere",
    title: "Keyboard shortcuts from anywhere",
    group: "Stet",
    shortcut: "mod+/",
    inRichText: true,
    run: () => open("shortcuts"),
  });
  useAction({ id: "sidebar", title: "Toggle sidebar", group: "Stet", shortcut: "mod+b", run: toggleSidebar });
  useAction({
    id: "sidebar.anywhere",
    title: "Toggle sidebar from anywhere",
    group: "Stet",
    shortcut: "mod+shift+s",
    inRichText: true,
    run: toggleSidebar,
  });

  useAction({
    id: "theme.system",
    title: "Use the system's theme",
    group: "Appearance",
    keywords: "colour mode",
    run: () => applyTheme("system"),
  });
  useAction({
    id: "theme.light",
    title: "Use the light theme",
    group: "Appearance",
    keywords: "colour mode day",
    run: () => applyTheme("light"),
  });
  useAction({
    id: "theme.dark",
    title: "Use the dark theme",
    group: "Appearance",
    keywords: "colour mode night",
    run: () => applyTheme("dark"),
  });

  useAction({ id: "sign-out", title: "Sign out", group: "Account", keywords: "log out leave", run: () => void signOut() });
}
