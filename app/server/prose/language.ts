/*
 * In which of the four languages a text is written. Short texts are guessed
 * from function words, which a statistical detector misreads below some forty
 * characters; longer ones by eld. Anything else answers null.
 */
import { createRequire, findPackageJSON } from "node:module";
import { join } from "node:path";
import { proseLanguages, splitWords, type ProseLanguage } from "#core/sentences.ts";

const require = createRequire(import.meta.url);
let detector: typeof import("eld/small").eld | undefined;

/**
 * Its tables take longer to load than most of the server, so they wait for the
 * first text. The package exports itself to `import` alone: hence by its file.
 */
function eld() {
  const entry = () => join(findPackageJSON("eld", import.meta.url)!, "../src/entries/static.small.js");
  return (detector ??= (require(entry()) as typeof import("eld/small")).eld);
}

const functionWords: Record<ProseLanguage, ReadonlySet<string>> = {
  en: new Set(
    "the and of to is are was in that it for this my me you your with please what does do fix write make how can on".split(" "),
  ),
  sv: new Set(
    "och att det som en är på av för med den till jag min mitt mig vad hur kan ett inte om skriv rätta gör texten".split(" "),
  ),
  de: new Set(
    "und der die das ist nicht ein eine zu den mit für auf ich mein meine mir was wie kann bitte schreibe den text diesen".split(
      " ",
    ),
  ),
  nl: new Set(
    "en het een van de is niet dat op te voor met ik mijn mij wat hoe kan alstublieft schrijf deze dit tekst zijn".split(" "),
  ),
};

export function detectLanguage(text: string): ProseLanguage | null {
  const sample = text.slice(0, 4_000);
  const words = splitWords(sample).map((word) => word.text.toLowerCase());
  if (words.length === 0) return null;
  const scores = proseLanguages.map((language) => ({
    language,
    score: words.filter((word) => functionWords[language].has(word)).length + (letters[language]?.test(sample) ? 0.5 : 0),
  }));
  const [best, second] = scores.toSorted((a, b) => b.score - a.score);
  if (best!.score - second!.score >= 1 && (sample.length < 80 || best!.score / words.length > 0.2)) return best!.language;
  const detected = eld().detect(sample).language;
  if ((proseLanguages as readonly string[]).includes(detected) && sample.length >= 25) return detected as ProseLanguage;
  return best!.score > second!.score ? best!.language : null;
}

const letters: Partial<Record<ProseLanguage, RegExp>> = { sv: /[åÅ]/, de: /[ßüÜ]/ };

/** British unless the spelling is plainly American. */
export function dialectOf(text: string): "British" | "American" {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const british = count(/\b\w+(?:isation|ising|ised|our|ourable|tre)\b|\b(?:licence|whilst|cheque|favour|behaviour|programme)\b/gi);
  const american = count(
    /\b\w{3,}(?:ization|izing|ized|yze|yzed)\b|\b(?:color|favor|honor|behavior|labor|center|defense|license|attorney|Delaware|California|New York)s?\b/gi,
  );
  return american > british ? "American" : "British";
}
