/*
 * Finds the sentences relevant to a question in a few documents: BM25 over sentences with Snowball
 * stems, boosted by the paragraph and heading. The index is built in memory per question and
 * discarded, so that one writer's files never affect another's.
 */
import snowball from "snowball-stemmers";
import { relatedStems, relatedWeight } from "./related-words.ts";
import { splitParagraphs, splitSentences, splitWords, type ProseLanguage, type Span } from "#core/text/sentences.ts";

export type Passage = Span & {
  /** Index of its document. */
  document: number;
  text: string;
  /** The heading or clause above it, if one was detected. */
  heading: string | null;
  /** Counted from 1. */
  paragraph: number;
  score: number;
  /** Share of the question's weight this passage covers, 0 to 1. */
  coverage: number;
};

const stopWords: Record<ProseLanguage, ReadonlySet<string>> = {
  en: new Set(
    "a an and any are as at be been but by can could did do does for from had has have how i if in into is it its me my no not of on or our shall should so such than that the their them then there these they this to under was we were what when where which who whom whose why will with would you your may might must each either neither both please tell about say says document file text contract agreement attached explain find many much long often high low big large small soon far".split(
      " ",
    ),
  ),
  sv: new Set(
    "och att det som en ett är på av för med den de till jag vi du min vad hur när var vem vilka vilken vilket kan ska skall inte om i ur enligt finns står säger har får måste bör någon något både dokumentet filen texten avtalet hög högt stor stort stora lång långt mycket många".split(
      " ",
    ),
  ),
  de: new Set(
    "und der die das den dem des ist sind nicht ein eine einer eines einem zu zum zur mit für auf ich wir was wie wann wo wer welche welcher welches kann können darf dürfen muss müssen beide jede jeder in im von vom nach bei steht sagt gibt es an am welchem welchen wird werden wurde hat haben sich dokument datei text vertrag hoch groß lang lange viel viele".split(
      " ",
    ),
  ),
  nl: new Set(
    "en de het een van is zijn niet dat die op te voor met ik wij wat hoe wanneer waar wie welke kan kunnen mag mogen moet moeten beide elke in uit volgens staat zegt er aan bij welk wordt worden document bestand tekst overeenkomst contract hoog groot lang veel".split(
      " ",
    ),
  ),
};

const stemmerNames: Record<ProseLanguage, string> = { en: "english", sv: "swedish", de: "german", nl: "dutch" };

function stemsOf(text: string, language: ProseLanguage): string[] {
  return splitWords(text, language)
    .flatMap((word) => word.text.toLowerCase().split(/[-‐‑'’]/))
    .filter((word) => word.length > 1 || /\d/.test(word))
    .map((word) => (stopWords[language].has(word) ? "" : stemOf(word.normalize("NFC"), language)))
    .filter((stem) => stem !== "");
}

/** A document repeats few words often, and the stemmer is slow. */
const stems = new Map<string, string>();

function stemOf(word: string, language: ProseLanguage): string {
  const key = `${language}${word}`;
  let stem = stems.get(key);
  if (stem === undefined) {
    if (stems.size > 50_000) stems.clear();
    stems.set(key, (stem = word.length > 60 ? word : stemmerFor(language).stem(word)));
  }
  return stem;
}

const stemmers = new Map<ProseLanguage, { stem(word: string): string }>();
function stemmerFor(language: ProseLanguage): { stem(word: string): string } {
  let stemmer = stemmers.get(language);
  if (!stemmer) stemmers.set(language, (stemmer = snowball.newStemmer(stemmerNames[language])));
  return stemmer;
}

/** The question's stems by weight: its own words 1, related words less. */
function questionWeights(question: string, language: ProseLanguage): Map<string, number> {
  const weights = new Map(stemsOf(question, language).map((stem) => [stem, 1]));
  for (const stem of relatedStems(new Set(weights.keys()), language)) weights.set(stem, relatedWeight);
  return weights;
}

type Sentence = Span & {
  document: number;
  text: string;
  heading: string | null;
  paragraph: number;
  stems: string[];
  around: Set<string>;
  isHeading: boolean;
};

const fewestSentences = 20;

/** Best first; sentences that share no word with the question are left out. */
export function rankPassages(documents: readonly string[], question: string, language: ProseLanguage, limit: number): Passage[] {
  return passageRanker(documents, language)(question, limit);
}

/** For several questions about the same documents. */
export function passageRanker(documents: readonly string[], language: ProseLanguage) {
  const sentences = documents.flatMap((text, document) => sentencesOf(text, document, language));
  const averageLength = sentences.reduce((sum, sentence) => sum + sentence.stems.length, 0) / sentences.length;
  return (question: string, limit: number): Passage[] => {
    const weights = questionWeights(question, language);
    if (sentences.length === 0 || weights.size === 0) return [];
    const frequency = new Map<string, number>();
    for (const sentence of sentences) {
      for (const stem of new Set(sentence.stems)) if (weights.has(stem)) frequency.set(stem, (frequency.get(stem) ?? 0) + 1);
    }
    // A handful of sentences is too few to estimate rarity, so assume a minimum.
    const size = Math.max(sentences.length, fewestSentences);
    const rarity = (stem: string) => Math.log(1 + (size - (frequency.get(stem) ?? 0) + 0.5) / ((frequency.get(stem) ?? 0) + 0.5));
    const own = [...weights].filter(([, weight]) => weight === 1).map(([stem]) => stem);
    // A word the documents never use weighs as much as a rare one: its absence must count.
    const whole = own.reduce((sum, stem) => sum + rarity(stem), 0);
    const scored = sentences.map((sentence) => score(sentence, weights, rarity, averageLength, whole));
    return scored
      .filter((passage) => passage.score > 0)
      .toSorted((a, b) => b.score - a.score || a.document - b.document || a.start - b.start)
      .slice(0, limit);
  };
}

function score(
  sentence: Sentence,
  weights: Map<string, number>,
  rarity: (stem: string) => number,
  averageLength: number,
  whole: number,
): Passage {
  const k = 1.2;
  const b = 0.6;
  const counts = new Map<string, number>();
  for (const stem of sentence.stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  let score = 0;
  let covered = 0;
  for (const [stem, weight] of weights) {
    const count = counts.get(stem) ?? 0;
    const near = count === 0 && sentence.around.has(stem) ? 0.3 : 0;
    const part = (count * (k + 1)) / (count + k * (1 - b + (b * sentence.stems.length) / averageLength)) + near;
    score += weight * rarity(stem) * part;
    if (weight === 1) covered += rarity(stem) * (count > 0 ? 1 : near > 0 ? 0.5 : 0);
  }
  // A heading names a subject but answers nothing; neither does a fragment.
  if (sentence.isHeading) score *= 0.4;
  else if (sentence.stems.length < 4) score *= 0.5;
  const { stems: _, around: __, isHeading: ___, ...place } = sentence;
  return { ...place, score, coverage: whole > 0 ? covered / whole : 0 };
}

function sentencesOf(text: string, document: number, language: ProseLanguage): Sentence[] {
  const headings = new Headings();
  return splitParagraphs(text).flatMap((paragraph, at) => {
    const pieces = splitSentences(paragraph.text, language);
    const headed = isHeading(paragraph.text);
    const heading = headings.of(paragraph.text, headed);
    const around = new Set(stemsOf(`${heading ?? ""} ${paragraph.text.slice(0, 2_000)}`, language));
    return pieces.map((piece) => ({
      document,
      text: piece.text,
      start: paragraph.start + piece.start,
      end: paragraph.start + piece.end,
      heading,
      paragraph: at + 1,
      stems: stemsOf(piece.text, language),
      around,
      isHeading: headed,
    }));
  });
}

const numbered = /^(?:§\s?)?(\d+(?:\.\d+)*)\.?\s/u;

/** "7.2 Notice. Either party …", "§ 11 Provanställning\n…": a number and a few words before the text. */
const titled =
  /^(?:\d+(?:\.\d+)*\.?|§\s?\d+\s?\w?|\d+\s?\w?\s?§|(?:[Ss]ection|SECTION|[Aa]rticle|ARTICLE|[Cc]lause|CLAUSE|Artikel)\s+\d+\.?)\s+\p{Lu}[^\n.]{2,50}(?=\.\s|\n)/u;

/** With one of these, the words after a number are a sentence ("3. The rent is 900 euros.") and no title. */
const verbs = new Set(
  "is are was were has have shall must may can will pays pay är har ska skall får måste kan bör ist sind hat haben wird werden muss müssen kann können darf dürfen zijn heeft hebben moet moeten mag mogen kunnen zal zullen wordt worden".split(
    " ",
  ),
);

/** The heading that each paragraph stands under. A title inside a numbered paragraph ends with it and its own parts. */
class Headings {
  #line: string | null = null;
  #title: { text: string; number: string | null } | null = null;

  of(paragraph: string, isOwnLine: boolean): string | null {
    const text = titled.exec(paragraph)?.[0];
    if (isOwnLine) {
      this.#line = text ?? paragraph.replace(/^#+\s*|\*+/g, "").trim();
      this.#title = null;
      return this.#line;
    }
    const number = numbered.exec(paragraph)?.[1] ?? null;
    if (text !== undefined && !splitWords(text).some((word) => verbs.has(word.text.toLowerCase()))) this.#title = { text, number };
    else if (number !== null && !this.#isPartOfTitled(number)) this.#title = null;
    return this.#title?.text ?? this.#line;
  }

  #isPartOfTitled(number: string): boolean {
    return this.#title?.number != null && number.startsWith(`${this.#title.number}.`);
  }
}

function isHeading(paragraph: string): boolean {
  return paragraph.length < 90 && !/[.!?;,]$/.test(paragraph.trim()) && !paragraph.includes("\n");
}
