/*
 * Measures a JSON text in one pass over its bytes, without parsing: JSON.parse
 * takes seconds on an object with a million keys, and deep nesting overflows
 * the stack of later recursion.
 */
export type JsonLimits = {
  /** Members of all objects and elements of all arrays. */
  parts: number;
  /** Members of a single object. */
  members: number;
  depth: number;
};

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;

/** Which limit is exceeded, or null. Syntax is left to the parser. */
export function exceededJsonLimit(bytes: Uint8Array, limits: JsonLimits): keyof JsonLimits | null {
  const members = new Int32Array(limits.depth + 1);
  let depth = 0;
  let parts = 0;
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case quote:
        at = endOfString(bytes, at);
        break;
      case 0x7b: // {
      case 0x5b: // [
        if (++depth > limits.depth) return "depth";
        if (++parts > limits.parts) return "parts";
        members[depth] = 0;
        break;
      case 0x7d: // }
      case 0x5d: // ]
        if (depth > 0) depth--;
        break;
      case comma:
        if (++parts > limits.parts) return "parts";
        break;
      case colon:
        if (++members[depth]! > limits.members) return "members";
        break;
    }
  }
  return null;
}

function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}
