/*
 * What the built-in editor says, from content/phrases: a file for each language, with the same keys in each. The
 * sentences speak of rules and findings, never as if it had understood.
 */
import type { ProseLanguage } from "#core/text/sentences.ts";
import german from "../../../content/phrases/de.json" with { type: "json" };
import english from "../../../content/phrases/en.json" with { type: "json" };
import dutch from "../../../content/phrases/nl.json" with { type: "json" };
import swedish from "../../../content/phrases/sv.json" with { type: "json" };

type Catalog = typeof english;
/** For a conversation. */
export type Phrases = Catalog["answers"];
/** For an agent that goes through a document. */
export type AgentPhrases = Catalog["agent"];
type Plural = { zero?: string; one: string; other: string };

const catalogs: Record<ProseLanguage, Catalog> = { en: english, sv: swedish, de: german, nl: dutch };

export function phrases<Part extends keyof Catalog>(part: Part, language: ProseLanguage): Catalog[Part] {
  return catalogs[language][part];
}

/** With its {slots} filled. `count` decides which form of a plural is used. */
export function fill(phrase: string | Plural, values: Readonly<Record<string, string | number>>): string {
  const text = typeof phrase === "string" ? phrase : formFor(Number(values["count"]), phrase);
  return text.replaceAll(/\{(\w+)\}/g, (slot, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`Nothing fills ${slot} in “${text}”`);
    return String(value);
  });
}

function formFor(count: number, { zero, one, other }: Plural): string {
  if (count === 0 && zero !== undefined) return zero;
  return count === 1 ? one : other;
}
