/*
 * BM25 over packed postings in blocks: for each term and block, six bytes per section that has it:
 * its id (4), weighted count (1), and length (1, by its square root). A block is what is indexed
 * at a time, so memory is bounded however much law there is, and additions are new blocks. A
 * question reads only the rows of its own terms.
 */
import type { ProseLanguage } from "#core/text/sentences.ts";
import type { Lexicon } from "./analyse.ts";
import { lengthCode, lengthsByCode, rarityOf, scoreOfTerm } from "./bm25.ts";
import type { Tokenizing } from "./tokenizer.ts";
import type { GramStatistics } from "./letter-grams.ts";
import { lawWeights } from "./ranking-weights.ts";
import { roomFor } from "./typed-room.ts";

export const entryBytes = 6;

/** The headings around a section are not indexed: many sections share them, and they tell none from another. */
export type Indexed = { id: number; text: string; heading: string; title: string };
export type LawStatistics = {
  sections: number;
  /** Total over all sections. */
  length: number;
  /** The number of blocks. */
  blocks: number;
  lexicon: Lexicon;
  grams: GramStatistics;
};
/** Each term's postings, one piece per block. */
export type Postings = Map<string, readonly Uint8Array[]>;
export type LawBlock = {
  terms: string[];
  /** The number of sections that contain each term. */
  counts: Uint32Array;
  /** The postings of all terms, concatenated. */
  data: Uint8Array;
  sections: number;
  length: number;
  grams: GramStatistics;
};

/** Sections to be added to a block. */
export type TokenizedLaw = { gathering: Tokenizing; ids: number[] };

export function tokenizeSections({ gathering, ids }: TokenizedLaw, sections: readonly Indexed[]): void {
  for (const section of sections) {
    gathering.add({ ...section, path: "" });
    ids.push(section.id);
  }
}

export function languageOf(jurisdiction: string): ProseLanguage {
  return ({ SE: "sv", DE: "de", NL: "nl" } as const)[jurisdiction] ?? "en";
}

/** `ids` are those of the gathered sections, in order. */
export function indexBlock({ gathering, ids }: TokenizedLaw, lexicon: Lexicon): LawBlock {
  // Entries in section order, sorted by term once the count per term is known.
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

/** Best first. `postings` contains the question's terms that exist. */
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
  const byLength = lengthsByCode(statistics.length / Math.max(1, statistics.sections), lawWeights.k1);
  for (const [term, weight] of terms) {
    const pieces = postings.get(term);
    if (!pieces) continue;
    const count = pieces.reduce((sum, { length }) => sum + length, 0) / entryBytes;
    const rarity = rarityOf(count, statistics.sections, lawWeights.k1) * weight;
    for (const data of pieces)
      for (let at = 0; at < data.length; at += entryBytes) {
        const id = data[at]! | (data[at + 1]! << 8) | (data[at + 2]! << 16) | (data[at + 3]! << 24);
        scores[id]! += scoreOfTerm(rarity, data[at + 4]!, byLength[data[at + 5]!]!);
      }
  }
  return best(scores, limit);
}

function byScore(one: Scored, other: Scored): number {
  return other.score - one.score || one.id - other.id;
}

function idAt(data: Uint8Array, at: number): number {
  return data[at]! | (data[at + 1]! << 8) | (data[at + 2]! << 16) | (data[at + 3]! << 24);
}

/** The top scores in a single pass: most sections are below the lowest one kept. */
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

/** The maximum number of entries a question reads; its three rarest words are always read. */
const mostEntries = 400_000;
const alwaysRead = 3;

/**
 * The terms of a question worth reading: common ones add little next to rarer ones, and the best
 * sections are reranked by every word anyway.
 */
export function worthReading(counts: ReadonlyMap<string, number>): string[] {
  let entries = 0;
  return [...counts]
    .toSorted((a, b) => a[1] - b[1])
    .filter(([, count], at) => (entries += count) <= mostEntries || at < alwaysRead)
    .map(([term]) => term);
}
