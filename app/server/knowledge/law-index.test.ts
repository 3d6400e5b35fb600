import { expect, test } from "vitest";
import { lengthCode } from "./bm25.ts";
import { scoreSections } from "./law-index.ts";

/** Postings of a term that occurs once in each of these sections. */
function saidBy(...ids: number[]): Uint8Array[] {
  return ids.map((id) => Uint8Array.of(id, 0, 0, 0, 4, lengthCode(20)));
}

const found = (sections: Record<string, number[]>) => {
  const terms = new Map(Object.keys(sections).map((term) => [term, 1]));
  const postings = new Map(Object.entries(sections).map(([term, ids]) => [term, saidBy(...ids)]));
  return scoreSections(terms, postings, { sections: 200, length: 4_000 }, 10);
};

test("of two sections that say the same, that comes first whose neighbours bear on the question too", () => {
  expect(found({ hyra: [20, 100], deposition: [20, 22, 100] }).map(({ id }) => id)).toEqual([20, 100, 22]);
  expect(found({ hyra: [20, 100], deposition: [20, 98, 100] }).map(({ id }) => id)).toEqual([100, 20, 98]);
});

test("a section far away lends nothing, and none is found that says nothing of the question itself", () => {
  const alone = found({ hyra: [100] })[0]!.score;
  expect(found({ hyra: [100, 120] })[0]!.score).toBeLessThanOrEqual(alone);
  expect(found({ hyra: [100] })).toEqual([{ id: 100, score: alone }]);
});
