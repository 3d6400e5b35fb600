/*
 * Where to go after signing in, from the URL. Anyone can craft such a URL for
 * someone else, so only paths on this site are accepted: no scheme, no other
 * host, nothing a browser would parse as one ("//", "/\", a tab in between),
 * and no sign-in pages, except for links in emails that require a signed-in
 * reader.
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
