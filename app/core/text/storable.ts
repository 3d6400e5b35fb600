/*
 * PostgreSQL's text can't hold two things that a JavaScript string can: NUL,
 * and half of a surrogate pair. Models send both (a pair may be split across
 * chunks), and so may any request. Each becomes the replacement character.
 */
const replacement = "\ufffd";

export function storable(text: string): string {
  return text.toWellFormed().replaceAll("\u0000", replacement);
}

/** JSON that can be stored as it is. The second pass runs only if the first finds a reason. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!mayHoldUnstorable(json)) return json;
  return JSON.stringify(value, (_key, inner: unknown) => (typeof inner === "string" ? storable(inner) : inner));
}

/** Parses external JSON into storable values. Throws like JSON.parse. */
export function parseStorable(json: string): unknown {
  if (!mayHoldUnstorable(json)) return JSON.parse(json);
  return JSON.parse(json, (_key, inner: unknown) => (typeof inner === "string" ? storable(inner) : inner));
}

/** JSON.stringify escapes both, and valid JSON always escapes NUL. */
function mayHoldUnstorable(json: string): boolean {
  return /\\u(?:0000|d[89a-f])/i.test(json);
}
