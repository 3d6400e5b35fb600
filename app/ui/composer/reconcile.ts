/*
 * Unsent text is stored once per chat, but a chat may be open in two tabs. Each tab
 * remembers the stored text it last saw (`base`). If that has changed since, this
 * decides which text is right, or that both are: typed text is never dropped in
 * favor of another.
 */
export type Reconciled = { text: string; other: string | null };

export function reconcile(base: string, mine: string, stored: string): Reconciled {
  if (stored === base || stored === mine) return { text: mine, other: null };
  if (mine === base) return { text: stored, other: null };
  // One continues the other, or the other was sent: the longer one contains everything.
  if (mine.startsWith(stored)) return { text: mine, other: null };
  if (stored.startsWith(mine)) return { text: stored, other: null };
  return { text: mine, other: stored };
}

/** Appends the other tab's text below this one's. */
export function joinUnsent(text: string, other: string): string {
  return text.trim() === "" ? other : `${text.trimEnd()}\n\n${other}`;
}
