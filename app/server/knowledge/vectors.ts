/* Vectors as they are stored: a signed byte a dimension; and as all are held against a question first: a bit a dimension. */

const scale = 127;
/** Bits of a code: of more dimensions the first tell enough to choose by. */
const codeBits = 1_024;

/** One after the other. */
export function packed(vectors: readonly Float32Array[]): Int8Array {
  const dimensions = vectors[0]?.length ?? 0;
  const data = new Int8Array(vectors.length * dimensions);
  for (const [at, vector] of vectors.entries())
    data.set(
      Int8Array.from(vector, (value) => Math.round(value * scale)),
      at * dimensions,
    );
  return data;
}

/** The cosine of the vector that begins at `start`. */
export function similarity(data: Int8Array, start: number, question: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < question.length; at++) sum += data[start + at]! * question[at]!;
  return sum / scale;
}

/** Whole words of 32 bits, so that they can be compared at once. */
export function codeOf(vector: Float32Array): Uint8Array {
  const bits = Math.min(vector.length, codeBits);
  const code = new Uint8Array(Math.ceil(bits / 32) * 4);
  for (let at = 0; at < bits; at++) if (vector[at]! > 0) code[at >> 3]! |= 1 << (at & 7);
  return code;
}

/** In how many bits two codes differ; `start` is where the first begins in `codes`. */
export function distance(codes: Uint32Array, start: number, code: Uint32Array): number {
  let differing = 0;
  for (let at = 0; at < code.length; at++) differing += bitsIn(codes[start + at]! ^ code[at]!);
  return differing;
}

function bitsIn(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
