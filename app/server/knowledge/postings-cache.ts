/*
 * A size-limited cache of recently read postings, as consecutive questions share words. Entries of
 * an index that has changed are dropped.
 */
import type { Postings } from "./law-index.ts";

const mostBytes = 64_000_000;

type Wanted = { jurisdiction: string; at: number; terms: readonly string[] };

export function createPostingsCache(limit = mostBytes) {
  const kept = new Map<string, { pieces: readonly Uint8Array[]; bytes: number }>();
  let bytes = 0;

  function keep(key: string, pieces: readonly Uint8Array[]): void {
    // Copied, so that the whole response buffer isn't retained.
    const own = pieces.map((piece) => Uint8Array.from(piece));
    const size = own.reduce((sum, piece) => sum + piece.length, key.length * 2 + 100);
    if (size > limit / 8) return;
    kept.set(key, { pieces: own, bytes: size });
    bytes += size;
    for (const [oldest, one] of kept) {
      if (bytes <= limit) break;
      kept.delete(oldest);
      bytes -= one.bytes;
    }
  }

  return {
    async read({ jurisdiction, at, terms }: Wanted, readMissing: (terms: string[]) => Promise<Postings>): Promise<Postings> {
      const found = new Map<string, readonly Uint8Array[]>();
      const missing: string[] = [];
      for (const term of terms) {
        const key = `${jurisdiction} ${at} ${term}`;
        const known = kept.get(key);
        if (known === undefined) missing.push(term);
        else {
          // Moves it to the end: least recently used entries are evicted first.
          kept.delete(key);
          kept.set(key, known);
          found.set(term, known.pieces);
        }
      }
      for (const [term, pieces] of await readMissing(missing)) {
        found.set(term, pieces);
        keep(`${jurisdiction} ${at} ${term}`, pieces);
      }
      return found;
    },
  };
}
