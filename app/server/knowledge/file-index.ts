/*
 * The index of one file: its passages, with the same BM25 as law. Stored per file and hash bucket
 * of terms, so that a question reads only a small part, and only of files the person may see: even
 * term rarity is computed from those alone.
 *
 * A bucket is a sequence of terms: term length, the term in UTF-8, length of its entries (2
 * bytes), the entries. An entry is the passage number as a delta (7 bits per byte) and the
 * weighted count.
 */
import { passagesOf, type FileText } from "#core/sources/file-text.ts";
import type { ProseLanguage } from "#core/text/sentences.ts";
import type { WordCounts } from "./analyse.ts";
import { lengthCode, lengthsByCode, rarityOf, scoreOfTerm } from "./bm25.ts";
import { Tokenizing } from "./tokenizer.ts";

/** Increase whenever the stored format changes: older indexes are rebuilt. */
export const fileIndexForm = 1;
export const bucketCount = 64;
const longestTerm = 120;
const mostEntryBytes = 65_535;

export type FileIndex = {
  language: ProseLanguage;
  /** One byte per passage: its length by `lengthCode`. */
  lengths: Uint8Array;
  /** Total over all passages. */
  length: number;
  buckets: [bucket: number, data: Uint8Array][];
};

export type IndexedText = Pick<FileText, "text" | "blocks"> & { language: ProseLanguage };

export function indexFile({ text, blocks, language }: IndexedText, lexicon: WordCounts): FileIndex {
  const gathering = new Tokenizing(language);
  for (const { start, end, headings } of passagesOf({ text, blocks })) {
    const heading = headings.at(-1) ?? "";
    gathering.add({ text: text.slice(start, end), heading, path: headings.slice(0, -1).join("\n"), title: "" });
  }
  const lengths = new Uint8Array(gathering.size);
  const entries: { last: number; bytes: number[] }[] = [];
  let passage = 0;
  let whole = 0;
  const terms = gathering.weigh(lexicon, (own, counts, size, length) => {
    lengths[passage] = lengthCode(length);
    whole += length;
    for (let at = 0; at < size; at++) {
      const entry = (entries[own[at]!] ??= { last: -1, bytes: [] });
      if (entry.bytes.length > mostEntryBytes - 6) continue;
      for (let delta = passage - entry.last; ; delta >>>= 7) {
        entry.bytes.push(delta < 128 ? delta : (delta & 127) | 128);
        if (delta < 128) break;
      }
      entry.bytes.push(counts[at]!);
      entry.last = passage;
    }
    passage++;
  });
  const buckets = new Map<number, Uint8Array[]>();
  for (const [number, term] of terms.entries()) {
    const { bytes } = entries[number]!;
    const name = Buffer.from(term).subarray(0, longestTerm);
    const head = Uint8Array.of(name.length);
    const size = Uint8Array.of(bytes.length & 255, bytes.length >> 8);
    const bucket = bucketOf(term);
    const parts = buckets.get(bucket) ?? [];
    parts.push(head, name, size, Uint8Array.from(bytes));
    buckets.set(bucket, parts);
  }
  return { language, lengths, length: whole, buckets: [...buckets].map(([bucket, parts]) => [bucket, Buffer.concat(parts)]) };
}

/** FNV-1a, so that a term's bucket never changes. */
export function bucketOf(term: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(term)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0) % bucketCount;
}

/** The part of a file's index that a question reads. */
export type ReadIndex = { fileId: string; language: ProseLanguage; lengths: Uint8Array; length: number; pieces: Uint8Array[] };
export type ScoredPassage = { fileId: string; language: ProseLanguage; passage: number; score: number };

type Found = { file: ReadIndex; entries: Uint8Array };

/** Best first. Terms are analyzed in each language the files are written in. */
export function scorePassages(
  files: readonly ReadIndex[],
  terms: ReadonlyMap<ProseLanguage, ReadonlyMap<string, number>>,
  limit: number,
): ScoredPassage[] {
  const passages = files.reduce((sum, { lengths }) => sum + lengths.length, 0);
  const byLength = lengthsByCode(files.reduce((sum, { length }) => sum + length, 0) / Math.max(1, passages));
  const scores = new Map<ReadIndex, Float32Array>();
  for (const [language, weights] of terms) {
    const found = new Map<string, Found[]>();
    for (const file of files) if (file.language === language) findTerms(file, weights, found);
    for (const [term, places] of found) {
      let count = 0;
      for (const { entries } of places) for (const _ of walk(entries)) count++;
      const rarity = rarityOf(count, passages) * weights.get(term)!;
      for (const { file, entries } of places) {
        let own = scores.get(file);
        if (!own) scores.set(file, (own = new Float32Array(file.lengths.length)));
        for (const [passage, times] of walk(entries))
          own[passage]! += scoreOfTerm(rarity, times, byLength[file.lengths[passage]!]!);
      }
    }
  }
  const best: ScoredPassage[] = [];
  for (const [{ fileId, language }, own] of scores)
    for (const [passage, score] of own.entries()) if (score > 0) best.push({ fileId, language, passage, score });
  return best.sort((a, b) => b.score - a.score).slice(0, limit);
}

function findTerms(file: ReadIndex, weights: ReadonlyMap<string, number>, found: Map<string, Found[]>): void {
  for (const piece of file.pieces) {
    for (let at = 0; at < piece.length;) {
      const nameEnd = at + 1 + piece[at]!;
      const term = Buffer.from(piece.buffer, piece.byteOffset + at + 1, piece[at]!).toString();
      const end = nameEnd + 2 + (piece[nameEnd]! | (piece[nameEnd + 1]! << 8));
      if (weights.has(term)) {
        const list = found.get(term) ?? [];
        list.push({ file, entries: piece.subarray(nameEnd + 2, end) });
        found.set(term, list);
      }
      at = end;
    }
  }
}

function* walk(entries: Uint8Array): Generator<[passage: number, times: number]> {
  let passage = -1;
  for (let at = 0; at < entries.length; at++) {
    let delta = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = entries[at++]!;
      delta |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    passage += delta;
    yield [passage, entries[at]!];
  }
}
