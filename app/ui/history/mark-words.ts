/*
 * Splits a text at search matches so that they can be marked: odd pieces are
 * matches. Matching ignores case and also finds parts of words, as the search does.
 */
export function markWords(text: string, query: string): string[] {
  const pattern = wordsPattern(query);
  return pattern === null ? [text] : text.split(pattern);
}

/** Any of the words, captured; null if there are none. */
export function wordsPattern(query: string): RegExp | null {
  const words = query.trim().split(/\s+/u).filter(Boolean);
  if (words.length === 0) return null;
  const pattern = words
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"))
    .join("|");
  return new RegExp(`(${pattern})`, "giu");
}
