/*
 * A word as a case-insensitive regular expression, for PostgreSQL and JavaScript alike. The embedded engine folds only
 * ASCII (its collation is C), so ILIKE would not find "Ärger" for "ärger".
 */
export function wordPattern(word: string): string {
  return Array.from(word, (sign) => {
    const forms = new Set([sign, sign.toLowerCase(), sign.toUpperCase()].filter((form) => Array.from(form).length === 1));
    const escaped = Array.from(forms, (form) => form.replace(/[\\^$.*+?()[\]{}|/]/u, "\\$&"));
    return escaped.length === 1 ? escaped[0]! : `[${escaped.join("")}]`;
  }).join("");
}
