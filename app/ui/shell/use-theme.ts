/*
 * The theme the reader chose. It is stored in a cookie and on <html>, where the
 * server put it; a change is written to both and takes effect immediately.
 */
import { useState } from "react";
import { themeCookieFor, themeFrom, type Theme } from "#core/account/theme.ts";

export function useTheme(): [Theme, (theme: Theme) => void] {
  // Shown only in menus, which open long after hydration.
  const [theme, setTheme] = useState<Theme>(() => (typeof document === "undefined" ? "system" : themeFrom(document.cookie)));
  return [
    theme,
    (next) => {
      setTheme(next);
      applyTheme(next);
    },
  ];
}

export function applyTheme(theme: Theme): void {
  document.cookie = themeCookieFor(theme);
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
