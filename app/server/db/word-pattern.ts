import { sql, type RawBuilder } from "kysely";

/*
 * A word as a case-insensitive regular expression, for PostgreSQL and JavaScript alike. The embedded engine folds only
 * ASCII (its collation is C), so ILIKE and lower() would not find "Ärger" for "ärger".
 */
export function wordPattern(word: string): string {
  return Array.from(word, (sign) => {
    const forms = new Set([sign, sign.toLowerCase(), sign.toUpperCase()].filter((form) => Array.from(form).length === 1));
    const escaped = Array.from(forms, (form) => form.replace(/[\\^$.*+?()[\]{}|/]/u, "\\$&"));
    return escaped.length === 1 ? escaped[0]! : `[${escaped.join("")}]`;
  }).join("");
}

/** The words are in the text, as they follow each other. */
export const contains = (text: RawBuilder<unknown>, words: string) => sql<boolean>`${text} ~ ${wordPattern(words)}`;

/** The text is these words. */
export const says = (text: RawBuilder<unknown>, words: string) => sql<boolean>`${text} ~ ${`^${wordPattern(words)}$`}`;

/** Every word of what was typed into a search field is in the text. */
export function containsAll(text: RawBuilder<unknown>, query: string): RawBuilder<boolean> {
  const words = query.split(/\s+/u).filter(Boolean).slice(0, mostWords);
  return words.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.join(
        words.map((word) => contains(text, word)),
        sql` and `,
      )})`;
}

const mostWords = 8;
