import { expect, test } from "vitest";
import { writtenKinds } from "../account/profile.ts";
import { firstGap } from "./first-gap.ts";
import { startExamples } from "./start-examples.ts";

test.each(writtenKinds.map(({ id }) => id))("three different examples of %s", (kind) => {
  const three = startExamples(kind, { types: ["essay"] });
  expect(new Set(three).size).toBe(3);
  expect(startExamples(null, { types: [kind] })).toEqual(three);
});

test("examples of what the person writes, and of everything for someone who has not said", () => {
  const [memo] = startExamples("legal-memo", {});
  const [policy, secondPolicy] = startExamples("policy", {});
  const [essay] = startExamples("essay", {});
  expect(startExamples(null, { types: ["policy", "legal-memo"] })).toEqual([policy, memo, secondPolicy]);
  expect(startExamples(null, { types: ["policy", "legal-memo", "essay", "contract"] })).toEqual([policy, memo, essay]);
  expect(new Set(startExamples(null, {})).size).toBe(3);
  // A kind that an older chat stored.
  expect(startExamples("sonnet", {})).toEqual(startExamples(null, {}));
});

test("the first gap to fill in", () => {
  const text = "Answer [client]: we offer [what].";
  const gap = firstGap(text)!;
  expect(text.slice(gap.start, gap.end)).toBe("[client]");
  expect(firstGap("Nothing to fill in.")).toBeNull();
});
