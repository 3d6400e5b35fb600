/*
 * Splits a text where it matches the words of a search, so that the matches can
 * be marked: odd pieces are matches. Case is ignored, and a word is marked
 * wherever it stands, as the search finds it.
 */
export function markWords(text: string, query: string): string[] {
  const pattern = wordsPattern(query);
  return pattern === null ? [text] : text.split(pattern);
}

/** Any of the words, captured; null where there are none. */
export function wordsPattern(query: string): RegExp | null {
  const words = query.trim().split(/\s+/u).filter(Boolean);
  if (words.length === 0) return null;
  const pattern = words
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"))
    .join("|");
  return new RegExp(`(${pattern})`, "giu");
}
