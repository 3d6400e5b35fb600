import { expect, test } from "vitest";
import { z } from "zod";
import { uuidTime, uuidv7 } from "./uuid.ts";

test("is a version 7 UUID of now", () => {
  const before = Date.now();
  const id = uuidv7();
  expect(z.uuidv7().safeParse(id).success).toBe(true);
  expect(uuidTime(id)).toBeGreaterThanOrEqual(before);
});

test("ids rise and never repeat, in a burst longer than the counter", () => {
  const ids = Array.from({ length: 20_000 }, () => uuidv7());
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
});

test("ids rise when the clock is set back", () => {
  const first = uuidv7();
  const second = uuidv7(Date.now() - 3_600_000);
  expect(second > first).toBe(true);
});
