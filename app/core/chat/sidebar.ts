/*
 * The sidebar's figures and its memory. Whether it is open and how wide it is
 * are kept in two cookies, so that the server sends the page with the sidebar
 * as it was left and nothing jumps. Widths are in rem.
 */
export const sidebarFigures = {
  defaultWidth: 15,
  minWidth: 14,
  maxWidth: 22,
  mobileWidth: 18,
  iconWidth: 4,
  /** Up to this many pixels the sidebar is a drawer over the page. */
  mobileBreakpoint: 1023,
  cookieMaxAge: 604_800,
} as const;

export const sidebarCookies = { open: "stet_sidebar", width: "stet_sidebar_width" } as const;

export type SidebarState = { isOpen: boolean; width: number };

/** From a Cookie header or document.cookie. What is missing or nonsense is as if never set. */
export function sidebarFrom(cookies: string | null): SidebarState {
  return {
    isOpen: valueOf(cookies, sidebarCookies.open) !== "closed",
    width: clampSidebarWidth(Number(valueOf(cookies, sidebarCookies.width) ?? Number.NaN)),
  };
}

/** What to assign to document.cookie, one after the other. */
export function sidebarCookiesFor({ isOpen, width }: SidebarState): string[] {
  const rest = `path=/; max-age=${sidebarFigures.cookieMaxAge}; samesite=lax`;
  return [
    `${sidebarCookies.open}=${isOpen ? "open" : "closed"}; ${rest}`,
    `${sidebarCookies.width}=${clampSidebarWidth(width)}; ${rest}`,
  ];
}

/** Into the allowed range, to a sixteenth of a rem (a pixel at the usual size). */
export function clampSidebarWidth(width: number): number {
  if (Number.isNaN(width)) return sidebarFigures.defaultWidth;
  const within = Math.min(sidebarFigures.maxWidth, Math.max(sidebarFigures.minWidth, width));
  return Math.round(within * 16) / 16;
}

function valueOf(cookies: string | null, name: string): string | undefined {
  return new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(cookies ?? "")?.[1];
}
