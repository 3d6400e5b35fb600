/*
 * The state of the sidebar: open or collapsed, its width, and in a small window a
 * drawer, which is separate: closing the drawer does not collapse the sidebar of
 * the next large window.
 */
import { useEffect, useState } from "react";
import { clampSidebarWidth, sidebarCookiesFor, sidebarFigures, type SidebarState } from "#core/chat/sidebar.ts";

export type Sidebar = SidebarState & {
  isDrawerOpen: boolean;
  setDrawerOpen: (open: boolean) => void;
  /** Whichever applies to this window: collapses or expands the sidebar, opens or closes the drawer. */
  toggle: () => void;
  setWidth: (rem: number) => void;
};

/** `place` changes with every navigation, which closes the drawer. */
export function useSidebar(rendered: SidebarState, place: string): Sidebar {
  const [state, setState] = useState(rendered);
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const isDrawerOpen = openedAt === place;
  const setDrawerOpen = (open: boolean) => setOpenedAt(open ? place : null);

  useEffect(() => {
    const small = matchMedia(smallWindow);
    const close = () => setOpenedAt(null);
    small.addEventListener("change", close);
    return () => small.removeEventListener("change", close);
  }, []);

  function keep(next: SidebarState): void {
    setState(next);
    // document.cookie is written one cookie at a time.
    for (const cookie of sidebarCookiesFor(next)) document.cookie = cookie;
  }
  return {
    ...state,
    isDrawerOpen,
    setDrawerOpen,
    toggle() {
      if (matchMedia(smallWindow).matches) setDrawerOpen(!isDrawerOpen);
      else keep({ ...state, isOpen: !state.isOpen });
    },
    setWidth: (rem) => keep({ ...state, width: clampSidebarWidth(rem) }),
  };
}

const smallWindow = `(max-width: ${sidebarFigures.mobileBreakpoint}px)`;
