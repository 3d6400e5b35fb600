import { describe, expect, test } from "vitest";
import { reportDefinedTerms } from "../clauses/defined-terms.ts";
import { checkClauseReferences } from "../clauses/clause-references.ts";
import { unpairedMarks } from "../prose/mechanical-rules.ts";
import { fillTemplate, findTemplate, legalTemplates } from "./legal-templates.ts";
import { skeletonWords } from "./skeleton-words.ts";
import { findWritingType, outlineFor, writingTypeNames, writingTypes } from "./skeletons.ts";
import { proseLanguages } from "../text/sentences.ts";

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

describe("legal templates", () => {
  test.each([
    ["NDA", "Non-Disclosure Agreement"],
    ["non disclosure agreement", "Non-Disclosure Agreement"],
    ["privacy policy", "Privacy Notice"],
    ["Sekretessavtal", "Non-Disclosure Agreement"],
    ["board resolution", "Board Resolution"],
  ])("%s is %s", (name, expected) => {
    expect(findTemplate(name)?.name).toBe(expected);
  });

  test.each(legalTemplates.map((template) => [template.name, template] as const))(
    "%s is sound by our own checks",
    (_, template) => {
      expect(checkClauseReferences(template.text)?.missing ?? []).toEqual([]);
      expect(unpairedMarks(template.text)).toEqual([]);
      const terms = reportDefinedTerms(template.text);
      expect(terms.unused).toEqual([]);
      expect(terms.definedTwice).toEqual([]);
      for (const placeholder of Object.values(template.fields)) expect(template.text).toContain(`[${placeholder}`);
    },
  );

  test("nothing filled changes nothing, everything filled leaves only what has no field", () => {
    for (const template of legalTemplates) {
      expect(fillTemplate(template, {}).markdown).toBe(template.text);
      const all = Object.fromEntries(Object.keys(template.fields).map((name) => [name, "X"]));
      const filled = fillTemplate(template, all);
      for (const placeholder of Object.values(template.fields)) expect(filled.open).not.toContain(placeholder);
    }
  });

  test("brackets in a value are taken off: a placeholder is always the template's own", () => {
    expect(fillTemplate(legalTemplates[0]!, { partyA: "[evil]" }).markdown).toContain("evil");
    expect(fillTemplate(legalTemplates[0]!, { partyA: "[evil]" }).open).not.toContain("evil");
  });
});

test.each(["sv", "de", "nl"] as const)("every heading and slot has its words in %s", (language) => {
  const english = [
    ...writingTypeNames,
    ...writingTypes.flatMap((type) => type.sections).flatMap((part) => [part.heading, part.slot]),
  ];
  expect(english.filter((words) => !skeletonWords(words, language))).toEqual([]);
});
