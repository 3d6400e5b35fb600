import { expect, test } from "vitest";
import { gathering } from "./gathering.ts";

const keyOf = (given: string) => given;

test("what arrives together is done together, and what arrives meanwhile in the next batch", async () => {
  const batches: string[][] = [];
  const meanwhile: Promise<string>[] = [];
  const give = gathering({ most: 10, keyOf }, async (given: string[]) => {
    batches.push(given);
    if (batches.length === 1) meanwhile.push(give("c"), give("d"));
    await Promise.resolve();
    return given.map((one) => one.toUpperCase());
  });
  expect(await Promise.all([give("a"), give("b")])).toEqual(["A", "B"]);
  expect(await Promise.all(meanwhile)).toEqual(["C", "D"]);
  expect(batches).toEqual([
    ["a", "b"],
    ["c", "d"],
  ]);
});

test("a batch has at most so many, and one of each kind", async () => {
  const batches: string[][] = [];
  const give = gathering({ most: 2, keyOf: (given: string) => given[0]! }, async (given) => {
    batches.push(given);
    return given;
  });
  await Promise.all(["a1", "a2", "b1", "c1", "a3"].map(give));
  expect(batches).toEqual([["a1", "b1"], ["a2", "c1"], ["a3"]]);
});

test("one at fault is rejected, the others are done", async () => {
  const give = gathering({ most: 10, keyOf }, async (given: string[]) => {
    if (given.includes("bad")) throw new Error("refused");
    return given;
  });
  const settled = await Promise.allSettled(["a", "bad", "b"].map(give));
  expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
});

test("with a wait, what arrives within it is in the same batch", async () => {
  const batches: string[][] = [];
  const give = gathering({ most: 10, keyOf, waitMs: 100 }, async (given: string[]) => {
    batches.push(given);
    return given;
  });
  const first = give("a");
  await new Promise((resolve) => setImmediate(resolve));
  await Promise.all([first, give("b")]);
  expect(batches).toEqual([["a", "b"]]);
});
