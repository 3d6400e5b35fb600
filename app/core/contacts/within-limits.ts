/* What of a file is more than a contact holds is left out, and is said. */
import { contactLimits } from "./contact.ts";

export function within(text: string, most: number, unused: string[]): string {
  if (text.length > most) unused.push(shortened(text.slice(most)));
  return text.slice(0, most);
}

export function few<T>(all: readonly T[], most: number, unused: string[], wordsFor: (one: T) => string): T[] {
  unused.push(...all.slice(most).map((one) => wordsFor(one)));
  return all.slice(0, most);
}

/** Lines of one kind, each once. */
export function fewLines(all: readonly string[], most: number, unused: string[]): string[] {
  const lines = all.map((one) => within(one, contactLimits.line, unused));
  return few([...new Set(lines)], most, unused, (one) => one);
}

const shortened = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
