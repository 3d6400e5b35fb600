import { expect, test } from "vitest";
import { modelResultsSchema, resultsByKind, withResults, type ModelResult } from "./model-results.ts";

const result = (model: string, kind: string, given: Partial<ModelResult> = {}): ModelResult => ({
  model,
  kind,
  tasks: 10,
  passed: 5,
  placed: { some: 0, all: 0 },
  citations: { some: 0, all: 0 },
  seconds: 1,
  dollars: 1,
  graded: null,
  askedAt: "2026-11-20T12:00:00Z",
  ...given,
});

test("a new result replaces that of the same model and kind only", () => {
  const known = [result("a", "essay"), result("a", "contract"), result("b", "essay")];
  const fresh = [result("a", "essay", { passed: 9 })];
  expect(withResults(known, fresh)).toEqual([known[1], known[2], fresh[0]]);
});

test("of a kind the best comes first, of equals the cheaper, then the quicker; without a price last", () => {
  const rows = [
    result("unpriced", "essay", { dollars: null }),
    result("slow", "essay", { seconds: 2 }),
    result("dear", "essay", { dollars: 2 }),
    result("quick", "essay"),
    result("best", "essay", { passed: 6, dollars: 9 }),
    result("few", "essay", { passed: 2, tasks: 3, dollars: 9, seconds: 9 }),
    result("other", "contract"),
  ];
  expect(resultsByKind(rows).map(([kind, own]) => [kind, own.map(({ model }) => model)])).toEqual([
    ["essay", ["few", "best", "quick", "slow", "dear", "unpriced"]],
    ["contract", ["other"]],
  ]);
});

test.each<[string, Record<string, unknown>, boolean]>([
  ["as they are", {}, true],
  ["a task that passed more often than asked is left to the reader", { passed: 0 }, true],
  ["no tasks", { tasks: 0 }, false],
  ["less than none passed", { passed: -1 }, false],
  ["a negative share", { placed: { some: -1, all: 0 } }, false],
  ["a share of nothing", { placed: { some: 0, all: 0 } }, true],
  ["negative time", { seconds: -0.1 }, false],
  ["no name", { model: "" }, false],
  ["a grade of six", { graded: { by: "x", points: 6, answers: 1 } }, false],
  ["a grade of none", { graded: { by: "x", points: 3, answers: 0 } }, false],
  ["a grade", { graded: { by: "x", points: 5, answers: 1 } }, true],
])("results are read strictly: %s", (_what, given, isRead) => {
  expect(modelResultsSchema.safeParse([{ ...result("a", "essay"), ...given }]).success).toBe(isRead);
});
