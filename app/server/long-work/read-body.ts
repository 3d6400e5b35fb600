/* Parses the JSON body of a request within the limits of its route. */
import { exceededJsonLimit, type JsonLimits } from "#core/text/json-limits.ts";
import { parseStorable } from "#core/text/storable.ts";

export type BodyToRead = { bytes: Uint8Array; limits: JsonLimits; asText: readonly string[] };
export type ReadBody =
  | { kind: "exceeded"; limit: keyof JsonLimits }
  | { kind: "no-json" }
  /** `texts`: the members of `value` that are left as JSON text. */
  | { kind: "read"; value: unknown; texts: Record<string, string> };

export function readBody({ bytes, limits, asText }: BodyToRead): ReadBody {
  const limit = exceededJsonLimit(bytes, limits);
  if (limit !== null) return { kind: "exceeded", limit };
  try {
    const value = parseStorable(new TextDecoder().decode(bytes));
    return { kind: "read", value, texts: takenTexts(value, asText) };
  } catch {
    return { kind: "no-json" };
  }
}

function takenTexts(value: unknown, names: readonly string[]): Record<string, string> {
  const texts: Record<string, string> = {};
  if (typeof value !== "object" || value === null) return texts;
  const members = value as Record<string, unknown>;
  for (const name of names) {
    if (!Object.hasOwn(members, name)) continue;
    texts[name] = JSON.stringify(members[name]);
    delete members[name];
  }
  return texts;
}
