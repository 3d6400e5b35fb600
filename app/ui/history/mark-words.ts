/*
 * Splits a text where it matches the words of a search, so that the matches can
 * be marked: odd pieces are matches. Case is ignored, and a word is marked
 * wherever it stands, as the search finds it.
 */
export function markWords(text: string, query: string): string[] {
  const words = query.trim().split(/\s+/u).filter(Boolean);
  if (words.length === 0) return [text];
  const pattern = words
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"))
    .join("|");
  return text.split(new RegExp(`(${pattern})`, "giu"));
}
