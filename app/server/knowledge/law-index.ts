/*
 * BM25 over packed postings, block by block: for each term and block the
 * sections that have it, six bytes each: the section's id (4), how often by
 * weight (1), and how long the section is (1, by its square root). A block is
 * as much as is indexed at once, so memory is bounded however much law there
 * is, and what comes later is a block more. A question reads only the rows of
 * its own terms.
 */
import type { ProseLanguage } from "#core/sentences.ts";
import type { Lexicon } from "./analyse.ts";
import { lengthCode, lengthsByCode, rarityOf, scoreOfTerm, weigh } from "./bm25.ts";
import { countGrams, emptyGrams, type GramStatistics } from "./letter-grams.ts";

export const entryBytes = 6;

export type Indexed = { id: number; text: string; heading: string; path: string; title: string };
export type LawStatistics = {
  sections: number;
  /** Of all sections together. */
  length: number;
  /** How many blocks there are. */
  blocks: number;
  lexicon: Lexicon;
  grams: GramStatistics;
};
/** Of each term its pieces, one a block. */
export type Postings = Map<string, readonly Uint8Array[]>;
export type LawBlock = { postings: [term: string, data: Uint8Array][]; sections: number; length: number; grams: GramStatistics };

export function languageOf(jurisdiction: string): ProseLanguage {
  return ({ SE: "sv", DE: "de", NL: "nl" } as const)[jurisdiction] ?? "en";
}

export function indexBlock(sections: readonly Indexed[], language: ProseLanguage, lexicon: Lexicon): LawBlock {
  const gathered = new Map<string, number[]>();
  const grams = emptyGrams();
  let length = 0;
  for (const section of sections) {
    const { counts, length: own } = weigh(section, language, lexicon);
    countGrams(grams, `${section.heading} ${section.text}`);
    length += own;
    const size = lengthCode(own);
    for (const [term, count] of counts) {
      let list = gathered.get(term);
      if (!list) gathered.set(term, (list = []));
      // One number of 53 bits instead of three.
      list.push(section.id * 65_536 + count * 256 + size);
    }
  }
  const postings: LawBlock["postings"] = [];
  for (const [term, list] of gathered) {
    const data = new Uint8Array(list.length * entryBytes);
    for (let at = 0, out = 0; at < list.length; at++, out += entryBytes) {
      const entry = list[at]!;
      const id = Math.floor(entry / 65_536);
      data[out] = id;
      data[out + 1] = id >>> 8;
      data[out + 2] = id >>> 16;
      data[out + 3] = id >>> 24;
      data[out + 4] = entry >>> 8;
      data[out + 5] = entry;
    }
    postings.push([term, data]);
  }
  return { postings, sections: sections.length, length, grams };
}

export type Scored = { id: number; score: number };

/** Best first. `postings` holds the question's terms that exist. */
export function scoreSections(
  terms: ReadonlyMap<string, number>,
  postings: Postings,
  statistics: Pick<LawStatistics, "sections" | "length">,
  limit: number,
): Scored[] {
  let last = 0;
  for (const data of [...postings.values()].flat())
    if (data.length > 0) last = Math.max(last, idAt(data, data.length - entryBytes));
  const scores = new Float32Array(last + 1);
  const byLength = lengthsByCode(statistics.length / Math.max(1, statistics.sections));
  for (const [term, weight] of terms) {
    const pieces = postings.get(term);
    if (!pieces) continue;
    const count = pieces.reduce((sum, { length }) => sum + length, 0) / entryBytes;
    const rarity = rarityOf(count, statistics.sections) * weight;
    for (const data of pieces)
      for (let at = 0; at < data.length; at += entryBytes) {
        const id = data[at]! | (data[at + 1]! << 8) | (data[at + 2]! << 16) | (data[at + 3]! << 24);
        scores[id]! += scoreOfTerm(rarity, data[at + 4]!, byLength[data[at + 5]!]!);
      }
  }
  return best(scores, limit);
}

function idAt(data: Uint8Array, at: number): number {
  return data[at]! | (data[at + 1]! << 8) | (data[at + 2]! << 16) | (data[at + 3]! << 24);
}

/** The highest, in one walk: most sections are below the lowest that is kept. */
function best(scores: Float32Array, limit: number): Scored[] {
  const kept: Scored[] = [];
  let least = 0;
  for (let id = 0; id < scores.length; id++) {
    const score = scores[id]!;
    if (score <= least) continue;
    kept.push({ id, score });
    if (kept.length < limit * 4) continue;
    kept.sort((one, other) => other.score - one.score || one.id - other.id);
    kept.length = limit;
    least = kept.at(-1)!.score;
  }
  return kept.sort((one, other) => other.score - one.score || one.id - other.id).slice(0, limit);
}

/** Entries that a question reads at most; its three rarest words are always read. */
const mostEntries = 400_000;
const alwaysRead = 3;

/** Of a question's terms those worth reading: the common ones tell little where rarer ones are there, and the best sections are looked at again by every word. */
export function worthReading(counts: ReadonlyMap<string, number>): string[] {
  let entries = 0;
  return [...counts]
    .toSorted((a, b) => a[1] - b[1])
    .filter(([, count], at) => (entries += count) <= mostEntries || at < alwaysRead)
    .map(([term]) => term);
}
