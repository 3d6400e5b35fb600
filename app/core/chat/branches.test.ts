import { expect, test } from "vitest";
import { versionsOf } from "./branches.ts";

test.each<[id: string, versions: string[], expected: ReturnType<typeof versionsOf>]>([
  ["a", ["a"], undefined],
  ["a", ["a", "b"], { number: 1, count: 2, previous: undefined, next: "b" }],
  ["b", ["a", "b", "c"], { number: 2, count: 3, previous: "a", next: "c" }],
  ["c", ["a", "b", "c"], { number: 3, count: 3, previous: "b", next: undefined }],
  ["x", ["a", "b"], undefined],
])("%s of %j", (id, versions, expected) => expect(versionsOf({ id, versions })).toEqual(expected));
