/*
 * Four-letter n-grams. They match related words that stemming and compound splitting miss
 * ("upphandlande" and "upphandling", "Räumung" and "räumt"). Postings would be too large, so they
 * only rerank keyword hits: stored is how many sections contain each n-gram, by hash.
 */
const gramLength = 4;
const shortestWord = 3;
const slots = 1 << 17;
/** The beginning of a longer text is enough. */
export const lettersRead = 20_000;
const k1 = 1.2;
const b = 0.75;

export type GramStatistics = {
  /** The number of texts that contain each hash. */
  counts: Uint32Array;
  texts: number;
  /** Total number of n-grams in all texts. */
  length: number;
};

export function emptyGrams(): GramStatistics {
  return { counts: new Uint32Array(slots), texts: 0, length: 0 };
}

/** The counts as stored, 4 bytes each. */
export function gramBytes({ buffer, byteOffset, byteLength }: Uint32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

export function gramCounts(stored: Uint8Array): Uint32Array {
  return new Uint32Array(Uint8Array.from(stored).buffer);
}

/** Letters and digits in the alphabets law is written in; everything else separates words. */
function isWordCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 0xc0 && code < 0x2000 && code !== 0xd7 && code !== 0xf7)
  );
}

function eachGram(text: string, take: (slot: number) => void): void {
  const lower = text.slice(0, lettersRead).toLowerCase();
  let start = 0;
  for (let at = 0; at <= lower.length; at++) {
    if (at < lower.length && isWordCode(lower.charCodeAt(at))) continue;
    const length = at - start;
    if (length >= shortestWord)
      for (let from = start; from + gramLength <= at || from === start; from++) {
        let hash = 0x811c9dc5;
        for (let i = from; i < Math.min(at, from + gramLength); i++) hash = Math.imul(hash ^ lower.charCodeAt(i), 0x01000193);
        take((hash ^ (hash >>> 15)) & (slots - 1));
      }
    start = at + 1;
  }
}

/** The hash slots of a text, one per n-gram. */
export function gramsOf(text: string): number[] {
  const slots: number[] = [];
  eachGram(text, (slot) => slots.push(slot));
  return slots;
}

export function countGrams(statistics: GramStatistics, text: string): void {
  const seen = new Set<number>();
  eachGram(text, (slot) => {
    statistics.length++;
    seen.add(slot);
  });
  for (const slot of seen) statistics.counts[slot]!++;
  statistics.texts++;
}

/** BM25 over n-grams: a text's similarity to the question; only meaningful for comparison. */
export function gramScorer(question: string, { counts, texts, length }: GramStatistics): (text: string) => number {
  const asked = new Map<number, number>();
  eachGram(question, (slot) => {
    const count = Math.min(texts, counts[slot]!);
    asked.set(slot, Math.log(1 + (texts - count + 0.5) / (count + 0.5)) * (k1 + 1));
  });
  const average = length / Math.max(1, texts) || 1;
  const places = new Int16Array(slots).fill(-1);
  const rarities = [...asked.values()];
  for (const [at, slot] of [...asked.keys()].entries()) places[slot] = at;
  const times = new Uint16Array(rarities.length);
  return (text) => {
    times.fill(0);
    let own = 0;
    eachGram(text, (slot) => {
      own++;
      const at = places[slot]!;
      if (at >= 0) times[at]!++;
    });
    const off = k1 * (1 - b + (b * own) / average);
    let score = 0;
    for (const [at, rarity] of rarities.entries()) score += (rarity * times[at]!) / (times[at]! + off);
    return score;
  };
}
