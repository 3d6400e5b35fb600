/*
 * Light, dark or system. Stored in a cookie so that the server renders the
 * right theme without a flash.
 */
export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

export const themeCookie = "stet_theme";

/** Parses a Cookie header, or document.cookie. */
export function themeFrom(cookies: string | null): Theme {
  const value = new RegExp(`(?:^|;\\s*)${themeCookie}=(\\w+)`).exec(cookies ?? "")?.[1];
  return themes.find((theme) => theme === value) ?? "system";
}

/** The value to assign to document.cookie; "system" removes the cookie. */
export function themeCookieFor(theme: Theme): string {
  const age = theme === "system" ? 0 : 365 * 24 * 60 * 60;
  return `${themeCookie}=${theme}; path=/; max-age=${age}; samesite=lax`;
}
