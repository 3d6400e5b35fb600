/*
 * The distinct character runs in many texts, each with a number. A run ends only where both
 * `wordsOf` (analyse.ts) and letter-grams.ts would separate words, so a text can be analyzed by
 * its runs alone. Runs are looked up without creating strings, because law repeats a few thousand
 * words.
 */
import { roomFor } from "./typed-room.ts";

const parting = 0;
const joining = 1;
/** A colon only joins before a digit: 3:12. */
const colon = ":".charCodeAt(0);

let kinds: Uint8Array | undefined;

function kindsOfCharacters(): Uint8Array {
  return (kinds ??= Uint8Array.from({ length: 65_536 }, (_, code) => {
    const isSurrogate = code >= 0xd800 && code < 0xe000;
    // The last part matches what letter-grams.ts accepts besides letters and digits.
    const isJoining = isSurrogate || (code >= 0xc0 && code < 0x2000) || /[\p{L}\p{M}\d]/u.test(String.fromCharCode(code));
    return isJoining ? joining : parting;
  }));
}

export class Vocabulary {
  /** The number of runs. */
  size = 0;
  #characters = new Uint16Array(1 << 14);
  /** Where each run begins, and where the last one ends. */
  #starts = new Uint32Array(1 << 11);
  #hashes = new Uint32Array(1 << 11);
  /** Open addressing: a run's number plus one, or 0. */
  #slots = new Uint32Array(1 << 12);

  /** Passes each run of a folded text to `take`, with its end. */
  each(text: string, take: (run: number, end: number) => void): void {
    const kindOf = kindsOfCharacters();
    let start = 0;
    let hash = 0;
    for (let at = 0; at <= text.length; at++) {
      const code = at < text.length ? text.charCodeAt(at) : 32;
      const isJoined = kindOf[code] === joining || (code === colon && isDigit(text.charCodeAt(at + 1)));
      if (isJoined) hash = Math.imul(hash ^ code, 0x01000193) + 0x9e3779b9;
      else {
        if (at > start) take(this.#numberOf(text, start, at, (hash ^ (hash >>> 15)) >>> 0), at);
        start = at + 1;
        hash = 0;
      }
    }
  }

  text(run: number): string {
    let text = "";
    for (let at = this.#starts[run]!; at < this.#starts[run + 1]!; at++) text += String.fromCharCode(this.#characters[at]!);
    return text;
  }

  #numberOf(text: string, start: number, end: number, hash: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (let known = this.#slots[slot]!; known !== 0; known = this.#slots[slot]!) {
      if (this.#hashes[known - 1] === hash && this.#is(known - 1, text, start, end)) return known - 1;
      slot = (slot + 1) & mask;
    }
    return this.#add(text, start, end, hash, slot);
  }

  #is(run: number, text: string, start: number, end: number): boolean {
    const from = this.#starts[run]!;
    if (this.#starts[run + 1]! - from !== end - start) return false;
    for (let at = start; at < end; at++) if (this.#characters[from + at - start] !== text.charCodeAt(at)) return false;
    return true;
  }

  #add(text: string, start: number, end: number, hash: number, slot: number): number {
    const run = this.size++;
    const from = this.#starts[run]!;
    this.#characters = roomFor(this.#characters, from + end - start);
    this.#starts = roomFor(this.#starts, run + 2);
    this.#hashes = roomFor(this.#hashes, run + 1);
    for (let at = start; at < end; at++) this.#characters[from + at - start] = text.charCodeAt(at);
    this.#starts[run + 1] = from + end - start;
    this.#hashes[run] = hash;
    this.#slots[slot] = run + 1;
    if (this.size * 2 > this.#slots.length) this.#spread();
    return run;
  }

  #spread(): void {
    const slots = new Uint32Array(this.#slots.length * 4);
    const mask = slots.length - 1;
    for (let run = 0; run < this.size; run++) {
      let slot = this.#hashes[run]! & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = run + 1;
    }
    this.#slots = slots;
  }
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
