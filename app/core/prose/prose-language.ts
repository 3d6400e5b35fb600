/*
 * Guesses which of the four languages a text is in, by its function words, and
 * which variant of English. Enough for a page of text; if it isn't sure, the
 * server uses a detector (server/prose/language.ts).
 */
import { proseLanguages, splitWords, type ProseLanguage } from "../text/sentences.ts";

const functionWords: Record<ProseLanguage, ReadonlySet<string>> = {
  en: new Set(
    "the and of to is are was in that it for this my me you your with please what does do fix write make how can on".split(" "),
  ),
  sv: new Set(
    "och att det som en är på av för med den till jag min mitt mig vad hur kan ett inte om skriv rätta gör texten".split(" "),
  ),
  de: new Set(
    "und der die das ist nicht ein eine zu den mit für auf ich mein meine mir was wie kann bitte schreibe den text diesen sagt regelt steht".split(
      " ",
    ),
  ),
  nl: new Set(
    "en het een van de is niet dat op te voor met ik mijn mij wat hoe kan alstublieft schrijf deze dit tekst zijn".split(" "),
  ),
};

const letters: Partial<Record<ProseLanguage, RegExp>> = { sv: /[åÅ]/, de: /[ßüÜ]/ };

/** `isAhead`: this language has the most function words, `lead` more than the next. `isSure`: by a margin that needs no second opinion. */
export type LanguageGuess = { language: ProseLanguage | undefined; isAhead: boolean; lead: number; isSure: boolean };

export function guessLanguage(sample: string): LanguageGuess {
  const words = splitWords(sample).map((word) => word.text.toLowerCase());
  if (words.length === 0) return { language: undefined, isAhead: false, lead: 0, isSure: false };
  const scores = proseLanguages.map((language) => ({
    language,
    score: words.filter((word) => functionWords[language].has(word)).length + (letters[language]?.test(sample) ? 0.5 : 0),
  }));
  const [best, second] = scores.toSorted((a, b) => b.score - a.score);
  const isSure = best!.score - second!.score >= 1 && (sample.length < 80 || best!.score / words.length > 0.2);
  return { language: best!.language, isAhead: best!.score > second!.score, lead: best!.score - second!.score, isSure };
}

/** No function word of this language is in the text. */
export function hasNoWordOf(language: ProseLanguage, text: string): boolean {
  return splitWords(text).every((word) => !functionWords[language].has(word.text.toLowerCase()));
}

/** Function words of languages that have no rules here. */
const unknownLanguages: readonly ReadonlySet<string>[] = [
  "le la les un une de du des et est ou ne pas pour par en sur qui que au aux dans ce cette sont il elle sans doit peut avec chaque ses leur",
  "el los las la un una de y del que en por para con no es se su lo al puede debe sin ni",
  "il lo la gli un una della del di e non per con in che è si può deve dei delle senza",
  "o os um uma da de em não e por para que se pode deve sem",
  "og ikke af skal at det er en på for den til som være bliver hvis",
  "ja ei on tai että ovat voi jos",
  "i nie w na do z się lub oraz jest może",
].map((words) => new Set(words.split(" ")));
const fewestUnknown = 2;
const leastUnknown = 0.2;

/** In a language other than the four: French, Danish. */
export function isUnknownLanguage(text: string): boolean {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const count = (known: ReadonlySet<string>) => words.filter((word) => known.has(word)).length;
  const unknown = Math.max(...unknownLanguages.map(count));
  return (
    unknown >= Math.max(fewestUnknown, leastUnknown * words.length) &&
    proseLanguages.every((language) => count(functionWords[language]) < unknown)
  );
}

/** British unless the spelling is clearly American. */
export function dialectOf(text: string): "British" | "American" {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const british = count(/\b\w+(?:isation|ising|ised|our|ourable|tre)\b|\b(?:licence|whilst|cheque|favour|behaviour|programme)\b/gi);
  const american = count(
    /\b\w{3,}(?:ization|izing|ized|yze|yzed)\b|\b(?:color|favor|honor|behavior|labor|center|defense|license|attorney|Delaware|California|New York)s?\b/gi,
  );
  return american > british ? "American" : "British";
}
