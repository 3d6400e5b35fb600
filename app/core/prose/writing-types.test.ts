import { expect, test } from "vitest";
import { findWritingType, isBehindMore, shownWritingTypes, writingTypes } from "./writing-types.ts";

test("three shown and two behind More", () => {
  expect(writingTypes.map((type) => type.name)).toEqual(["Essay", "Article", "Newsletter", "Blog Post", "Press Release"]);
  expect(shownWritingTypes).toBe(3);
  expect(writingTypes.filter((type) => isBehindMore(type.id)).map((type) => type.id)).toEqual(["blog-post", "press-release"]);
  expect(isBehindMore(null)).toBe(false);
});

test.each([
  ["essay", "Essay"],
  [" Blog Post ", "Blog Post"],
  ["PRESS-RELEASE", "Press Release"],
  ["poem", undefined],
  ["", undefined],
])("%j is %s", (id, name) => expect(findWritingType(id)?.name).toBe(name));
