/*
 * BM25 over packed postings: for each term the sections that have it, six bytes
 * each: the section's id (4), how often with the heading counted more (1), and
 * how long the section is (1, by its square root). A question reads only the
 * rows of its own terms.
 */
import type { ProseLanguage } from "#core/sentences.ts";
import { lexiconOf, termsOf, type Lexicon } from "./analyse.ts";

export const entryBytes = 6;
const headingWeight = 2;
const k1 = 1.2;
const b = 0.75;

export type Indexed = { id: number; text: string; heading: string; title: string };
export type LawStatistics = { sections: number; averageLength: number; lexicon: Lexicon };
export type Postings = Map<string, Buffer>;

export function languageOf(jurisdiction: string): ProseLanguage {
  return ({ SE: "sv", DE: "de", NL: "nl" } as const)[jurisdiction] ?? "en";
}

/** The whole index of one jurisdiction. */
export function buildIndex(
  sections: readonly Indexed[],
  language: ProseLanguage,
): { postings: Postings; statistics: LawStatistics } {
  const lexicon = lexiconOf(
    sections.map(({ text, heading }) => `${heading} ${text}`),
    language,
  );
  const gathered = new Map<string, number[]>();
  let length = 0;
  for (const { id, text, heading, title } of sections) {
    const counts = new Map<string, number>();
    const add = (term: string, weight: number) => counts.set(term, (counts.get(term) ?? 0) + weight);
    const terms = termsOf(text, language, lexicon);
    for (const term of terms) add(term, 1);
    for (const term of termsOf(heading, language, lexicon)) add(term, headingWeight);
    for (const term of termsOf(title, language, lexicon)) add(term, 1);
    let whole = 0;
    for (const count of counts.values()) whole += count;
    length += whole;
    const size = lengthCode(whole);
    for (const [term, count] of counts) {
      let list = gathered.get(term);
      if (!list) gathered.set(term, (list = []));
      list.push(id, Math.min(255, count), size);
    }
  }
  const postings: Postings = new Map();
  for (const [term, list] of gathered) {
    const data = Buffer.allocUnsafe((list.length / 3) * entryBytes);
    for (let at = 0, out = 0; at < list.length; at += 3, out += entryBytes) {
      data.writeUInt32LE(list[at]!, out);
      data[out + 4] = list[at + 1]!;
      data[out + 5] = list[at + 2]!;
    }
    postings.set(term, data);
  }
  return { postings, statistics: { sections: sections.length, averageLength: length / Math.max(1, sections.length), lexicon } };
}

function lengthCode(terms: number): number {
  return Math.min(255, Math.round(Math.sqrt(terms) * 4));
}

export type Scored = { id: number; score: number };

/** Best first. `postings` holds the question's terms that exist. */
export function scoreSections(
  terms: ReadonlyMap<string, number>,
  postings: Postings,
  statistics: LawStatistics,
  limit: number,
): Scored[] {
  let last = 0;
  for (const data of postings.values()) if (data.length > 0) last = Math.max(last, data.readUInt32LE(data.length - entryBytes));
  const scores = new Float32Array(last + 1);
  // How much a section's length takes off is the same for all its terms.
  const lengths = Float32Array.from({ length: 256 }, (_, code) => k1 * (1 - b + (b * (code / 4) ** 2) / statistics.averageLength));
  for (const [term, weight] of terms) {
    const data = postings.get(term);
    if (!data) continue;
    const count = data.length / entryBytes;
    const rarity = Math.log(1 + (statistics.sections - count + 0.5) / (count + 0.5)) * weight * (k1 + 1);
    for (let at = 0; at < data.length; at += entryBytes) {
      const id = data[at]! | (data[at + 1]! << 8) | (data[at + 2]! << 16) | (data[at + 3]! << 24);
      const times = data[at + 4]!;
      scores[id]! += (rarity * times) / (times + lengths[data[at + 5]!]!);
    }
  }
  return best(scores, limit);
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

/** So few sections are read whole. */
const smallIndex = 20_000;

/** Of a question's terms those worth reading: a word that a quarter of all sections have tells little where rarer ones are there. */
export function worthReading(counts: ReadonlyMap<string, number>, sections: number): string[] {
  const ordered = [...counts].toSorted((a, b) => a[1] - b[1]);
  if (sections < smallIndex) return ordered.map(([term]) => term);
  return ordered.filter(([, count], at) => at < 3 || (at < 24 && count < sections / 4)).map(([term]) => term);
}

/** How much of a question's wording a text keeps: the share of its neighbouring words that are neighbours there too, one word apart at most. */
export function keptWording(question: string, text: string, language: ProseLanguage): number {
  const asked = termsOf(question, language, null);
  const pairs = new Set(asked.slice(1).map((term, at) => `${asked[at]} ${term}`));
  if (pairs.size === 0) return 0;
  const terms = termsOf(text, language, null);
  const kept = new Set<string>();
  for (const [at, term] of terms.entries())
    for (const before of [terms[at - 1], terms[at - 2]]) if (pairs.has(`${before} ${term}`)) kept.add(`${before} ${term}`);
  return kept.size / pairs.size;
}

/** A question's terms with their weight: a word said twice counts a little more. */
export function questionTerms(question: string, language: ProseLanguage, lexicon: Lexicon): Map<string, number> {
  const terms = new Map<string, number>();
  for (const term of termsOf(question, language, lexicon)) terms.set(term, Math.min(2, (terms.get(term) ?? 0.5) + 0.5));
  return terms;
}
