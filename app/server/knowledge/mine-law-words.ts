/*
 * Finds words that are used for what acts call otherwise, in the stored law itself: the words of a sentence that cites a
 * section beside the section's own, those of a heading beside its text, and a defined term beside its definition. Court
 * decisions and preparatory works are the richest, since they speak of acts in other words. A pair is kept if it occurs
 * far more often than by chance: Dunning's log-likelihood ratio and a floor of what is seen over what is expected.
 */
import { actNames, findActs, type NamedAct } from "#core/law/act-mentions.ts";
import { citationsWithin } from "#core/law/law-citation.ts";
import { definedTerms } from "#core/law/law-definitions.ts";
import { splitSentences, type ProseLanguage } from "#core/text/sentences.ts";
import type { FoundSection } from "./found-section.ts";
import { foldText, stemOf, termsOf } from "./analyse.ts";
import { isProposal, readLawWords, type LawWords } from "./law-words.ts";

export type MinedSection = Pick<FoundSection, "ref" | "number" | "heading" | "text"> & { act: NamedAct };

/** The ratio that chance reaches once in ten thousand pairs, and its bounds. */
const floors = { likelihood: 15.1, lift: 8, pairs: 4, answers: 3 };
/** A word that half of its time stands beside the other anyway is found without help. */
const mostTogether = 0.2;
const shortestWord = 5;
const mostWordsEach = 3;

type Candidate = { term: string; ratio: number; times: number };
type Pair = { said: Set<string>; meant: Set<string>; section: string };

export function mineLawWords(sections: readonly MinedSection[], language: ProseLanguage): LawWords[] {
  const forms = formsOf(sections, language);
  const termsIn = (text: string) =>
    new Set(termsOf(text, language, null).filter((term) => term.length >= shortestWord && !/\d/.test(term)));
  const own = new Map(sections.map((section) => [section.ref, termsIn(section.text)]));
  const pairs = pairsOf(sections, language, { own, termsIn });
  const counts = countPairs(pairs);
  const holding = new Map<string, Set<string>>();
  for (const [ref, terms] of own) for (const term of terms) holding.set(term, (holding.get(term) ?? new Set()).add(ref));
  const best = new Map<string, Candidate[]>();
  for (const [key, { times, answers }] of counts.both) {
    const [said = "", meant = ""] = key.split(" ");
    const expected = (counts.said.get(said)! * counts.meant.get(meant)!) / pairs.length;
    if (times < floors.pairs || answers.size < floors.answers || times / expected < floors.lift) continue;
    const ratio = likelihood(times, counts.said.get(said)!, counts.meant.get(meant)!, pairs.length);
    if (ratio < floors.likelihood || isTogether(holding.get(said), holding.get(meant))) continue;
    best.set(said, [...(best.get(said) ?? []), { term: meant, ratio, times }]);
  }
  return [...best].flatMap(([said, all]): LawWords[] => {
    const kept = all.toSorted((a, b) => b.ratio - a.ratio).slice(0, mostWordsEach);
    const figures = `${Math.max(...kept.map(({ times }) => times))} places, G² ${kept[0]!.ratio.toFixed(0)}`;
    return [{ everyday: [forms.get(said)!], legal: kept.map(({ term }) => forms.get(term)!), from: `mined: ${figures}` }];
  });
}

type Texts = { own: ReadonlyMap<string, ReadonlySet<string>>; termsIn: (text: string) => Set<string> };

function pairsOf(sections: readonly MinedSection[], language: ProseLanguage, { own, termsIn }: Texts): Pair[] {
  const acts = [...new Map(sections.map(({ act }) => [act.id, act])).values()];
  const names = actNames(acts);
  const byPlace = new Map(sections.map(({ act, number, ref }) => [`${act.id} ${number}`, ref]));
  const pairs: Pair[] = [];
  const add = (said: Set<string>, section: string) => {
    const there = own.get(section)!;
    pairs.push({ said: without(said, there), meant: without(there, said), section });
  };
  for (const { ref, heading, text, act } of sections) {
    if (heading !== "") add(termsIn(heading), ref);
    const sentences = splitSentences(text, language);
    for (const { text: sentence } of sentences) {
      const citations = citationsWithin(sentence, findActs(sentence, names), act);
      const cited = citations.flatMap(({ acts: meant, numbers }) =>
        meant.flatMap(({ id }) => numbers.flatMap((number) => byPlace.get(`${id} ${number}`) ?? [])),
      );
      // A list of sections is said to be alike in nothing.
      if (new Set(cited).size === 1 && cited[0] !== ref) add(termsIn(sentence), cited[0]!);
    }
    for (const term of definedTerms({ heading, text })) {
      const defining = sentences.find((sentence) => sentence.text.includes(term));
      if (defining === undefined) continue;
      const [said, whole] = [termsIn(term), termsIn(defining.text)];
      pairs.push({ said, meant: without(whole, said), section: ref });
    }
  }
  return pairs;
}

function without(terms: ReadonlySet<string>, others: ReadonlySet<string>): Set<string> {
  return new Set([...terms].filter((term) => !others.has(term)));
}

function countPairs(pairs: readonly Pair[]) {
  const said = new Map<string, number>();
  const meant = new Map<string, number>();
  const both = new Map<string, { times: number; answers: Set<string> }>();
  for (const pair of pairs) {
    for (const term of pair.said) said.set(term, (said.get(term) ?? 0) + 1);
    for (const term of pair.meant) meant.set(term, (meant.get(term) ?? 0) + 1);
  }
  // Only what is said often enough can pass: all others would be most of the pairs.
  for (const pair of pairs)
    for (const one of pair.said) {
      if (said.get(one)! < floors.pairs) continue;
      for (const other of pair.meant) {
        const key = `${one} ${other}`;
        const count = both.get(key) ?? { times: 0, answers: new Set() };
        count.times++;
        both.set(key, Object.assign(count, { answers: count.answers.add(pair.section) }));
      }
    }
  return { said, meant, both };
}

/** Dunning's ratio, twice the logarithm, of two words that occur `both` times together in `all` pairs. */
function likelihood(both: number, one: number, other: number, all: number): number {
  const part = (seen: number, expected: number) => (seen <= 0 ? 0 : seen * Math.log(seen / expected));
  const cells = [
    part(both, (one * other) / all),
    part(one - both, (one * (all - other)) / all),
    part(other - both, ((all - one) * other) / all),
    part(all - one - other + both, ((all - one) * (all - other)) / all),
  ];
  return 2 * cells.reduce((sum, cell) => sum + cell, 0);
}

function isTogether(one: ReadonlySet<string> = new Set(), other: ReadonlySet<string> = new Set()): boolean {
  if (one.size === 0) return false;
  return [...one].filter((ref) => other.has(ref)).length / one.size > mostTogether;
}

/** How a stem is written most often. */
function formsOf(sections: readonly MinedSection[], language: ProseLanguage): Map<string, string> {
  const times = new Map<string, number>();
  for (const { heading, text } of sections)
    for (const word of foldText(`${heading} ${text}`).match(/\p{L}+/gu) ?? []) times.set(word, (times.get(word) ?? 0) + 1);
  const forms = new Map<string, string>();
  for (const [word, count] of times) {
    const stem = stemOf(word, language);
    if (count > (times.get(forms.get(stem) ?? "") ?? 0)) forms.set(stem, word);
  }
  return forms;
}

/**
 * A table with new proposals instead of the old ones. Every line that a person wrote, accepted or struck out stays, and
 * its words are not proposed again.
 */
export function withProposals(table: string, mined: readonly LawWords[]): string {
  const kept = table.split("\n").filter((line) => line.trim() !== "" && !readLawWords(line).some(isProposal));
  const known = new Set(readLawWords(kept.join("\n")).flatMap(({ everyday }) => everyday.map(foldText)));
  const proposed = mined
    .filter(({ everyday }) => !everyday.some((word) => known.has(foldText(word))))
    .map(({ everyday, legal, from }) => [everyday.join(", "), legal.join(", "), from].join("\t"));
  return [...kept, ...proposed, ""].join("\n");
}
