/* Vector formats: stored as one signed byte per dimension, and prefiltered as one bit per dimension. */

const scale = 127;
/** Bits per code; for more dimensions, the first ones are enough to preselect. */
const codeBits = 1_024;

/** Concatenated. */
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

/** The cosine similarity to the vector that begins at `start`. */
export function similarity(data: Int8Array, start: number, question: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < question.length; at++) sum += data[start + at]! * question[at]!;
  return sum / scale;
}

/** Padded to whole 32-bit words for fast comparison. */
export function codeOf(vector: Float32Array): Uint8Array {
  const bits = Math.min(vector.length, codeBits);
  const code = new Uint8Array(Math.ceil(bits / 32) * 4);
  for (let at = 0; at < bits; at++) if (vector[at]! > 0) code[at >> 3]! |= 1 << (at & 7);
  return code;
}

/** The Hamming distance of two codes; the first begins at `start` in `codes`. */
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
