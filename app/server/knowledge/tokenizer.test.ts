import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { proseLanguages, type ProseLanguage } from "#core/text/sentences.ts";
import { eachTerm, foldText, lexiconOf, termsOf, type Lexicon } from "./analyse.ts";
import { countOf, type Fields } from "./bm25.ts";
import { Tokenizing } from "./tokenizer.ts";
import { doIndexJob, emptyState } from "./index-job.ts";
import { countGrams, emptyGrams } from "./letter-grams.ts";
import { rankingWeights } from "./ranking-weights.ts";
import { Vocabulary } from "./vocabulary.ts";

/** Characters that may or may not separate words: surrogate pairs, marks, joined figures, other alphabets. */
const character = fc.constantFrom(..."aäeÅßsntkü0123:. -§–’“12a\u0301İΑσ𝒜😀×\u0000\n");
const word = fc.oneof(
  fc.constantFrom("Kündigung", "Frist", "Kündigungsfrist", "uppsägningstid", "tid", "uppsägning", "3:12", "12a", "1:", "§5"),
  fc.string({ unit: character, maxLength: 8 }),
);
const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(" "));
const fields: fc.Arbitrary<Fields> = fc.record({ text, heading: text, path: text, title: text });
const language = fc.constantFrom(...proseLanguages);

/** A straightforward reference implementation. */
function plainly({ text: body, heading, path, title }: Fields, own: ProseLanguage, lexicon: Lexicon) {
  const weights = new Map<string, number>();
  for (const [name, field] of Object.entries({ text: body, heading, path, title }))
    eachTerm(field, own, lexicon, (term, isPart) => {
      const weight = rankingWeights[name as keyof Fields] * (isPart ? rankingWeights.part : 1);
      weights.set(term, (weights.get(term) ?? 0) + weight);
    });
  return {
    counts: Object.fromEntries([...weights].map(([term, weight]) => [term, countOf(weight)])),
    length: [...weights.values()].reduce((sum, weight) => sum + weight, 0),
  };
}

describe("runs", () => {
  test("are numbered alike when they are alike, and say what the text says", () => {
    fc.assert(
      fc.property(fc.array(text), language, (texts, own) => {
        const table = new Vocabulary();
        for (const one of texts) {
          const runs: number[] = [];
          table.each(foldText(one), (run) => runs.push(run));
          expect(runs.flatMap((run) => termsOf(table.text(run), own, null))).toEqual(termsOf(one, own, null));
        }
        const all = Array.from({ length: table.size }, (_, run) => table.text(run));
        expect(new Set(all).size).toBe(all.length);
      }),
    );
  });

  test("stay apart when there are many", () => {
    const table = new Vocabulary();
    const numbers: number[] = [];
    const many = Array.from({ length: 20_000 }, (_, at) => `w${at}`);
    for (const round of [many, many.toReversed()]) table.each(round.join(" "), (run) => numbers.push(run));
    expect(table.size).toBe(many.length);
    expect(numbers.slice(many.length)).toEqual(numbers.slice(0, many.length).toReversed());
    expect(table.text(19_999)).toBe("w19999");
  });
});

describe("what was gathered", () => {
  test("weighs what each text weighs by itself, compounds learnt from all", () => {
    fc.assert(
      fc.property(fc.array(fields, { maxLength: 6 }), language, (texts, own) => {
        const gathering = new Tokenizing(own);
        for (const one of texts) gathering.add(one);
        const lexicon = gathering.learn();
        expect(lexicon).toEqual(
          lexiconOf(
            texts.map(({ heading, text: body }) => [`${heading} ${body}`, 1]),
            own,
          ),
        );
        const weighed: { counts: [number, number][]; length: number }[] = [];
        const terms = gathering.weigh(lexicon, (numbers, counts, size, length) => {
          weighed.push({ counts: [...numbers.subarray(0, size)].map((number, at) => [number, counts[at]!]), length });
        });
        const named = weighed.map(({ counts, length }) => ({
          counts: Object.fromEntries(counts.map(([number, count]) => [terms[number]!, count])),
          length,
        }));
        expect(named).toEqual(texts.map((one) => plainly(one, own, lexicon)));
      }),
    );
  });

  test("has the letters of its headings and texts, of a long one those of its beginning", () => {
    const texts = ["Kündigungsfrist beträgt 3:12 Wochen", "Ob 2 oder 3, die Frist", "Fristlos ".repeat(3_000)];
    const gathering = new Tokenizing("de");
    const grams = emptyGrams();
    for (const body of texts) {
      gathering.add({ text: body, heading: "Die Frist", path: "Teil I", title: "Gesetz" });
      countGrams(grams, `Die Frist ${body}`);
    }
    expect(gathering.grams()).toEqual(grams);
  });
});

test("a block that is gathered in pieces is the block that is made at once", () => {
  const sections = Array.from({ length: 30 }, (_, at) => ({
    id: at * 1_000_003,
    text: "Die Kündigung hat eine Frist, die Frist der Kündigung ist die Kündigungsfrist. ".repeat(1 + (at % 3)),
    heading: `§ ${at}`,
    path: "Teil I\nKapitel 2",
    title: "Gesetz über Fristen",
  }));
  const block = { kind: "block", gathering: null, language: "de", sections, lexicon: null } as const;
  const whole = doIndexJob(block, emptyState());
  expect(whole).toMatchObject({ terms: expect.arrayContaining(["frist"]), sections: 30 });
  const state = emptyState();
  for (const [from, to] of [
    [0, 7],
    [7, 29],
  ])
    doIndexJob({ kind: "gather", gathering: 4, language: "de", sections: sections.slice(from, to) }, state);
  expect(doIndexJob({ ...block, gathering: 4, sections: sections.slice(29) }, state)).toEqual(whole);
  // The gathered sections were consumed.
  expect(doIndexJob({ ...block, gathering: 4, sections: [] }, state)).toMatchObject({ sections: 0, terms: [] });
});
