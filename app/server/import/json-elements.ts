/*
 * Streams the elements of a JSON array without holding it in memory, since an export may be larger
 * than that. A file with a single object yields that object. Elements that are too large or too
 * deep are skipped and reported.
 */
export type Element = { kind: "value"; json: string } | { kind: "too-large" } | { kind: "too-deep" } | { kind: "cut-off" };

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);
const blank = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);

type Limits = { bytes: number; depth: number };

export async function* jsonElements(chunks: AsyncIterable<Uint8Array>, limits: Limits): AsyncGenerator<Element> {
  const splitter = new Splitter(limits);
  for await (const chunk of chunks) {
    splitter.read(chunk);
    yield* splitter.taken();
    if (splitter.isOver) return;
  }
  splitter.end();
  yield* splitter.taken();
}

class Splitter {
  /** The whole file was read, or the rest isn't JSON. */
  isOver = false;
  #limits: Limits;
  #found: Element[] = [];
  #isArray: boolean | null = null;
  #depth = 0;
  #deepest = 0;
  #inString = false;
  #isEscaped = false;
  #pieces: Uint8Array[] = [];
  #bytes = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  *taken(): Generator<Element> {
    yield* this.#found.splice(0);
  }

  read(chunk: Uint8Array): void {
    let at = this.#isArray === null ? this.#begin(chunk) : 0;
    let from = at;
    for (; at < chunk.length && !this.isOver; at++) {
      const byte = chunk[at]!;
      if (this.#inString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === backslash) this.#isEscaped = true;
        else if (byte === quote) this.#inString = false;
      } else if (byte === quote) this.#inString = true;
      else if (opening.has(byte)) this.#deepest = Math.max(this.#deepest, ++this.#depth);
      else if (this.#depth === 0 && (byte === comma || closing.has(byte))) {
        this.#keep(chunk.subarray(from, at));
        this.#finish();
        from = at + 1;
        this.isOver = byte !== comma;
      } else if (closing.has(byte)) {
        this.#depth--;
        if (this.#isArray === false && this.#depth === 0) {
          this.#keep(chunk.subarray(from, at + 1));
          this.#finish();
          this.isOver = true;
        }
      }
    }
    if (!this.isOver) this.#keep(chunk.subarray(from));
  }

  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#pieces = [];
    this.#found.push({ kind: "cut-off" });
  }

  /** Finds the start of the first element. */
  #begin(chunk: Uint8Array): number {
    const at = chunk.findIndex((byte) => !blank.has(byte));
    if (at < 0) return chunk.length;
    this.#isArray = chunk[at] === 0x5b;
    return this.#isArray ? at + 1 : at;
  }

  #keep(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    if (this.#bytes > this.#limits.bytes) this.#pieces = [];
    // A copy, because the chunk's memory is reused.
    else if (bytes.length > 0) this.#pieces.push(bytes.slice());
  }

  #finish(): void {
    if (this.#bytes > this.#limits.bytes) this.#found.push({ kind: "too-large" });
    else if (this.#deepest > this.#limits.depth) this.#found.push({ kind: "too-deep" });
    else {
      const json = Buffer.concat(this.#pieces).toString();
      if (json.trim() !== "") this.#found.push({ kind: "value", json });
    }
    [this.#pieces, this.#bytes, this.#depth, this.#deepest] = [[], 0, 0, 0];
  }
}
