/*
 * A word as a regular expression that finds it in either case, in PostgreSQL
 * and in JavaScript alike. The embedded engine folds only ASCII (its collation
 * is C), so ILIKE would miss "Ärger" when asked for "ärger".
 */
export function wordPattern(word: string): string {
  return Array.from(word, (sign) => {
    const forms = new Set([sign, sign.toLowerCase(), sign.toUpperCase()].filter((form) => Array.from(form).length === 1));
    const escaped = Array.from(forms, (form) => form.replace(/[\\^$.*+?()[\]{}|/-]/u, "\\$&"));
    return escaped.length === 1 ? escaped[0]! : `[${escaped.join("")}]`;
  }).join("");
}
