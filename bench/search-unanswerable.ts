/*
 * When "nothing stored here answers this question" is said. Every question is asked twice: with its act stored, when
 * it has an answer, and with its act taken out, when it has none. One act at a time is left out: the bound is chosen
 * on the questions about all others, where a false refusal counts three times (what comes closest is given all the same),
 * and measured on those about the act. Questions of more than twenty words are not judged, as in the product.
 */
import { splitWords } from "#core/text/sentences.ts";
import { answerBound, coverReader, isAnswer } from "#server/knowledge/answerable.ts";
import { languageOf } from "#server/knowledge/law-index.ts";
import { lengthOf, weighSigns } from "#server/knowledge/law-ranking.ts";
import { rankPassages } from "#server/prose/passages.ts";
import { givenSets, keptSets, unseenSets, type LawSet } from "./search/law-sets.ts";
import { actsOf, indexInMemory } from "./search/leave-one-act-out.ts";
import { legalData, rounded, sayer } from "./search/legal-data.ts";
import { mean } from "./search/measure.ts";

type Judged = { set: string; act: string; hasAnswer: boolean; words: number; covers: number[]; said: number[] };

const say = sayer("search-unanswerable");
const shown = 6;
const mostWordsJudged = 20;
/** Of less law than this, nothing can be said about what it does not answer. */
const leastSections = 100;
const refusalCounts = 3;
const values = { least: [0.2, 0.23, 0.26, 0.29, 0.32, 0.35], brief: [0, 0.1, 0.2, 0.3] };

function judgedOf(set: LawSet): Judged[] {
  const { jurisdiction, acts, questions, name } = set;
  const actOf = actsOf(set);
  const whole = indexInMemory(acts, jurisdiction);
  const judged: Judged[] = [];
  for (const act of new Set(questions.map((one) => actOf.get(one.relevant_ids[0]!)!))) {
    const others = acts.filter(({ id }) => id !== act);
    const isEnough = others.reduce((sum, { sections }) => sum + sections.length, 0) >= leastSections;
    const without = isEnough ? indexInMemory(others, jurisdiction) : null;
    for (const { query, relevant_ids: relevant } of questions) {
      if (actOf.get(relevant[0]!) !== act || splitWords(query).length > mostWordsJudged) continue;
      for (const find of without === null ? [whole] : [whole, without]) {
        const words = lengthOf(query, jurisdiction);
        const { found, known } = find(query);
        const scores = weighSigns(found, words);
        const best = found.map((one, at) => ({ one, score: scores[at]! })).sort((a, b) => b.score - a.score);
        const read = coverReader(query, known);
        const sections = best.slice(0, shown).map(({ one }) => one.section);
        judged.push({
          set: name,
          act,
          hasAnswer: find === whole,
          words,
          covers: sections.map(({ title, heading, text }) => read(`${title} ${heading} ${text}`)),
          said: sections.map(({ text }) => rankPassages([text], query, languageOf(jurisdiction), 1)[0]?.coverage ?? 0),
        });
      }
    }
  }
  return judged;
}

type Bound = typeof answerBound;

function answersBy(bound: Bound, { words, covers, said }: Judged): boolean {
  Object.assign(answerBound, bound);
  return isAnswer(words, covers, said);
}

const share = (all: readonly boolean[]) => (all.length === 0 ? 0 : mean(all.map(Number)));

function chosenOn(judged: readonly Judged[]): Bound {
  const bounds = values.least.flatMap((least) => values.brief.map((brief) => ({ least, brief })));
  const cost = (bound: Bound) =>
    refusalCounts * share(judged.filter((one) => one.hasAnswer).map((one) => !answersBy(bound, one))) +
    share(judged.filter((one) => !one.hasAnswer).map((one) => answersBy(bound, one)));
  return bounds.map((bound) => ({ bound, cost: cost(bound) })).reduce((a, b) => (b.cost < a.cost ? b : a)).bound;
}

function report(name: string, judged: readonly { hasAnswer: boolean; isAnswered: boolean }[]): void {
  const refused = judged.filter((one) => one.hasAnswer);
  const answered = judged.filter((one) => !one.hasAnswer);
  say(`${name}, false refusals of ${refused.length}`, rounded(share(refused.map((one) => !one.isAnswered))), "of 1");
  say(`${name}, false answers of ${answered.length}`, rounded(share(answered.map((one) => one.isAnswered))), "of 1");
}

const folder = legalData();
if (folder !== undefined) {
  const shipped = { ...answerBound };
  const isKept = process.argv.includes("--kept");
  const judged = (isKept ? keptSets(folder) : [...givenSets(folder), ...unseenSets(folder)]).flatMap(judgedOf);
  const before = judged.map((one) => ({ hasAnswer: one.hasAnswer, isAnswered: Math.max(0, ...one.said) >= 0.34 }));
  report("a sentence has a third of the question, as before", before);
  const asShipped = judged.map((one) => Object.assign({ isAnswered: answersBy(shipped, one) }, one));
  report("as it ships", asShipped);
  for (const set of new Set(judged.map((one) => one.set)))
    report(
      `as it ships, ${set}`,
      asShipped.filter((one) => one.set === set),
    );
  if (!isKept) {
    const bounds = new Map(
      [...new Set(judged.map(({ act }) => act))].map((act) => [act, chosenOn(judged.filter((one) => one.act !== act))]),
    );
    report(
      "one act left out",
      judged.map((one) => Object.assign({ isAnswered: answersBy(bounds.get(one.act)!, one) }, one)),
    );
    const best = chosenOn(judged);
    say("the bound that all acts choose", JSON.stringify(best), "", "that ships", JSON.stringify(best) === JSON.stringify(shipped));
  }
}
