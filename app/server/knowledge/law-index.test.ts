import { expect, test } from "vitest";
import { lengthCode } from "./bm25.ts";
import { doIndexJob, emptyState } from "./index-job.ts";
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

test("a section is scored by its own words alone, whatever its neighbors say", () => {
  const scoreOf = (id: number, all: Record<string, number[]>) => found(all).find((one) => one.id === id)!.score;
  const beside = { hyra: [20, 100], deposition: [20, 22, 100] };
  expect(scoreOf(20, beside)).toBe(scoreOf(100, beside));
  expect(found({ hyra: [100] })).toEqual([{ id: 100, score: scoreOf(100, { hyra: [100] }) }]);
});

test("of two sections that say as much, the earlier one comes first", () => {
  expect(found({ hyra: [20, 100], deposition: [20, 98, 100] }).map(({ id }) => id)).toEqual([20, 100, 98]);
});

test("the headings around a section are not among its words", () => {
  const section = { id: 1, text: "Die Miete ist fällig.", heading: "Fälligkeit", path: "Schuldrecht", title: "BGB" };
  const job = { kind: "block", gathering: null, language: "de", sections: [section], lexicon: new Map<string, number>() } as const;
  const { terms } = doIndexJob(job, emptyState()) as unknown as { terms: string[] };
  expect(terms).toContain("bgb");
  expect(terms.filter((term) => term.startsWith("schuld"))).toEqual([]);
});
