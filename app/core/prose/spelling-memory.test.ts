import { expect, test } from "vitest";
import { afterTelling, emptyList, entriesOf, findingName, readKept, withEntry } from "./spelling-memory.ts";
import { spellingChangeSchema } from "../requests/spelling.ts";

test("what was done on the device holds over what the server had, until the server has been told", () => {
  const list = withEntry({ ...emptyList, known: ["stet", "quaters"], removed: ["quaters"] }, "krona");
  expect(entriesOf(list)).toEqual(["stet", "krona"]);
  const later = withEntry(list, "öre");
  const told = afterTelling(later, list, ["stet", "krona", "from another device"]);
  expect(entriesOf(told)).toEqual(["stet", "krona", "from another device", "öre"]);
  expect(told).toMatchObject({ added: ["öre"], removed: [] });
  expect(entriesOf(afterTelling(told, told, ["krona", "öre"]))).toEqual(["krona", "öre"]);
});

test("a word added again is no longer taken away", () => {
  expect(entriesOf(withEntry({ ...emptyList, removed: ["a"] }, "a"))).toEqual(["a"]);
  expect(withEntry(withEntry(emptyList, "a"), "a").added).toEqual(["a"]);
});

test("the plain list that earlier versions kept is all still to be told, and nonsense is nothing", () => {
  expect(readKept(["a", 7, "b"])).toEqual({ known: [], added: ["a", "b"], removed: [] });
  expect(readKept({ known: ["a"], added: "no" })).toEqual({ known: ["a"], added: [], removed: [] });
  for (const value of [null, 7, "text", {}]) expect(readKept(value)).toEqual(emptyList);
});

test("words are kept in lower case, and a finding by its rule and words", () => {
  expect(spellingChangeSchema.parse({ added: [" Krona "] })).toEqual({ added: ["krona"], removed: [], ignored: [] });
  expect(findingName({ rule: "AnA", original: "a honest" })).toBe("AnA a honest");
});
