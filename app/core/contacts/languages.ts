/* Languages of a contact: stored as language tags (BCP 47), entered and shown by their names. */

const known = new Map<string, string>();

/** By name, in English, in the languages that exports come in, and in itself. */
function codesByName(): Map<string, string> {
  if (known.size > 0) return known;
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const codes = letters
    .flatMap((one) => letters.map((other) => `${one}${other}`))
    .filter((code) => nameIn("en", code) !== undefined);
  for (const code of codes) {
    const canonical = Intl.getCanonicalLocales(code)[0]!;
    for (const locale of ["en", "sv", "de", "nl", canonical]) {
      const name = nameIn(locale, code)?.toLowerCase();
      if (name !== undefined && !known.has(name)) known.set(name, canonical);
    }
  }
  return known;
}

const displays = new Map<string, Intl.DisplayNames>();

function nameIn(locale: string, code: string): string | undefined {
  const display = displays.get(locale) ?? new Intl.DisplayNames(locale, { type: "language", fallback: "none" });
  displays.set(locale, display);
  return display.of(code);
}

/** Of a tag (`de-AT`) or a name (“German”, “tyska”); null of what is neither. */
export function readLanguage(text: string): string | null {
  const asked = text.normalize("NFC").trim().replace("_", "-");
  const byName = codesByName().get(asked.toLowerCase());
  if (byName !== undefined) return byName;
  if (!/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/.test(asked)) return null;
  try {
    const tag = Intl.getCanonicalLocales(asked)[0]!;
    return nameIn("en", tag) === undefined ? null : tag;
  } catch {
    return null;
  }
}

export function languageName(tag: string): string {
  return nameIn("en", tag) ?? tag;
}

/** Each once, in order, and what is no language. */
export function readLanguages(words: readonly string[]): { languages: string[]; unused: string[] } {
  const read = words.map((word) => ({ word, tag: readLanguage(word) }));
  return {
    languages: [...new Set(read.flatMap(({ tag }) => tag ?? []))],
    unused: read.filter(({ tag }) => tag === null).map(({ word }) => word),
  };
}
