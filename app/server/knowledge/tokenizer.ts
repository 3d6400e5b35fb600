/*
 * Tokenizes texts for an index. Each text is stored as vocabulary numbers (vocabulary.ts), so that
 * a word's stem, parts and letters are computed once, and texts are tokenized once even though the
 * compound lexicon is only known after all have been read.
 */
import type { ProseLanguage } from "#core/text/sentences.ts";
import { eachTermOnce, foldText, lexiconOf, type WordCounts } from "./analyse.ts";
import { countOf, type Fields } from "./bm25.ts";
import { emptyGrams, gramsOf, lettersRead, type GramStatistics } from "./letter-grams.ts";
import { rankingWeights } from "./ranking-weights.ts";
import { Vocabulary } from "./vocabulary.ts";
import { roomFor } from "./typed-room.ts";

const fieldsInOrder = ["heading", "text", "path", "title"] as const satisfies (keyof Fields)[];

/** Called per text: its terms, each with its stored count, and its length. */
export type TakeText = (terms: Uint32Array, counts: Uint8Array, size: number, length: number) => void;

export class Tokenizing {
  readonly #language: ProseLanguage;
  readonly #runs = new Vocabulary();
  /** The vocabulary numbers of all texts, concatenated, and where each field of each text ends. */
  #said = new Uint32Array(1 << 12);
  #ends: number[] = [];
  /** The end of the letters counted for each text. */
  #letterEnds: number[] = [];
  /** How often each entry occurs in headings and texts. */
  #times = new Uint32Array(1 << 10);
  #used = 0;

  constructor(language: ProseLanguage) {
    this.#language = language;
  }

  get size(): number {
    return this.#letterEnds.length;
  }

  add(fields: Fields): void {
    let letterEnd = 0;
    // For a heading and its text, which are read together.
    let before = 0;
    for (const name of fieldsInOrder) {
      const isText = name === "heading" || name === "text";
      const text = foldText(fields[name]);
      this.#runs.each(text, (run, end) => {
        this.#said = roomFor(this.#said, this.#used + 1);
        this.#said[this.#used++] = run;
        if (!isText) return;
        this.#times = roomFor(this.#times, run + 1);
        this.#times[run]!++;
        if (before + end <= lettersRead) letterEnd = this.#used;
      });
      before += text.length + 1;
      this.#ends.push(this.#used);
    }
    this.#letterEnds.push(Math.max(letterEnd, this.#begin(this.size)));
  }

  /** The words of which compounds consist, as used in these texts. */
  learn(): Map<string, number> {
    const words: [text: string, times: number][] = [];
    for (let run = 0; run < this.#runs.size; run++)
      if ((this.#times[run] ?? 0) > 0) words.push([this.#runs.text(run), this.#times[run]!]);
    return lexiconOf(words, this.#language);
  }

  /** Passes on every text in order; returns the terms by number. */
  weigh(lexicon: WordCounts, take: TakeText): string[] {
    const { terms, starts, codes } = this.#analysed(lexicon);
    const weights = new Float64Array(terms.length);
    const touched = new Uint32Array(terms.length);
    const counts = new Uint8Array(terms.length);
    const said = this.#said;
    for (let at = 0, from = 0; at < this.size; at++) {
      let size = 0;
      let length = 0;
      for (const [field, name] of fieldsInOrder.entries()) {
        const weight = rankingWeights[name];
        for (const end = this.#ends[at * fieldsInOrder.length + field]!; from < end; from++) {
          const run = said[from]!;
          for (let next = starts[run]!; next < starts[run + 1]!; next++) {
            const code = codes[next]!;
            const own = (code & 1) === 0 ? weight : weight * rankingWeights.part;
            if (weights[code >>> 1] === 0) touched[size++] = code >>> 1;
            weights[code >>> 1]! += own;
            length += own;
          }
        }
      }
      for (let next = 0; next < size; next++) {
        counts[next] = countOf(weights[touched[next]!]!);
        weights[touched[next]!] = 0;
      }
      take(touched, counts, size, length);
    }
    return terms;
  }

  /** The frequency of four-letter n-grams. */
  grams(): GramStatistics {
    const statistics = emptyGrams();
    const { counts } = statistics;
    const slotsOf = Array.from({ length: this.#runs.size }, (_, run) =>
      (this.#times[run] ?? 0) > 0 ? gramsOf(this.#runs.text(run)) : [],
    );
    const seenIn = new Uint32Array(counts.length);
    for (let at = 0; at < this.size; at++)
      for (let from = this.#begin(at); from < this.#letterEnds[at]!; from++) {
        const slots = slotsOf[this.#said[from]!]!;
        statistics.length += slots.length;
        for (let next = 0; next < slots.length; next++) {
          const slot = slots[next]!;
          if (seenIn[slot] === at + 1) continue;
          seenIn[slot] = at + 1;
          counts[slot]!++;
        }
      }
    statistics.texts = this.size;
    return statistics;
  }

  #begin(text: number): number {
    return text === 0 ? 0 : this.#ends[text * fieldsInOrder.length - 1]!;
  }

  /**
   * The terms of each vocabulary entry: those of entry n are codes[starts[n]] to codes[starts[n +
   * 1]]; each is a term's number, doubled, plus one for a part of a compound.
   */
  #analysed(lexicon: WordCounts): { terms: string[]; starts: Uint32Array; codes: number[] } {
    const numbers = new Map<string, number>();
    const starts = new Uint32Array(this.#runs.size + 1);
    const codes: number[] = [];
    for (let run = 0; run < this.#runs.size; run++) {
      eachTermOnce(this.#runs.text(run), this.#language, lexicon, (term, isPart) => {
        let number = numbers.get(term);
        if (number === undefined) numbers.set(term, (number = numbers.size));
        codes.push(number * 2 + (isPart ? 1 : 0));
      });
      starts[run + 1] = codes.length;
    }
    return { terms: [...numbers.keys()], starts, codes };
  }
}
