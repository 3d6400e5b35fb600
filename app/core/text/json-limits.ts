/*
 * What a JSON text would be, counted without making it: one pass over its
 * bytes. JSON.parse takes seconds for an object of a million names, and a deep
 * nesting exhausts the stack of what walks through it later.
 */
export type JsonLimits = {
  /** Members of all objects and elements of all arrays. */
  parts: number;
  /** Members of one object. */
  members: number;
  depth: number;
};

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;

/** Which limit the text exceeds, or null. Whether it is JSON at all is for the parser to say. */
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
