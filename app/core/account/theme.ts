/*
 * Light, dark, or as the system has it. Kept in a cookie so that the server
 * sends the right page at once and nothing flashes.
 */
export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

export const themeCookie = "stet_theme";

/** From a Cookie header, or document.cookie. */
export function themeFrom(cookies: string | null): Theme {
  const value = new RegExp(`(?:^|;\\s*)${themeCookie}=(\\w+)`).exec(cookies ?? "")?.[1];
  return themes.find((theme) => theme === value) ?? "system";
}

/** What to assign to document.cookie; the system's choice is no cookie at all. */
export function themeCookieFor(theme: Theme): string {
  const age = theme === "system" ? 0 : 365 * 24 * 60 * 60;
  return `${themeCookie}=${theme}; path=/; max-age=${age}; samesite=lax`;
}
