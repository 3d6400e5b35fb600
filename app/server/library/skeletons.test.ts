import { describe, expect, test } from "vitest";
import { skeletonWords } from "./skeleton-words.ts";
import { findWritingType, outlineFor, writingTypeNames, writingTypes } from "./skeletons.ts";
import { proseLanguages } from "#core/text/sentences.ts";

describe("writing types", () => {
  test.each([
    "Essay",
    "Article",
    "Newsletter",
    "Blog Post",
    "Press Release",
    "Poem",
    "blog",
    "press-release",
    "uppsats",
    "Pressemitteilung",
    "nieuwsbrief",
  ])("%s is found", (name) => {
    expect(findWritingType(name)).toBeDefined();
  });

  test("shares are a whole, and no two types share a name", () => {
    for (const type of writingTypes) {
      expect(type.sections.reduce((sum, part) => sum + part.share, 0)).toBeCloseTo(1, 5);
      expect(type.sections.filter((part) => part.body)).toHaveLength(1);
    }
    const names = writingTypes.flatMap((type) => [type.name.toLowerCase(), ...type.aliases]);
    expect(new Set(names).size).toBe(names.length);
  });

  test("an outline is headings, slots and notes in every language", () => {
    for (const type of writingTypes) {
      for (const language of proseLanguages) {
        const { markdown, slots } = outlineFor(type, { topic: "bees", notes: [], language });
        expect(markdown.match(/^##? /gm)!.length).toBe(slots);
        for (const block of markdown.split("\n\n")) expect(block).toMatch(/^#|\[.+\]/);
      }
    }
  });
});

test.each(["sv", "de", "nl"] as const)("every heading and slot has its words in %s", (language) => {
  const english = [
    ...writingTypeNames,
    ...writingTypes.flatMap((type) => type.sections).flatMap((part) => [part.heading, part.slot]),
  ];
  expect(english.filter((words) => !skeletonWords(words, language))).toEqual([]);
});
