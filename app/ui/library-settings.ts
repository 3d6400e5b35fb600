/*
 * What libraries may do in a page, whose policy forbids markup and code from strings. root.tsx imports this before any
 * library runs.
 */
type Rules = { createHTML(html: string, type?: string): string | null; createScriptURL?(address: string): string | null };
type Settings = {
  trustedTypes?: { createPolicy(name: string, rules: Rules): { createHTML(html: string): TrustedHTML } };
  __zod_globalConfig?: { jitless: boolean };
};

const settings = globalThis as Settings;
/** Missing on the server and in browsers without Trusted Types, where strings do. */
export const policies = settings.trustedTypes;

// Zod would try whether it may compile code, and the browser would report it.
if (typeof document !== "undefined") settings.__zod_globalConfig = { jitless: true };

policies?.createPolicy("default", {
  createHTML(html, type) {
    if (isFromReact(html)) return html;
    // Not assigned but asked for, by ProseMirror: then it uses its own policy, for what it reads from the clipboard.
    if (type === undefined) throw new TypeError();
    return null;
  },
  createScriptURL: (address) => (isBuilt(address, location.origin) ? address : null),
});

/**
 * React makes a script that does not run by parsing an empty one, and React Router puts text into it. That happens
 * where React gives up the server's markup and builds the page again. HTML without a "<" is only text.
 */
export function isFromReact(html: string): boolean {
  return html === "<script></script>" || !html.includes("<");
}

/** A file of our build, which is what our workers are, or the service worker. */
export function isBuilt(address: string, origin: string): boolean {
  const url = new URL(address, origin);
  return url.origin === origin && /^\/(?:assets\/[\w.-]+|service-worker\.js)$/.test(url.pathname);
}
