/*
 * Unsent text is kept once per chat, and a chat may be open in two tabs. Each
 * tab remembers what was stored when it last looked (`base`). When the stored
 * text has changed since, this says which text is right, or that both are:
 * nothing that somebody typed is ever dropped to make room for something else.
 */
export type Reconciled = { text: string; other: string | null };

export function reconcile(base: string, mine: string, stored: string): Reconciled {
  if (stored === base || stored === mine) return { text: mine, other: null };
  if (mine === base) return { text: stored, other: null };
  // One is the other typed further, or the other was sent: the longer one holds everything.
  if (mine.startsWith(stored)) return { text: mine, other: null };
  if (stored.startsWith(mine)) return { text: stored, other: null };
  return { text: mine, other: stored };
}

/** Puts the other tab's text under one's own. */
export function joinUnsent(text: string, other: string): string {
  return text.trim() === "" ? other : `${text.trimEnd()}\n\n${other}`;
}
