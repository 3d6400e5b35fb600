/*
 * Detects which of the four languages a text is in. Short texts are judged by function words,
 * because a statistical detector misreads those under about forty characters; longer ones by eld.
 * Null for anything else.
 */
import { createRequire, findPackageJSON } from "node:module";
import { join } from "node:path";
import { guessLanguage } from "#core/prose/prose-language.ts";
import { proseLanguages, styleLanguages, type ProseLanguage, type StyleLanguage } from "#core/text/sentences.ts";

const require = createRequire(import.meta.url);
let detector: typeof import("eld/small").eld | undefined;

/**
 * Loaded on first use because its tables take longer to load than most of the server. Required by
 * file path because the package only exports itself to `import`.
 */
function eld() {
  const entry = () => join(findPackageJSON("eld", import.meta.url)!, "../src/entries/static.small.js");
  return (detector ??= (require(entry()) as typeof import("eld/small")).eld);
}

export function detectLanguage(text: string): ProseLanguage | null {
  const sample = text.slice(0, 4_000);
  const guess = guessLanguage(sample);
  if (guess.isSure || guess.language === undefined) return guess.language ?? null;
  const detected = eld().detect(sample).language;
  if ((proseLanguages as readonly string[]).includes(detected) && sample.length >= 25) return detected as ProseLanguage;
  return guess.isAhead && otherLanguage(sample) === null ? guess.language : null;
}

/** For a few sentences that are clearly in none of the four: their language, such as “fr”. */
export function otherLanguage(text: string): string | null {
  const sample = text.slice(0, 4_000);
  if (sample.length < 80) return null;
  const found = eld().detect(sample);
  const isOther = found.isReliable() && !(proseLanguages as readonly string[]).includes(found.language);
  return isOther ? found.language : null;
}

/** For a page of text or more; null for a language whose style isn't measured. */
export function detectStyleLanguage(text: string): StyleLanguage | null {
  const detected = eld().detect(text.slice(0, 4_000)).language;
  return styleLanguages.find((language) => language === detected) ?? null;
}
