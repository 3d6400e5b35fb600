import { expect, test } from "vitest";
import { sharedData } from "#test/shared-data.ts";
import { everydayQuestions, isKeptAside } from "./law-sets.ts";
import { rowsOf } from "./legal-data.ts";

const languages = ["de", "en", "nl", "sv"];
const corpora = ["de/corpus_dev", "se/corpus_dev", "eu/corpus_dev", "uk/corpus_cca1974", "nl/corpus_dev"];
const { path, isThere } = sharedData("legal");

test.each(languages)("about half of the questions in %s are kept aside, and none is asked twice", (language) => {
  const questions = everydayQuestions(language).map(({ query }) => query);
  expect(new Set(questions).size).toBe(questions.length);
  const kept = questions.filter(isKeptAside).length / questions.length;
  expect(kept).toBeGreaterThan(0.3);
  expect(kept).toBeLessThan(0.7);
});

test.skipIf(!isThere)("every everyday question has its answers in the law", () => {
  const known = new Set(corpora.flatMap((corpus) => rowsOf(path, corpus, true).map(({ id }) => id)));
  const answers = languages.flatMap((language) => everydayQuestions(language).flatMap(({ relevant_ids: relevant }) => relevant));
  expect(answers.length).toBeGreaterThan(180);
  expect(answers.filter((id) => !known.has(id))).toEqual([]);
});
