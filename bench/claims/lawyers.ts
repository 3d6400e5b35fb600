/*
 * Statements about real sections, written and judged by reading the law before the checker saw them. Every third section
 * is kept aside: what is said of it is counted and never shown.
 */
import { dutch } from "./lawyers/dutch.ts";
import { english } from "./lawyers/english.ts";
import { german } from "./lawyers/german.ts";
import { swedish } from "./lawyers/swedish.ts";
import type { Statements } from "./lawyers/statements.ts";

export type Statement = { language: string; isHonest: boolean; isKeptAside: boolean; text: string; content: string };

const tables: Record<string, Statements> = { en: english, sv: swedish, de: german, nl: dutch };

export function statementsOf(contents: ReadonlyMap<string, string>): Statement[] {
  return Object.entries(tables).flatMap(([language, sections]) =>
    Object.entries(sections).flatMap(([id, said], at) => {
      const content = contents.get(id);
      if (content === undefined) throw new Error(`${id} is not in the stored law.`);
      const isKeptAside = at % 3 === 2;
      return [true, false].flatMap((isHonest) =>
        said[isHonest ? "true" : "false"].map((text) => ({ language, isHonest, isKeptAside, text, content })),
      );
    }),
  );
}
