/* What a model was asked to answer as one JSON object. Smaller models put a fence or a sentence around it. */
import type { z } from "zod";

/** Null if it cannot be read. */
export function readJsonAnswer<Said>(text: string, schema: z.ZodType<Said>): Said | null {
  const [from, to] = [text.indexOf("{"), text.lastIndexOf("}")];
  if (from < 0 || to < from) return null;
  let value: unknown;
  try {
    value = JSON.parse(text.slice(from, to + 1));
  } catch {
    return null;
  }
  const read = schema.safeParse(value);
  return read.success ? read.data : null;
}

/** Of all parts of a long document one answer: the first that settles the question, absent only if it is absent from all. */
export function firstSettled<Said>(answers: readonly Said[], ...settles: ((said: Said) => boolean)[]): Said | undefined {
  for (const isSettled of settles) {
    const found = answers.find(isSettled);
    if (found !== undefined) return found;
  }
  return answers.at(-1);
}
