/*
 * Weights chosen by code, and scored on acts they were not chosen on: each act in turn is left out, the weights are
 * found on the questions about all other acts of all sets, and the questions about the act left out are ranked by
 * them. Everything is the same in every run. Uses the product's own functions, with the index in memory.
 */
import { questionTerms } from "#server/knowledge/bm25.ts";
import { entryBytes, indexBlock, languageOf, scoreSections, tokenizeSections, type Indexed } from "#server/knowledge/law-index.ts";
import { builtInLawWords, isPersonal, lookUp } from "#server/knowledge/law-words.ts";
import { lengthOf, signReader, weighSigns, type Signs } from "#server/knowledge/law-ranking.ts";
import { lawWeights } from "#server/knowledge/ranking-weights.ts";
import { Tokenizing } from "#server/knowledge/tokenizer.ts";
import type { LawSet } from "./law-sets.ts";
import { figuresOf, mean, type Figures } from "./measure.ts";
import { plainBm25, plainDocuments } from "./plain-bm25.ts";

type Weights = Omit<typeof lawWeights, "k1">;

const values: { [Name in keyof Weights]: readonly number[] } = {
  letters: [0.5, 0.75, 1],
  wording: [0, 0.25, 0.5],
  briefQuestion: [4, 6],
  longQuestion: [9, 14, 24],
  absentWord: [0, 0.5, 1],
  presentWord: [0, 0.25, 0.5],
};
/** How much a set that falls below plain BM25 counts against gains elsewhere: no set may. */
const lossCounts = 10;
/** A few questions tell no weight from another. */
const leastQuestions = 5;
const candidates = 80;
const { k1: _, ...shipped } = lawWeights;

type Found = { ref: string; score: number } & Signs;
export type Asked = {
  set: LawSet;
  question: LawSet["questions"][number];
  /** The act with the answer. */
  act: string;
  words: number;
  /** What is found first, by the weights of the words of acts. */
  found: Map<string, Found[]>;
  plain: Figures;
};

/** The product's index of some acts, in memory: what a question finds first, and how many sections have its words. */
export function indexInMemory(acts: LawSet["acts"], jurisdiction: string) {
  const language = languageOf(jurisdiction);
  const all = acts.flatMap((act) => act.sections.map((section) => ({ section, act })));
  const sections = all.map(({ section: { text, heading }, act }, id): Indexed => {
    return { id, text, heading, title: `${act.title} ${act.shortNames.join(" ")}` };
  });
  const gathered = { gathering: new Tokenizing(language), ids: [] };
  tokenizeSections(gathered, sections);
  const lexicon = gathered.gathering.learn();
  const { terms, counts, data, grams, length } = indexBlock(gathered, lexicon);
  let end = 0;
  const postings = new Map(terms.map((term, at) => [term, [data.subarray(end, (end += counts[at]! * entryBytes))]]));
  const countOf = (term: string) => (postings.get(term)?.[0]!.length ?? 0) / entryBytes;
  return (question: string) => {
    const terms = questionTerms(question, language, lexicon);
    const related = builtInLawWords.related(question, language);
    const looked = new Set([...terms.keys(), ...related.flatMap(({ legal }) => legal)]);
    const stored = new Map([...looked].flatMap((term) => (postings.has(term) ? [[term, countOf(term)]] : [])));
    const asked = lookUp({ terms, related }, stored, isPersonal(question, language));
    const own = new Map([...asked.counts.keys()].map((term) => [term, postings.get(term)!]));
    const read = signReader({ question, words: asked.words, jurisdiction, grams });
    const found = scoreSections(asked.terms, own, { sections: sections.length, length }, candidates).map(({ id, score }) =>
      Object.assign({ ref: all[id]!.section.ref, score, section: sections[id]! }, read(sections[id]!)),
    );
    return { found, known: { language, lexicon, counts: asked.counts, related: asked.related, sections: sections.length } };
  };
}

export function actsOf({ acts }: Pick<LawSet, "acts">): Map<string, string> {
  return new Map(acts.flatMap((act) => act.sections.map(({ ref }) => [ref, act.id])));
}

/** Every question with its first eighty sections, their signs, and what plain BM25 makes of it. */
export function askedOf(set: LawSet): Asked[] {
  const { acts, jurisdiction, questions, rows } = set;
  const find = indexInMemory(acts, jurisdiction);
  const actOf = actsOf(set);
  const plain = plainBm25(plainDocuments(rows), languageOf(jurisdiction));
  return questions.map((question) => {
    const act = actOf.get(question.relevant_ids[0]!) ?? "";
    const found = new Map<string, Found[]>();
    for (const weights of wordWeights) {
      Object.assign(lawWeights, weights);
      found.set(nameOf(weights), find(question.query).found);
    }
    Object.assign(lawWeights, shipped);
    return {
      set,
      question,
      act,
      found,
      words: lengthOf(question.query, jurisdiction),
      plain: figuresOf(plain(question.query), question),
    };
  });
}

function figuresBy(weights: Weights, { found: byWeights, words, question }: Asked): Figures {
  Object.assign(lawWeights, weights);
  const found = byWeights.get(nameOf(weights))!;
  const scores = weighSigns(found, words);
  const ranking = found.map(({ ref }, at) => ({ ref, score: scores[at]! })).sort((one, other) => other.score - one.score);
  return figuresOf(
    ranking.map(({ ref }) => ref),
    question,
  );
}

type WordWeights = Pick<Weights, "absentWord" | "presentWord">;
const nameOf = ({ absentWord, presentWord }: WordWeights) => `${absentWord} ${presentWord}`;

/** A word that acts have too is never added with more weight than one that they have not. */
const wordWeights = values.absentWord.flatMap((absentWord) =>
  values.presentWord.flatMap((presentWord) => (presentWord <= absentWord ? [{ absentWord, presentWord }] : [])),
);

function allWeights(): Weights[] {
  const signs = values.letters.flatMap((letters) =>
    values.wording.flatMap((wording) =>
      values.briefQuestion.flatMap((briefQuestion) =>
        values.longQuestion.map((longQuestion) => ({ letters, wording, briefQuestion, longQuestion })),
      ),
    ),
  );
  return signs.flatMap((own) => wordWeights.map((words) => Object.assign({}, own, words)));
}

/** What is gained over plain BM25 in hit@1 and nDCG, set by set; what is lost counts ten times. */
function worth(asked: readonly Asked[], figures: readonly Figures[], isIn: (one: Asked) => boolean): number {
  const bySet = new Map<LawSet, number[]>();
  for (const [at, one] of asked.entries()) if (isIn(one)) bySet.set(one.set, [...(bySet.get(one.set) ?? []), at]);
  let sum = 0;
  for (const own of bySet.values()) {
    if (own.length < leastQuestions) continue;
    for (const measure of ["first", "ndcg"] as const) {
      const gain = mean(own.map((at) => figures[at]![measure] - asked[at]!.plain[measure]));
      sum += gain < 0 ? lossCounts * gain : gain;
    }
  }
  return sum;
}

/** For each question its figures by the weights that the other acts chose, and the weights that all acts choose. */
export function leaveOneActOut(asked: readonly Asked[]): { held: Figures[]; best: Weights } {
  const tried = allWeights().map((weights) => ({ weights, figures: asked.map((one) => figuresBy(weights, one)) }));
  Object.assign(lawWeights, shipped);
  const choose = (isIn: (one: Asked) => boolean) =>
    tried
      .map((one) => Object.assign({ worth: worth(asked, one.figures, isIn) }, one))
      .reduce((a, b) => (b.worth > a.worth ? b : a));
  const chosen = new Map<string, (typeof tried)[number]>();
  for (const act of new Set(asked.map((one) => one.act)))
    chosen.set(
      act,
      choose((one) => one.act !== act),
    );
  return {
    held: asked.map(({ act }, at) => chosen.get(act)!.figures[at]!),
    best: choose(() => true).weights,
  };
}
