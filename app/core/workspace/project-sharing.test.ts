import { expect, test } from "vitest";
import { firstNames, shortestAddress } from "./project-sharing.ts";

test.each([
  [[], [], 0],
  [["Ada"], ["Ada"], 0],
  [["Ada", "Ben", "Cyd"], ["Ada", "Ben", "Cyd"], 0],
  [["Ada", "Ben", "Cyd", "Dan", "Eve"], ["Ada", "Ben", "Cyd"], 2],
])("up to three names, then a count: %j", (names, shown, more) => {
  expect(firstNames(names)).toEqual({ shown, more });
});

test("the shortest address is a@b.c", () => {
  expect(shortestAddress).toBe("a@b.c".length);
});
