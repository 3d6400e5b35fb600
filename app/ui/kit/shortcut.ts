/*
 * A shortcut is written once, as "mod+shift+s": mod is Cmd on Apple keyboards and
 * Ctrl on all others. Both the key check and the on-screen text derive from it, so
 * the two cannot disagree.
 */
export type Keys = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey"> & { code?: string };

export function isApplePlatform(): boolean {
  return typeof navigator !== "undefined" && /mac|iphone|ipad/i.test(navigator.platform);
}

/** Symbols ("?", "/") need Shift on some keyboards and not on others, so Shift is ignored for them. */
export function matchesShortcut(shortcut: string, keys: Keys, apple: boolean = isApplePlatform()): boolean {
  const names = shortcut.split("+");
  const key = names.pop() ?? "";
  const mod = apple ? keys.metaKey : keys.ctrlKey;
  const other = apple ? keys.ctrlKey : keys.metaKey;
  const isLetter = /^[a-z]$/.test(key);
  const isNamed = key.length > 1;
  // Option types another character on Apple keyboards. Elsewhere Alt with Ctrl is AltGr, and that character is meant.
  const isUnderOption = apple && isLetter && names.includes("alt") && keys.code === `Key${key.toUpperCase()}`;
  return (
    (keys.key.toLowerCase() === key || isUnderOption) &&
    mod === names.includes("mod") &&
    !other &&
    keys.altKey === names.includes("alt") &&
    (keys.shiftKey === names.includes("shift") || !(isLetter || isNamed))
  );
}

const appleSigns: Record<string, string> = {
  mod: "⌘",
  shift: "⇧",
  alt: "⌥",
  enter: "↩",
  escape: "esc",
  arrowup: "↑",
  pageup: "PgUp",
  pagedown: "PgDn",
};
const otherSigns: Record<string, string> = {
  mod: "Ctrl",
  shift: "Shift",
  alt: "Alt",
  enter: "Enter",
  escape: "Esc",
  arrowup: "↑",
  pageup: "PgUp",
  pagedown: "PgDn",
};

/** The key caps, in the order they are pressed. */
export function shortcutKeys(shortcut: string, apple: boolean): string[] {
  const signs = apple ? appleSigns : otherSigns;
  return shortcut.split("+").map((name) => signs[name] ?? (name.length === 1 ? name.toUpperCase() : capitalize(name)));
}

/** For aria-keyshortcuts: "Control+Shift+S". */
export function ariaShortcut(shortcut: string, apple: boolean): string {
  return shortcut
    .split("+")
    .map((name) => (name === "mod" ? (apple ? "Meta" : "Control") : name.length === 1 ? name.toUpperCase() : capitalize(name)))
    .join("+");
}

function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
