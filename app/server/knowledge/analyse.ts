/*
 * Tokenizes text for search: case folded, stop words removed, words stemmed, and compounds also
 * split into parts ("Kündigungsfrist" matches "Kündigung" and "Frist"). Compound parts are learned
 * from the law itself, so no dictionary is needed.
 */
import snowball from "snowball-stemmers";
import type { ProseLanguage } from "#core/text/sentences.ts";
import { Vocabulary } from "./vocabulary.ts";

const stemmerNames: Record<ProseLanguage, string> = { en: "english", sv: "swedish", de: "german", nl: "dutch" };

const functionWords: Record<ProseLanguage, ReadonlySet<string>> = {
  en: wordSet(
    "a an and any are as at be been but by can could did do does for from had has have how i if in into is it its may me my no nor not of on or our shall should so such than that the their them then there these they this those to under up upon was we were what when where which who whom whose why will with within would you your",
  ),
  sv: wordSet(
    "att av de del dem den denna det detta du där då efter eller en enligt ett för från ha han har hon hur i in inte jag kan man med mellan men mitt mot må när och om på samt sin sina sitt ska skall som så till under upp ut vad var vem vid vilka vilken vilket är även över",
  ),
  de: wordSet(
    "aber als am an auch auf aus bei bis da das dass dem den der des dessen die dies diese dieser dieses durch ein eine einem einen einer eines er es für hat haben ich im in ist ja kann kein keine mit nach nicht noch nur oder sein seine sich sie sind so soll über um und unter vom von vor war was wenn werden wer wie wird wir wo zu zum zur",
  ),
  nl: wordSet(
    "aan als bij dat de den der des deze die dit door een en er het hij hoe ik in is je kan met mij mijn moet na naar niet nog of om onder ook op over te tot uit van voor wat wel welke wie wij wordt worden zal ze zich zij zijn zo",
  ),
};

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}

/** Linking letters between the parts of a compound. */
const joints: Record<ProseLanguage, readonly string[]> = {
  en: [],
  sv: ["", "s", "e"],
  de: ["", "s", "es", "n", "en", "er"],
  nl: ["", "s", "en", "e"],
};

/** Counts of words long and frequent enough to be parts of compounds. */
export type Lexicon = ReadonlyMap<string, number>;
/** A lexicon, or several combined. */
export type WordCounts = Pick<Lexicon, "get" | "size">;

const shortestPart = 4;

type Stemmer = { stem(word: string): string; known: Map<string, string> };
const stemmers = new Map<ProseLanguage, Stemmer>();
const mostKnown = 200_000;

/** The stemmer is slow, and texts repeat the same words. */
export function stemOf(word: string, language: ProseLanguage): string {
  if (word.length > 50) return word;
  let stemmer = stemmers.get(language);
  if (!stemmer) {
    const own = snowball.newStemmer(stemmerNames[language]);
    stemmers.set(language, (stemmer = { stem: (one) => own.stem(one), known: new Map() }));
  }
  const { known } = stemmer;
  let stem = known.get(word);
  if (stem === undefined) {
    if (known.size > mostKnown) known.clear();
    known.set(word, (stem = stemmer.stem(word)));
  }
  return stem;
}

export function foldText(text: string): string {
  return text.toLowerCase().normalize("NFC");
}

function wordsOf(text: string): string[] {
  return foldText(text).match(/[\p{L}\p{M}]+|\d+[a-z]?(?::\d+)?/gu) ?? [];
}

/** The word's stem, then those of its parts; empty for a stop word. */
type WordTerms = readonly string[];

function wordTerms(word: string, language: ProseLanguage, lexicon: WordCounts): WordTerms {
  if (functionWords[language].has(word) || (word.length === 1 && !/\d/.test(word))) return [];
  const parts = lexicon.size === 0 || word.length < 2 * shortestPart ? [] : split(word, language, lexicon, 2);
  return [word, ...parts].map((one) => stemOf(one, language));
}

type TakeTerm = (term: string, isPart: boolean) => void;

/** Analysis results are cached by language and lexicon. */
type Known = { runs: Vocabulary; words: WordTerms[][] };
const knownRuns = new WeakMap<WordCounts, Map<ProseLanguage, Known>>();
const noLexicon: Lexicon = new Map();

function knownIn(lexicon: WordCounts, language: ProseLanguage): Known {
  let languages = knownRuns.get(lexicon);
  if (!languages) knownRuns.set(lexicon, (languages = new Map<ProseLanguage, Known>()));
  let known = languages.get(language);
  if (!known || known.runs.size > mostKnown) languages.set(language, (known = { runs: new Vocabulary(), words: [] }));
  return known;
}

/** Each word's stem, followed by the stems of its parts; with a null `lexicon`, compounds aren't split. */
export function eachTerm(text: string, language: ProseLanguage, lexicon: WordCounts | null, take: TakeTerm): void {
  const { runs, words } = knownIn(lexicon ?? noLexicon, language);
  runs.each(foldText(text), (run) => {
    const own = (words[run] ??= wordsOf(runs.text(run)).map((word) => wordTerms(word, language, lexicon ?? noLexicon)));
    for (const terms of own) for (let at = 0; at < terms.length; at++) take(terms[at]!, at > 0);
  });
}

/** The same for a text that isn't used again: caches nothing. */
export function eachTermOnce(text: string, language: ProseLanguage, lexicon: WordCounts, take: TakeTerm): void {
  for (const word of wordsOf(text)) for (const [at, term] of wordTerms(word, language, lexicon).entries()) take(term, at > 0);
}

/** The stems of a text in order. */
export function termsOf(text: string, language: ProseLanguage, lexicon: Lexicon | null): string[] {
  const terms: string[] = [];
  eachTerm(text, language, lexicon, (term) => terms.push(term));
  return terms;
}

/** The two or three words in a compound, or none. */
function split(word: string, language: ProseLanguage, lexicon: WordCounts, depth: number): readonly string[] {
  let best: { parts: readonly string[]; score: number } = { parts: [], score: lexicon.get(word) ?? 0 };
  for (let at = shortestPart; at <= word.length - shortestPart; at++) {
    const right = word.slice(at);
    const rightCount = lexicon.get(right);
    const rightParts = rightCount === undefined && depth > 1 ? split(right, language, lexicon, depth - 1) : [];
    if (rightCount === undefined && rightParts.length === 0) continue;
    for (const joint of joints[language]) {
      const left = word.slice(0, at);
      if (!left.endsWith(joint)) continue;
      const stem = joint === "" ? left : left.slice(0, -joint.length);
      const leftCount = stem.length < shortestPart ? undefined : lexicon.get(stem);
      if (leftCount === undefined) continue;
      // The geometric mean: a split is valid if its parts are more common than the whole.
      const score = Math.sqrt(leftCount * (rightCount ?? 2));
      if (score > best.score) best = { parts: [stem, ...(rightParts.length > 0 ? rightParts : [right])], score };
    }
  }
  return best.parts;
}

const leastOccurrences = 3;
const largestLexicon = 60_000;

/** From texts and how often each occurs. */
export function lexiconOf(texts: Iterable<readonly [text: string, times: number]>, language: ProseLanguage): Map<string, number> {
  const counts = new Map<string, number>();
  if (joints[language].length === 0) return counts;
  for (const [text, times] of texts)
    for (const word of wordsOf(text))
      if (word.length >= shortestPart && word.length <= 16) counts.set(word, (counts.get(word) ?? 0) + times);
  const kept = [...counts].filter(
    ([word, count]) => count >= leastOccurrences && !functionWords[language].has(word) && !/\d/.test(word),
  );
  return new Map(kept.toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, largestLexicon));
}
