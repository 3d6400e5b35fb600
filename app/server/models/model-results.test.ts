/* Eval results for models: stored, replaced by kind, and shown; nothing is invented for missing ones. */
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { resultsByKind, type ModelResult } from "#core/models/model-results.ts";
import { keepModelResults, modelResultsName, readModelResults } from "./model-results.ts";

const result = (model: string, kind: string, passed: number, dollars: number | null = 0.01): ModelResult => ({
  model,
  kind,
  tasks: 10,
  passed,
  placed: { some: 3, all: 4 },
  citations: { some: 0, all: 0 },
  seconds: 2,
  dollars,
  graded: null,
  askedAt: "2026-11-22T10:00:00.000Z",
});
const folder = () => mkdtemp(join(tmpdir(), "stet-results-"));

test("a further run replaces what it asked again, and nothing else", async () => {
  const data = await folder();
  expect(await readModelResults(data)).toEqual([]);
  await keepModelResults(data, [result("a", "editing", 5), result("a", "files", 6)]);
  await keepModelResults(data, [result("a", "editing", 9), result("b", "editing", 7)]);
  expect(await readModelResults(data)).toEqual([result("a", "files", 6), result("a", "editing", 9), result("b", "editing", 7)]);
});

test("a file that holds something else is neither shown nor written over", async () => {
  const data = await folder();
  for (const other of ["{", '[{"model": "a"}]']) {
    await writeFile(join(data, modelResultsName), other);
    expect(await readModelResults(data)).toBeNull();
    await expect(keepModelResults(data, [result("a", "editing", 5)])).rejects.toThrow(/Move it away/);
    expect(await readFile(join(data, modelResultsName), "utf8")).toBe(other);
  }
});

test("a file of before answers were graded is read", async () => {
  const data = await folder();
  const { graded: _, ...old } = result("a", "editing", 5);
  await writeFile(join(data, modelResultsName), JSON.stringify([old]));
  expect(await readModelResults(data)).toEqual([result("a", "editing", 5)]);
});

test("the best comes first; of equal ones the cheaper, and an unknown price last", () => {
  const [[kind, own]] = resultsByKind([
    result("dear", "editing", 8, 0.2),
    result("unknown", "editing", 8, null),
    result("cheap", "editing", 8, 0.1),
    result("best", "editing", 9, 1),
  ]) as [[string, ModelResult[]]];
  expect(kind).toBe("editing");
  expect(own.map(({ model }) => model)).toEqual(["best", "cheap", "dear", "unknown"]);
});
