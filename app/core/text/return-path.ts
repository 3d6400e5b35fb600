/*
 * Where to go after signing in, as the address bar claims. Anybody can write an
 * address bar for somebody else, so only a path on this very site is believed:
 * no scheme, no other host, nothing a browser would read as one ("//", "/\",
 * a tab in between), and not the sign-in pages themselves. Of those only
 * the link of a letter that asks for a signed-in reader may be come back to.
 */
const base = "https://here.invalid";

export function returnPath(claimed: string | null | undefined, otherwise = "/chat"): string {
  if (!claimed?.startsWith("/") || hasControlsOrBackslash(claimed)) return otherwise;
  if (!URL.canParse(claimed, base)) return otherwise;
  const url = new URL(claimed, base);
  if (url.origin !== base || url.pathname.startsWith("//") || isSignInPage(url.pathname)) return otherwise;
  return url.pathname + url.search + url.hash;
}

function isSignInPage(path: string): boolean {
  return path.startsWith("/auth/") && path !== "/auth/change-email";
}

function hasControlsOrBackslash(text: string): boolean {
  return [...text].some((sign) => sign <= " " || sign === "\\" || sign === "\u007f");
}
