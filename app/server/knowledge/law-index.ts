/*
 * BM25 over packed postings, block by block: for each term and block the
 * sections that have it, six bytes each: the section's id (4), how often by
 * weight (1), and how long the section is (1, by its square root). A block is
 * as much as is indexed at once, so memory is bounded however much law there
 * is, and what comes later is a block more. A question reads only the rows of
 * its own terms.
 */
import type { ProseLanguage } from "#core/text/sentences.ts";
import type { Lexicon } from "./analyse.ts";
import { lengthCode, lengthsByCode, rarityOf, scoreOfTerm } from "./bm25.ts";
import type { Tokenizing } from "./tokenizer.ts";
import type { GramStatistics } from "./letter-grams.ts";
import { rankingWeights } from "./ranking-weights.ts";
import { roomFor } from "./typed-room.ts";

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
export type LawBlock = {
  terms: string[];
  /** In how many sections each term is. */
  counts: Uint32Array;
  /** The postings of all terms, one after the other. */
  data: Uint8Array;
  sections: number;
  length: number;
  grams: GramStatistics;
};

/** Sections on their way into a block. */
export type TokenizedLaw = { gathering: Tokenizing; ids: number[] };

export function tokenizeSections({ gathering, ids }: TokenizedLaw, sections: readonly Indexed[]): void {
  for (const section of sections) {
    gathering.add(section);
    ids.push(section.id);
  }
}

export function languageOf(jurisdiction: string): ProseLanguage {
  return ({ SE: "sv", DE: "de", NL: "nl" } as const)[jurisdiction] ?? "en";
}

/** `ids` are those of the sections that were gathered, in order. */
export function indexBlock({ gathering, ids }: TokenizedLaw, lexicon: Lexicon): LawBlock {
  // Entries in the order of the sections, to be put in that of the terms once it is known how many each term has.
  let entryTerms = new Uint32Array(1 << 12);
  let entryCounts = new Uint8Array(1 << 12);
  let counts = new Uint32Array(1 << 10);
  let entries = 0;
  const ends: number[] = [];
  const sizes: number[] = [];
  let length = 0;
  const terms = gathering.weigh(lexicon, (own, times, size, ownLength) => {
    entryTerms = roomFor(entryTerms, entries + size);
    entryCounts = roomFor(entryCounts, entries + size);
    for (let at = 0; at < size; at++) {
      const term = own[at]!;
      counts = roomFor(counts, term + 1);
      counts[term]!++;
      entryTerms[entries] = term;
      entryCounts[entries++] = times[at]!;
    }
    ends.push(entries);
    sizes.push(lengthCode(ownLength));
    length += ownLength;
  });
  const data = new Uint8Array(entries * entryBytes);
  const outs = new Uint32Array(terms.length);
  for (let term = 1; term < terms.length; term++) outs[term] = outs[term - 1]! + counts[term - 1]! * entryBytes;
  for (let section = 0, at = 0; section < ids.length; section++) {
    const id = ids[section]!;
    for (; at < ends[section]!; at++) {
      const term = entryTerms[at]!;
      const out = outs[term]!;
      outs[term] = out + entryBytes;
      data[out] = id;
      data[out + 1] = id >>> 8;
      data[out + 2] = id >>> 16;
      data[out + 3] = id >>> 24;
      data[out + 4] = entryCounts[at]!;
      data[out + 5] = sizes[section]!;
    }
  }
  return { terms, counts: counts.slice(0, terms.length), data, sections: ids.length, length, grams: gathering.grams() };
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
  return best(scores, limit)
    .map(({ id, score }) => ({ id, score: score + rankingWeights.around * around(scores, id) }))
    .sort(byScore);
}

/** So many sections before and behind one, each counting two thirds of the one nearer. */
const reach = 6;
const nearness = Array.from({ length: reach }, (_, at) => (2 / 3) ** at);
const allNearness = 2 * nearness.reduce((sum, weight) => sum + weight, 0);

/** Acts keep together what belongs together: what the sections around one score tells what it is about. */
function around(scores: Float32Array, id: number): number {
  return (
    nearness.reduce((sum, weight, at) => sum + weight * ((scores[id - at - 1] ?? 0) + (scores[id + at + 1] ?? 0)), 0) / allNearness
  );
}

function byScore(one: Scored, other: Scored): number {
  return other.score - one.score || one.id - other.id;
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
    kept.sort(byScore);
    kept.length = limit;
    least = kept.at(-1)!.score;
  }
  return kept.sort(byScore).slice(0, limit);
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
