/*
 * The sidebar's dimensions and persisted state. Open state and width are in two
 * cookies, so that the server renders the sidebar as it was left, without a
 * layout shift. Widths are in rem.
 */
export const sidebarFigures = {
  defaultWidth: 15,
  minWidth: 14,
  maxWidth: 22,
  mobileWidth: 18,
  iconWidth: 4,
  /** Up to this many pixels, the sidebar is a drawer over the page. */
  mobileBreakpoint: 1023,
  cookieMaxAge: 604_800,
} as const;

/** The latest chats it lists; the others are in the history. */
export const recentChatCount = 50;

export const sidebarCookies = { open: "stet_sidebar", width: "stet_sidebar_width" } as const;

export type SidebarState = { isOpen: boolean; width: number };

/** Parses a Cookie header or document.cookie. Missing or invalid values count as unset. */
export function sidebarFrom(cookies: string | null): SidebarState {
  return {
    isOpen: valueOf(cookies, sidebarCookies.open) !== "closed",
    width: clampSidebarWidth(Number(valueOf(cookies, sidebarCookies.width) ?? Number.NaN)),
  };
}

/** The values to assign to document.cookie in turn. */
export function sidebarCookiesFor({ isOpen, width }: SidebarState): string[] {
  const rest = `path=/; max-age=${sidebarFigures.cookieMaxAge}; samesite=lax`;
  return [
    `${sidebarCookies.open}=${isOpen ? "open" : "closed"}; ${rest}`,
    `${sidebarCookies.width}=${clampSidebarWidth(width)}; ${rest}`,
  ];
}

/** Clamps to the allowed range, in steps of a sixteenth of a rem (a pixel at the default size). */
export function clampSidebarWidth(width: number): number {
  if (Number.isNaN(width)) return sidebarFigures.defaultWidth;
  const within = Math.min(sidebarFigures.maxWidth, Math.max(sidebarFigures.minWidth, width));
  return Math.round(within * 16) / 16;
}

function valueOf(cookies: string | null, name: string): string | undefined {
  return new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(cookies ?? "")?.[1];
}
