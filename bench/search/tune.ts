/*
 * Tunes the ranking's weights and scores them on data they were not tuned on: node bench/search/tune.ts, some
 * minutes. Each set in turn is held out, weights are found on the others by coordinate ascent from neutral ones, and
 * the held-out set is scored. Plain BM25 is tuned in the same way. Then the same with one feature at a time switched
 * off. The unseen sets take no part. Provisions named by number are not weighted, and are left out here.
 */
import { questionTerms } from "#server/knowledge/bm25.ts";
import { Tokenizing } from "#server/knowledge/tokenizer.ts";
import { entryBytes, tokenizeSections, indexBlock, languageOf, scoreSections, type Indexed } from "#server/knowledge/law-index.ts";
import { signReader, weighSigns, type Signs } from "#server/knowledge/law-ranking.ts";
import { rankingWeights } from "#server/knowledge/ranking-weights.ts";
import { givenSets, type LawSet } from "./law-sets.ts";
import { legalData, rounded } from "./legal-data.ts";
import { figuresOf, interval, mean, type Figures } from "./measure.ts";
import { plainBm25, plainDocuments, textbook } from "./plain-bm25.ts";

type Weights = typeof rankingWeights;
type Outcome = Figures & { /** nDCG without a cutoff, which changes more smoothly: the tuning objective. */ whole: number };
/** The outcome of each question, by set. */
type Outcomes = ReadonlyMap<string, readonly Outcome[]>;

const neutral: Weights = { ...textbook, text: 1, heading: 1, path: 1, title: 1, part: 1, around: 0, wording: 0, letters: 0 };
const tried = {
  letters: [0, 0.3, 0.6, 0.9, 1.2, 1.6],
  wording: [0, 0.2, 0.4, 0.7, 1, 1.5],
  around: [0, 0.35, 0.7, 1],
  k1: [0.9, 1.2, 1.6],
  b: [0.5, 0.75],
  part: [0, 0.5, 1],
  heading: [1, 2, 3],
};
const plainTried = { k1: [0.6, 0.9, 1.2, 1.6, 2], b: [0.3, 0.5, 0.75] };
const ablations: Record<string, Partial<Weights>> = {
  "without letters": { letters: 0 },
  "without wording": { wording: 0 },
  "without the sections around": { around: 0 },
  "a heading twice, headings around and parts of compounds half": { heading: 2, path: 0.5, part: 0.5 },
  "without parts of compounds": { part: 0 },
  "a heading's word like any other": { heading: 1 },
  "k1 and b of the textbook": textbook,
};
/** Each of these needs an index of its own, so they are tried at the end only, one at a time. */
const fields: readonly Partial<Weights>[] = [{ path: 0 }, { path: 0.5 }, { title: 0 }, { title: 0.5 }];
const candidates = 80;
const mostRounds = 2;

function outcomeOf(ranking: readonly string[], question: LawSet["questions"][number]): Outcome {
  const ids = ranking.filter((id) => id !== question.from);
  const gain = ids.reduce((sum, id, at) => sum + (question.relevant_ids.includes(id) ? 1 / Math.log2(at + 2) : 0), 0);
  return {
    ...figuresOf(ranking, question),
    whole: gain / question.relevant_ids.reduce((sum, _, at) => sum + 1 / Math.log2(at + 2), 0),
  };
}

/** Memoizes the last few of what is expensive to make. */
function remembering<T>(most: number, make: () => T) {
  const known = new Map<string, T>();
  return (key: string): T => {
    let value = known.get(key);
    if (value === undefined) {
      if (known.size >= most) known.delete(known.keys().next().value!);
      known.set(key, (value = make()));
    }
    return value;
  };
}

/** Ranks a set's questions by the current weights, with the product's own functions. */
function rankerOf({ acts, jurisdiction, questions }: LawSet): () => Outcome[] {
  const language = languageOf(jurisdiction);
  const all = acts.flatMap((act) => act.sections.map((section) => Object.assign(section, { act })));
  const sections = all.map(({ text, heading, path, act }, id): Indexed => {
    return { id, text, heading, path: path.join("\n"), title: `${act.title} ${act.shortNames.join(" ")}` };
  });
  const gathered = { gathering: new Tokenizing(language), ids: [] };
  tokenizeSections(gathered, sections);
  const lexicon = gathered.gathering.learn();
  const index = remembering(9, () => {
    const { terms, counts, data, grams, length } = indexBlock(gathered, lexicon);
    let end = 0;
    const pieces = terms.map((term, at) => [term, [data.subarray(end, (end += counts[at]! * entryBytes))]] as const);
    return { postings: new Map(pieces), grams, length };
  });
  const signs = questions.map(() => new Map<number, Signs>());
  const scored = remembering(300, () => {
    const { heading, path, title, part } = rankingWeights;
    const { postings, grams, length } = index(JSON.stringify({ heading, path, title, part }));
    return questions.map(({ query: question }, at) => {
      const read = signReader({ question, jurisdiction, grams });
      const terms = questionTerms(question, language, lexicon);
      const own = new Map([...terms.keys()].flatMap((term) => (postings.has(term) ? [[term, postings.get(term)!]] : [])));
      return scoreSections(terms, own, { sections: sections.length, length }, candidates).map(({ id, score }) => {
        const known = signs[at]!.get(id) ?? read(sections[id]!);
        signs[at]!.set(id, known);
        return Object.assign({ ref: all[id]!.ref, score }, known);
      });
    });
  });
  return () => {
    const { wording: _, letters: __, ...before } = rankingWeights;
    return scored(JSON.stringify(before)).map((found, at) => {
      const scores = weighSigns(found);
      const ranking = found.map(({ ref }, place) => ({ ref, score: scores[place]! })).sort((one, other) => other.score - one.score);
      return outcomeOf(
        ranking.map(({ ref }) => ref),
        questions[at]!,
      );
    });
  };
}

/** The best weights for some sets: coordinate ascent from a start until no weight improves the result. */
function tuned<T extends Record<string, number>>(
  start: T,
  values: Record<string, readonly number[]>,
  outcomes: (weights: T) => Outcomes,
  names: readonly string[],
): T {
  const worth = (weights: T) =>
    mean(
      names.map((name) =>
        mean(
          outcomes(weights)
            .get(name)!
            .map(({ whole }) => whole),
        ),
      ),
    );
  let best = { weights: start, worth: worth(start) };
  for (let round = 0, isBetter = true; isBetter && round < mostRounds; round++) {
    isBetter = false;
    for (const [name, tries] of Object.entries(values))
      for (const value of tries) {
        const weights = { ...best.weights, [name]: value };
        const own = worth(weights);
        if (own <= best.worth + 1e-5) continue;
        best = { weights, worth: own };
        isBetter = true;
      }
  }
  return best.weights;
}

/** Each set scored by the weights found on the others. */
function leftOut<T extends Record<string, number>>(
  start: T,
  values: Record<string, readonly number[]>,
  outcomes: (weights: T) => Outcomes,
  names: readonly string[],
): Outcomes {
  return new Map(
    names.map((name) => {
      const weights = tuned(
        start,
        values,
        outcomes,
        names.filter((other) => other !== name),
      );
      return [name, outcomes(weights).get(name)!];
    }),
  );
}

function remembered<T>(outcomes: (weights: T) => Outcomes): (weights: T) => Outcomes {
  const known = new Map<string, Outcomes>();
  return (weights) => {
    const key = JSON.stringify(weights);
    if (!known.has(key)) known.set(key, outcomes(weights));
    return known.get(key)!;
  };
}

const print = (line: string) => void process.stdout.write(`${line}\n`);

function compare(label: string, ours: readonly Outcome[], other: readonly Outcome[]): string {
  const figures = (["ndcg", "recall"] as const).map((measure) => {
    const difference = ours.map((one, at) => one[measure] - other[at]![measure]);
    const [low, high] = interval(difference).map(rounded);
    const [own, theirs] = [ours, other].map((all) => rounded(mean(all.map((one) => one[measure]))));
    return `${measure} ${own} / ${theirs}, difference ${low} to ${high}`;
  });
  return `${label}: ${figures.join("; ")}`;
}

function tune(sets: readonly LawSet[]): void {
  const names = sets.map(({ name }) => name);
  const rankers = new Map(sets.map((set) => [set.name, rankerOf(set)]));
  const ours = remembered((weights: Weights) => {
    Object.assign(rankingWeights, weights);
    return new Map([...rankers].map(([name, rank]) => [name, rank()]));
  });
  const plains = new Map(sets.map((set) => [set.name, plainBm25(plainDocuments(set.rows), languageOf(set.jurisdiction))]));
  const plain = remembered((constants: typeof textbook): Outcomes => {
    const of = ({ name, questions }: LawSet) =>
      questions.map((question) => outcomeOf(plains.get(name)!(question.query, candidates, constants), question));
    return new Map(sets.map((set) => [set.name, of(set)]));
  });
  const held = leftOut(neutral, tried, ours, names);
  const heldPlain = leftOut(textbook, plainTried, plain, names);
  print("Held out: each set by weights tuned on the others, ours / plain BM25 as in the textbook, and / tuned alike");
  for (const name of names) {
    print(compare(name, held.get(name)!, plain(textbook).get(name)!));
    print(compare(`${name}, plain tuned`, held.get(name)!, heldPlain.get(name)!));
  }
  const all = (outcomes: Outcomes) => names.flatMap((name) => outcomes.get(name)!);
  const average = (outcomes: Outcomes, measure: keyof Figures) =>
    rounded(mean(names.map((name) => mean(outcomes.get(name)!.map((one) => one[measure])))));
  print(`all sets alike: ndcg ${average(held, "ndcg")}, recall ${average(held, "recall")}`);
  const best = tuned(neutral, tried, ours, names);
  print(`Tuned on all sets: ${JSON.stringify(best)}`);
  for (const field of fields)
    print(`on all sets with ${JSON.stringify(field)}: ${compare("", all(ours({ ...best, ...field })), all(ours(best)))}`);
  print(`Plain BM25 tuned on all sets: ${JSON.stringify(tuned(textbook, plainTried, plain, names))}`);
  print("Held out with one sign less, beside all signs");
  for (const [label, fixed] of Object.entries(ablations)) {
    const rest = Object.fromEntries(Object.entries(tried).filter(([name]) => !(name in fixed)));
    const less = leftOut({ ...neutral, ...fixed }, rest, ours, names);
    print(`${compare(label, all(less), all(held))}; sets alike ndcg ${average(less, "ndcg")}, recall ${average(less, "recall")}`);
  }
}

const folder = legalData();
// Two questions cannot tell weights apart.
if (folder !== undefined) tune(givenSets(folder).filter(({ questions }) => questions.length > 2));
