/*
 * Searches the documentation. Every query word must be a prefix of a word in the
 * section, ignoring case and accents; title matches rank first, then sections with
 * the most matches.
 */
export type DocSection = { page: string; title: string; /** Its address. */ to: string; /** As Markdown. */ text: string };

export type DocHit = Omit<DocSection, "text"> & { excerpt: string };

const aroundMatch = 90;
const maxHits = 20;

export function searchDocs(sections: readonly DocSection[], question: string): DocHit[] {
  const wanted = wordsOf(question).map(({ word }) => word);
  if (wanted.length === 0) return [];
  return sections
    .flatMap((section) => {
      const text = plainText(section.text);
      const inTitle = countsOf(wanted, section.title);
      const inText = countsOf(wanted, text);
      if (wanted.some((_, i) => (inTitle[i] ?? 0) + (inText[i] ?? 0) < 1)) return [];
      const score =
        inTitle.filter((count) => count > 0).length * 1000 + inText.reduce((sum, count) => sum + Math.min(count, 20), 0);
      const { page, title, to } = section;
      return [{ score, hit: { page, title, to, excerpt: excerptOf(text, wanted) } }];
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, maxHits)
    .map(({ hit }) => hit);
}

type Word = { word: string; start: number };

function wordsOf(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{N}_]+/gu)].map(({ 0: word, index }) => ({ word: folded(word), start: index }));
}

function folded(word: string): string {
  return word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

function countsOf(wanted: readonly string[], text: string): number[] {
  const words = wordsOf(text);
  return wanted.map((one) => words.filter(({ word }) => word.startsWith(one)).length);
}

/** Whole words around the first match. */
function excerptOf(text: string, wanted: readonly string[]): string {
  const first = wordsOf(text).find(({ word }) => wanted.some((one) => word.startsWith(one)))?.start ?? 0;
  const from = first <= aroundMatch ? 0 : text.indexOf(" ", first - aroundMatch) + 1;
  const to = text.length <= first + 2 * aroundMatch ? text.length : text.lastIndexOf(" ", first + 2 * aroundMatch);
  return `${from > 0 ? "…" : ""}${text.slice(from, to)}${to < text.length ? "…" : ""}`;
}

/** Markdown without its markup. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/^```.*$/gm, "")
    .replace(/^\|[\s|:-]+\|$/gm, "")
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, "$1")
    .replace(/^[^\S\n]*(?:#+|[-*>]|\d+\.)\s/gm, "")
    .replace(/[*`|]/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
