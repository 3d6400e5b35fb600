/*
 * Finds actions from a few characters. Every word typed must be a prefix of a word
 * in the title, group or keywords ("new te" finds "New temporary chat"); title
 * matches and early ones rank first. Diacritics are ignored. Deliberately no fuzzy
 * matching: it finds too much.
 */
export type Findable = { title: string; group?: string; keywords?: string };

export function searchActions<T extends Findable>(items: readonly T[], query: string): T[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...items];
  return items
    .map((item, index) => ({ item, index, rank: rankOf(item, words) }))
    .filter(({ rank }) => rank < Infinity)
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ item }) => item);
}

function rankOf(item: Findable, words: string[]): number {
  const title = wordsOf(item.title);
  const rest = wordsOf(`${item.group ?? ""} ${item.keywords ?? ""}`);
  let rank = 0;
  for (const word of words) {
    const place = title.findIndex((candidate) => candidate.startsWith(word));
    if (place >= 0) rank += place;
    else if (rest.some((candidate) => candidate.startsWith(word))) rank += 100;
    else return Infinity;
  }
  return rank;
}

function wordsOf(text: string): string[] {
  return fold(text).split(/[^\p{L}\p{N}]+/u);
}

function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
