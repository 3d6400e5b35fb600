/*
 * How the sidebar stands: open or folded to signs, how wide, and on a small
 * window a drawer, which is a state of its own: closing the drawer does not fold
 * the sidebar of the next large window.
 */
import { useEffect, useState } from "react";
import { clampSidebarWidth, sidebarCookiesFor, sidebarFigures, type SidebarState } from "#core/chat/sidebar.ts";

export type Sidebar = SidebarState & {
  isDrawerOpen: boolean;
  setDrawerOpen: (open: boolean) => void;
  /** Does what is right for this window: fold, unfold, pull out the drawer or push it in. */
  toggle: () => void;
  setWidth: (rem: number) => void;
};

/** `place` changes with every navigation: a drawer that has led somewhere has done its work. */
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
