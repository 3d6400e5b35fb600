/*
 * Two things a JavaScript string can hold and PostgreSQL's text cannot: the
 * zero character, and half of a surrogate pair. Models send both (a pair may be
 * cut between two pieces), and so may anybody's request. Each is replaced by
 * the sign that stands for an unreadable one.
 */
const replacement = "\ufffd";

export function storable(text: string): string {
  return text.toWellFormed().replaceAll("\u0000", replacement);
}

/** JSON that can be stored as it is. Looks twice only where the first look shows a reason. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!mayHoldUnstorable(json)) return json;
  return JSON.stringify(value, (_key, inner: unknown) => (typeof inner === "string" ? storable(inner) : inner));
}

/** Parses JSON from outside into values that can be stored. Throws what JSON.parse throws. */
export function parseStorable(json: string): unknown {
  if (!mayHoldUnstorable(json)) return JSON.parse(json);
  return JSON.parse(json, (_key, inner: unknown) => (typeof inner === "string" ? storable(inner) : inner));
}

/** Both are escaped in any JSON that JSON.stringify makes, and zero in all that is valid. */
function mayHoldUnstorable(json: string): boolean {
  return /\\u(?:0000|d[89a-f])/i.test(json);
}
