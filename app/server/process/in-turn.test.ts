import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { createInTurn } from "./in-turn.ts";

test("the first start at once, the others a few per turn of the event loop, in order", async () => {
  const started: number[] = [];
  const start = createInTurn(3);
  for (let i = 0; i < 8; i++) start(() => started.push(i));
  expect(started).toEqual([0, 1, 2]);
  await setImmediate();
  expect(started).toEqual([0, 1, 2, 3, 4, 5]);
  await setImmediate();
  expect(started).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  await setImmediate();
  start(() => started.push(8));
  expect(started.at(-1)).toBe(8);
});

test("work that starts more work does not start it within itself", async () => {
  const started: string[] = [];
  const start = createInTurn(1);
  start(() => {
    started.push("a");
    start(() => started.push("c"));
  });
  start(() => started.push("b"));
  for (let i = 0; i < 4; i++) await setImmediate();
  expect(started).toEqual(["a", "c", "b"]);
});
