import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findWritingType, outlineFor, writingTypes } from "./skeletons.ts";
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

test("each file of content/skeletons is read, and has all its words in each language", () => {
  const files = readdirSync(join(import.meta.dirname, "../../../content/skeletons"));
  const named = writingTypes.map(({ name }) => `${name.toLowerCase().replaceAll(" ", "-")}.json`);
  expect(files.toSorted()).toEqual(named.toSorted());
  for (const { inText, sections } of writingTypes) {
    for (const words of [inText, ...sections.flatMap(({ heading, slot }) => [heading, slot])]) {
      expect(Object.keys(words).toSorted()).toEqual(proseLanguages.toSorted());
      for (const text of Object.values(words)) expect(text.trim()).not.toBe("");
    }
  }
});

test("a slot with placeholders of its own has as many in each language", () => {
  for (const { slot } of writingTypes.flatMap(({ sections }) => sections)) {
    const count = (text: string) => text.match(/\[[^\]]+\]/g)?.length ?? 0;
    expect(Object.values(slot).filter((text) => count(text) !== count(slot.en))).toEqual([]);
  }
});
