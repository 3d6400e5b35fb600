/*
 * Marks the caret in a document passed as text, where the words on either side
 * of it occur together exactly once.
 */
export const caretSign = "‸";

type Caret = { before: string; after: string };

const most = 80;

/** The text with the caret sign inserted, or null if the position is ambiguous. */
export function markCaret(text: string, caret: Caret): string | null {
  const before = (caret.before.split("\n").at(-1) ?? "").slice(-most);
  const after = (caret.after.split("\n")[0] ?? "").slice(0, most);
  const around = before + after;
  if (around.trim().length < 3) return null;
  const at = text.indexOf(around);
  if (at < 0 || text.indexOf(around, at + 1) >= 0) return null;
  const place = at + before.length;
  return text.slice(0, place) + caretSign + text.slice(place);
}

/** A few whole words on either side of the caret. */
export function caretExcerpt({ before, after }: Caret, length = 160): string {
  const cutBefore = before.length > length ? before.slice(-length).replace(/^\S*\s+/u, "") : before;
  const cutAfter = after.length > length ? after.slice(0, length).replace(/\s+\S*$/u, "") : after;
  return cutBefore + caretSign + cutAfter;
}
