/*
 * Statements that are asked again and again, and always in the same words, can be parsed and planned once for a session:
 * on the embedded database that is most of what a short statement costs. A statement says so itself, since a plan made
 * for all values can be a bad one for some: those that find rows by their ids have nothing to lose. Only the server's own
 * statements are prepared: a person's come in a batch with who asks, where pg would take the wrong one for parsed.
 */
import { createHash } from "node:crypto";
import { sql } from "kysely";

const mark = "/* prepared */";
/** At the end of a statement whose words are the same for all values: no lists whose length differs. */
export const prepared = sql.raw(mark);

const names = new Map<string, string>();

/** The name of a statement to be prepared; undefined for any other. */
export function preparedName(text: string): string | undefined {
  if (!text.endsWith(mark)) return undefined;
  const known = names.get(text);
  if (known !== undefined) return known;
  // More than are written in the product: the words of one differ from time to time, and it would be kept for nothing.
  if (names.size >= mostPrepared) return undefined;
  const name = createHash("sha256").update(text).digest("base64url");
  names.set(text, name);
  return name;
}

const mostPrepared = 100;
