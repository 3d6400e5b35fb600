/* How alike two names are, from 0 to 1, however they are spelt: the same words in any order, mistyped, or abbreviated. */
import { nameTokens } from "./folded-name.ts";

/** From here on a name is shown as one that may be the same. */
export const nearMatch = 0.8;

export type FoldedName = readonly string[];

export function foldName(name: string): FoldedName {
  return nameTokens(name);
}

export function likeness(a: FoldedName, b: FoldedName): number {
  const [few, many] = isFewer(a, b) ? [a, b] : [b, a];
  if (few.length === 0) return 0;
  if (a.join("") === b.join("")) return 1;
  const free = new Set(many.keys());
  let matched = 0;
  let covered = 0;
  for (const token of few) {
    const best = bestOf(token, many, free);
    if (best === null) continue;
    free.delete(best.at);
    matched += best.alike * token.length;
    covered += many[best.at]!.length;
  }
  // Words that only one of them has weigh less than words that differ: "Acme" may be "Acme Holding". It is hardly "New Acme".
  const lacksFirst = few.length < many.length && free.has(0) ? 0.9 : 1;
  const share = (matched / lengthOf(few)) * (0.75 + (0.25 * covered) / lengthOf(many));
  return Math.min(0.99, share * lacksFirst);
}

/** Of names as long, always the same one first: the answer must not depend on their order. */
function isFewer(a: FoldedName, b: FoldedName): boolean {
  return a.length === b.length ? a.join(" ") <= b.join(" ") : a.length < b.length;
}

function bestOf(token: string, many: FoldedName, free: ReadonlySet<number>): { at: number; alike: number } | null {
  let best: { at: number; alike: number } | null = null;
  for (const at of free) {
    const alike = tokenLikeness(token, many[at]!);
    if (alike > (best?.alike ?? 0)) best = { at, alike };
  }
  return best;
}

/** Digits must be the same; a single letter can be an initial; longer words may have a mistyped letter for every four. */
function tokenLikeness(a: string, b: string): number {
  if (a === b) return 1;
  if (/\d/.test(a) || /\d/.test(b)) return 0;
  if (a.length === 1 || b.length === 1) return a[0] === b[0] ? 0.85 : 0;
  const longer = Math.max(a.length, b.length);
  const most = Math.floor(longer / 4);
  if (Math.abs(a.length - b.length) > most) return 0;
  const distance = editDistance(a, b);
  return distance > most ? 0 : 1 - distance / longer;
}

/** Insertions, deletions, replaced letters, and neighbours that changed places. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, before[j - 2]! + 1);
      row.push(least);
    }
    before = last;
    last = row;
  }
  return last[b.length]!;
}

function lengthOf(tokens: FoldedName): number {
  return tokens.reduce((sum, token) => sum + token.length, 0);
}
