import { describe, expect, test } from "vitest";
import { entriesIn } from "./entries-in.ts";
import { mostEntries, type Entry } from "./entry.ts";
import { changedEntries, listChangeSchema, mostForms, onlyConceals } from "./list-change.ts";

const entry = (id: string, kind: Entry["kind"], ...forms: string[]): Entry => ({
  id,
  kind,
  forms,
  isFound: false,
  isSentAsIs: false,
});
const ada = entry("a", "person", "Ada Lovelace");
const acme = entry("b", "organization", "Acme AB");
const newId = () => "new";

describe("a change of a list", () => {
  test("adds an entry", () => {
    expect(changedEntries([ada], { add: { kind: "organization", forms: ["Acme AB"] } }, newId)).toEqual([
      ada,
      entry("new", "organization", "Acme AB"),
    ]);
  });

  test("adds forms to an entry it knows, once, and replaces it again", () => {
    const sentAsIs = { ...ada, isSentAsIs: true };
    expect(changedEntries([sentAsIs, acme], { add: { kind: "person", forms: ["Ada Lovelace", "Countess"] } }, newId)).toEqual([
      { ...ada, forms: ["Ada Lovelace", "Countess"] },
      acme,
    ]);
  });

  test("of another kind the same words are another entry", () => {
    expect(changedEntries([ada], { add: { kind: "organization", forms: ["Ada Lovelace"] } }, newId)).toHaveLength(2);
  });

  test("keeps the forms of an entry and the entries of a list within bounds", () => {
    const forms = Array.from({ length: mostForms }, (_, i) => (i === 0 ? "Ada Lovelace" : `Form ${i}`));
    const [grown] = changedEntries([ada], { add: { kind: "person", forms: [...forms, "One more"] } }, newId)!;
    expect(grown!.forms).toEqual(forms);
    const full = Array.from({ length: mostEntries }, (_, i) => entry(String(i), "person", `Person ${i}`));
    expect(changedEntries(full, { add: { kind: "person", forms: ["Ada"] } }, newId)).toBeNull();
    expect(changedEntries(full.slice(1), { add: { kind: "person", forms: ["Ada"] } }, newId)).toHaveLength(mostEntries);
    expect(changedEntries(full, { add: { kind: "person", forms: ["Person 3", "Three"] } }, newId)![3]!.forms).toEqual([
      "Person 3",
      "Three",
    ]);
  });

  test("changes only what is given, of the one that is named", () => {
    expect(changedEntries([ada, acme], { change: { id: "b", isSentAsIs: true } }, newId)).toEqual([
      ada,
      { ...acme, isSentAsIs: true },
    ]);
    expect(changedEntries([ada, acme], { change: { id: "a", kind: "other", forms: ["Ada"] } }, newId)).toEqual([
      { ...ada, kind: "other", forms: ["Ada"] },
      acme,
    ]);
    expect(changedEntries([{ ...ada, isSentAsIs: true }], { change: { id: "a", isSentAsIs: false } }, newId)).toEqual([ada]);
    expect(changedEntries([ada], { change: { id: "b", isSentAsIs: true } }, newId)).toBeNull();
  });

  test("removes one, if it is there", () => {
    expect(changedEntries([ada, acme], { remove: "a" }, newId)).toEqual([acme]);
    expect(changedEntries([ada], { remove: "b" }, newId)).toBeNull();
  });
});

test("only an addition only conceals", () => {
  const id = "0190a1b2-0000-7000-8000-000000000000";
  const changes = [
    { isOn: false },
    { add: { kind: "person", forms: ["Ada"] } },
    { change: { id, isSentAsIs: true } },
    { remove: id },
  ].map((change) => listChangeSchema.parse(change));
  expect(changes.map(onlyConceals)).toEqual([false, true, false, false]);
});

test.each([
  { add: { kind: "person", forms: [] } },
  { add: { kind: "person", forms: Array.from({ length: mostForms + 1 }, (_, i) => `Form ${i}`) } },
  { add: { kind: "city", forms: ["Lund"] } },
  { remove: "a" },
  { isOn: true, remove: "a" },
])("%j is no change", (change) => expect(listChangeSchema.safeParse(change).success).toBe(false));

describe("the entries that a text needs", () => {
  const needed = (text: string, ...entries: Entry[]) => entriesIn(entries, text).map(({ id }) => id);
  test.each([
    ["a part of the name", "Lovelace wrote it.", ["a"]],
    ["in another case", "lovelace", ["a"]],
    ["inflected", "Lovelaces brev", ["a"]],
    ["within another word", "unlovelace", []],
    ["something else", "Babbage", []],
  ])("%s", (_what, text, ids) => expect(needed(text, ada)).toEqual(ids));

  test("what is found by a rule, or sent as it is, needs nothing", () => {
    expect(needed("Ada Lovelace", { ...ada, isFound: true })).toEqual([]);
    expect(needed("Ada Lovelace", { ...ada, isSentAsIs: true })).toEqual([]);
  });

  test("short words count only in their whole name; what is no name as it was entered", () => {
    expect(needed("An ode to bo", entry("b", "person", "Bo Ek"))).toEqual([]);
    expect(needed("it says Bo Ek here", entry("b", "person", "Bo Ek"))).toEqual(["b"]);
    expect(needed("write to ADA@example.org today", entry("e", "email", "ada@example.org"))).toEqual(["e"]);
    expect(needed("write to ada today", entry("e", "email", "ada@example.org"))).toEqual([]);
  });
});
