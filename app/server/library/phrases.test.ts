import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { proseLanguages } from "#core/text/sentences.ts";
import { fill, phrases } from "./phrases.ts";

const parts = ["answers", "agent", "outline"] as const;

/** Every text by its path, such as "agent.found.twice". */
function texts(value: unknown, path: string): [path: string, text: string][] {
  if (typeof value === "string") return [[path, value]];
  return Object.entries(value as object).flatMap(([key, inner]) => texts(inner, `${path}.${key}`));
}

const catalog = (language: (typeof proseLanguages)[number]) =>
  new Map(parts.flatMap((part) => texts(phrases(part, language), part)));
/** Without the count: the form for one thing may say it in a word. */
const slotsOf = (text: string) => [...new Set(text.match(/\{\w+\}/g))].filter((slot) => slot !== "{count}").toSorted();

test("content/phrases holds a file for each language, and no other", () => {
  const files = readdirSync(join(import.meta.dirname, "../../../content/phrases"));
  expect(files.toSorted()).toEqual(proseLanguages.map((language) => `${language}.json`).toSorted());
});

describe.each(proseLanguages)("%s", (language) => {
  const english = catalog("en");
  const own = catalog(language);

  test("has every phrase, and none besides", () => {
    expect([...own.keys()].toSorted()).toEqual([...english.keys()].toSorted());
    expect([...own].filter(([, text]) => text.trim() === "")).toEqual([]);
  });

  test("fills the same slots as English", () => {
    const slots = (texts: Map<string, string>) => new Map([...texts].map(([path, text]) => [path, slotsOf(text)]));
    expect(slots(own)).toEqual(slots(english));
    expect([...own].filter(([, text]) => /[{}]/.test(text.replaceAll(/\{\w+\}/g, "")))).toEqual([]);
  });
});

describe("a phrase", () => {
  const changes = { zero: "nothing", one: "a change", other: "{count} changes" };

  test.each([
    [0, "nothing"],
    [1, "a change"],
    [2, "2 changes"],
  ])("has the form for %i", (count, expected) => {
    expect(fill(changes, { count })).toBe(expected);
  });

  test("without a form for none takes the one for many", () => {
    expect(fill({ one: "a change", other: "{count} changes" }, { count: 0 })).toBe("0 changes");
  });

  test("whose slot nothing fills is a bug", () => {
    expect(() => fill("{first} and {count} more", { first: "a" })).toThrow("{count}");
  });
});
