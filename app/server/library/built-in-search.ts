/* Searches what comes with Stet by the same words and ranks as a workspace's own items, in an index that is made once. */
import { contentOf } from "#core/templates/library-file.ts";
import type { LibraryShelf } from "#core/templates/library.ts";
import type { TemplateJurisdiction } from "#core/templates/template.ts";
import { lexemesOf, type AskedWord, type Places } from "../data/library/library-words.ts";
import { tiers, wholeTier, type Behind } from "../data/library/search-templates.ts";
import { builtInItems, type BuiltInItem } from "./built-in-items.ts";

type Posting = { at: number; places: Places };
/** `lexemes` in order, each with its postings. */
type Index = { lexemes: readonly string[]; postings: ReadonlyMap<string, readonly Posting[]> };
type Counts = { name: boolean; head: boolean; share: number };

let known: Index | undefined;

function index(): Index {
  if (known !== undefined) return known;
  const postings = new Map<string, Posting[]>();
  builtInItems().forEach(({ item, source }, at) => {
    for (const [lexeme, places] of lexemesOf(item, source)) {
      const own = postings.get(lexeme);
      if (own === undefined) postings.set(lexeme, [{ at, places }]);
      else own.push({ at, places });
    }
  });
  return (known = { lexemes: [...postings.keys()].toSorted(inOrder), postings });
}

function inOrder(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

export type RankedBuiltIn = BuiltInItem & { rank: number };
type Narrowed = { shelves: readonly LibraryShelf[]; jurisdiction?: TemplateJurisdiction | undefined };
type Place = { behind: Behind | null; limit: number };

/** The best first, `limit` of them, behind a place. */
export function rankBuiltIn(words: readonly AskedWord[], of: Narrowed, { behind, limit }: Place): RankedBuiltIn[] {
  if (words.length === 0) return [];
  const items = builtInItems();
  const ofWords = words.map(countsOf);
  const found: RankedBuiltIn[] = [];
  items.forEach((one, at) => {
    if (!of.shelves.includes(one.item.shelf)) return;
    if (of.jurisdiction !== undefined && contentOf(one.item).jurisdiction !== of.jurisdiction) return;
    const counts = ofWords.map((own) => own.get(at));
    if (!counts.every((own) => own !== undefined)) return;
    const share = counts.reduce((sum, own) => sum + own.share, 0) / counts.length;
    found.push({ ...one, rank: tierOf(counts) + Math.round(share * wholeTier) });
  });
  return found
    .filter(({ rank, id }) => behind === null || rank < behind.rank || (rank === behind.rank && id < behind.id))
    .toSorted((a, b) => b.rank - a.rank || inOrder(b.id, a.id))
    .slice(0, limit);
}

function tierOf(counts: readonly Counts[]): number {
  if (counts.every(({ name }) => name)) return tiers.name;
  return counts.every(({ head }) => head) ? tiers.summary : tiers.text;
}

/** Of each item with the word: where it is, and how often, as PostgreSQL weighs it. */
function countsOf(asked: AskedWord): Map<number, Counts> {
  const found = new Map<number, Counts>();
  for (const { at, places } of postingsOf(asked)) {
    const before = found.get(at) ?? { name: false, head: false, share: 0 };
    const name = before.name || places.A.length > 0;
    const own = places.A.length + 0.4 * places.B.length + 0.1 * places.D.length;
    // A word counts less each time: the sum of 1/n² is never more than this.
    const share = Math.max(before.share, Math.min(own, 1.645) / 1.645);
    found.set(at, { name, head: before.head || name || places.B.length > 0, share });
  }
  return found;
}

function postingsOf({ word, isPrefix, stems }: AskedWord): Posting[] {
  const { lexemes, postings } = index();
  const found = [word, ...stems].flatMap((lexeme) => postings.get(lexeme) ?? []);
  if (!isPrefix) return found;
  for (let at = firstFrom(lexemes, word); at < lexemes.length && lexemes[at]!.startsWith(word); at++)
    for (const posting of postings.get(lexemes[at]!) ?? []) found.push(posting);
  return found;
}

/** The place of the first that is not before `wanted`. */
function firstFrom(lexemes: readonly string[], wanted: string): number {
  let [from, to] = [0, lexemes.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (lexemes[middle]! < wanted) from = middle + 1;
    else to = middle;
  }
  return from;
}
