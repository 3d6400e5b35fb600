import * as fc from "fast-check";
import { expect, test } from "vitest";
import { refusalsOf, valuesOf } from "./field-values.ts";
import { askedFields, fillTemplate, shownFields } from "./fill-template.ts";
import { valuesOfRows, withoutRow } from "./lists.ts";
import { readTemplate, writeTemplate } from "./template-file.ts";
import { templateFromDraft } from "./template-from-draft.ts";
import { clausesOf, fieldsOfClause } from "./template-parts.ts";
import type { Template } from "./template.ts";

const fields = [
  "  sellers: { type: list, label: Sellers }",
  "  seller: { type: party, label: seller, of: sellers }",
  "  pledged: { type: yes/no, label: The shares are pledged, of: sellers }",
  "  price: { type: money, label: price, currency: SEK, of: sellers }",
  "  extras: { type: list, label: Extras, default: 0 }",
  "  extra: { type: text, label: extra, of: extras }",
];
const body = [
  "Between {{sellers}} and the buyer.",
  "",
  "{{#each sellers}}",
  '1) ## <a id="at-share"></a>Shares of {{seller}}',
  "",
  "   1) {{seller}} of {{seller.address}} sells for {{price}}{{#if pledged}}, free of the pledge{{/if}}; see [1](#at-share).",
  "",
  "{{/each}}",
  "{{#if extras}}",
  "1) ## Extras",
  "",
  "{{#each extras}}",
  "   1) {{extra}}",
  "",
  "{{/each}}",
  "{{else}}",
  "1) No extras.",
  "{{/if}}",
];
const fileOf = (given: string) => `---\nname: Sale\nfields:\n${fields.join("\n")}\n---\n\n${given}\n`;
const source = fileOf(body.join("\n"));
const read = (file: string): Template => {
  const found = readTemplate(file);
  if ("refusal" in found) throw new Error(found.refusal);
  return found.template;
};
const sale = read(source);
const two = valuesOf(sale, {
  "seller:1": "Alder",
  "seller:1.address": "Lund",
  "price:1": "100",
  "seller:2": "Birch",
  "price:2": "2500.5",
  "price:2.currency": "EUR",
  "pledged:2": "yes",
});

test("what stands in a list is written once for each row, with the row’s own answers and places", () => {
  const { markdown, open } = fillTemplate(sale, two);
  expect(markdown.split("\n").filter((line) => line !== "")).toEqual([
    "Between Alder and Birch and the buyer.",
    '1) ## <a id="at-share"></a>Shares of Alder',
    "   1) Alder of Lund sells for SEK 100; see [1](#at-share).",
    '1) ## <a id="at-sharer2"></a>Shares of Birch',
    "   1) Birch of [seller: address] sells for EUR 2,500.50, free of the pledge; see [1](#at-sharer2).",
    "1) No extras.",
  ]);
  expect(open).toEqual(["seller: address"]);
});

test("a list without rows writes nothing, and a condition on it asks for its rows", () => {
  expect(fillTemplate(sale, valuesOf(sale, { sellers: "0" })).markdown).toMatch(/^Between {2}and the buyer\.\n\n1\) No extras\.$/);
  expect(fillTemplate(sale, valuesOf(sale, { "extra:2": "a boat" })).markdown).toMatch(
    /1\) ## Extras\n\n {3}1\) \[extra\]\n\n {3}1\) a boat$/,
  );
});

test.each([
  ["en", "A, B and C"],
  ["sv", "A, B och C"],
  ["de", "A, B und C"],
  ["nl", "A, B en C"],
] as const)("a list’s own name is its rows in a sentence: %s", (language, expected) => {
  const template = { ...sale, language };
  const values = valuesOf(template, { "seller:1": "A", "seller:2": "B", "seller:3": "C" });
  expect(fillTemplate(template, values).markdown).toContain(`Between ${expected} and`);
});

test("the form has the list, and the fields of as many rows as there are", () => {
  const shown = shownFields(sale, two, askedFields(sale, two)).map(({ name }) => name);
  expect(shown).toEqual(["sellers", "seller:1", "pledged:1", "price:1", "seller:2", "pledged:2", "price:2", "extras"]);
});

test("a field of a list that is given without a row is the first row’s; defaults are in every row", () => {
  expect(valuesOf(sale, { seller: "Alder", "seller.address": "Lund" })).toMatchObject({
    sellers: "1",
    "seller:1": "Alder",
    "seller:1.address": "Lund",
    "price:1.currency": "SEK",
  });
  expect(two["price:1.currency"]).toBe("SEK");
});

test("answers in rows are checked like others, and a row or number of rows that can’t be is refused", () => {
  expect(refusalsOf(sale, { ...two, "price:2": "much", "seller:9x": "A", "dog:1": "B" })).toEqual({
    "price:2": "Enter an amount in digits, such as 1200 or 1200.50.",
    "seller:9x": "This template has no such field.",
    "dog:1": "This template has no such field.",
  });
  expect(refusalsOf(sale, { sellers: "51" })).toEqual({ sellers: "Enter how many rows it has, from 0 to 50." });
  // Never more work than a list may have rows.
  expect(shownFields(sale, { "seller:999999": "A" }, new Set(["seller:50"]))).toHaveLength(1);
});

test("a row that is taken out leaves the others as they were, in their order; putting it back restores all", () => {
  const names = ["a", "b"];
  const row = fc.record({ a: fc.option(fc.string()), b: fc.option(fc.string()) });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 6 }), fc.nat(), (rows, at) => {
      const out = (at % rows.length) + 1;
      const values: Record<string, string> = {};
      rows.forEach((one, i) => {
        if (one.a !== null) values[`a:${i + 1}`] = one.a;
        if (one.b !== null) values[`b:${i + 1}`] = one.b;
      });
      const left = { ...values, ...withoutRow(values, out, rows.length) };
      const kept = rows.filter((_, i) => i + 1 !== out);
      for (const [i, one] of kept.entries())
        expect(names.map((name) => left[`${name}:${i + 1}`] ?? "")).toEqual([one.a ?? "", one.b ?? ""]);
      expect(names.map((name) => left[`${name}:${rows.length}`] ?? "")).toEqual(["", ""]);
    }),
  );
  expect(valuesOfRows({ "a:1": "x", "a:1.address": "y", b: "z" }, [{ ...sale.fields[1]!, name: "a:1" }])).toEqual({
    "a:1": "x",
    "a:1.address": "y",
  });
});

test("its file is read, written and read again", () => {
  expect(read(writeTemplate(sale))).toEqual(sale);
});

test("one clause of a list asks for its own row", () => {
  const at = clausesOf(fillTemplate(sale, two).markdown).findIndex(({ name }) => name === "Shares of Birch");
  expect(fieldsOfClause(sale, two, at).map(({ name }) => name)).toEqual(["sellers", "seller:2", "pledged:2", "price:2"]);
});

test("a draft with a list in braces becomes a template with it", () => {
  const made = read(
    templateFromDraft({
      name: "Sale",
      language: "en",
      markdown: "{{#each items}}{{item}} for {{buyer}}{{/each}}{{buyer}}",
      known: [],
    }),
  );
  expect(made.fields.map(({ name, type, of }) => [name, type, of])).toEqual([
    ["items", "list", ""],
    ["item", "text", "items"],
    ["buyer", "text", ""],
  ]);
});

test.each([
  ["never closed", "{{#each sellers}}{{seller}}", "Line 1 of the text: This {{#each …}} has no {{/each}}."],
  ["closed by another", "{{#each sellers}}{{seller}}{{/if}}", "“{{/if}}” comes before the {{/each}} of line 1."],
  ["across a condition", "{{#each sellers}}{{#if pledged}}{{/each}}{{/if}}", "“{{/each}}” comes before the {{/if}} of line 1."],
  ["a stray end", "{{/each}}", "“{{/each}}” has no {{#each …}} before it."],
  ["an end of nothing known", "{{#each sellers}}{{/list}}", "“{{/list}}” is unknown. Write {{/if}} or {{/each}}."],
  ["a list in a list", "{{#each sellers}}{{#each extras}}{{/each}}{{/each}}", "A list can’t stand within another list."],
  ["no list", "{{#each seller}}{{/each}}", "“seller” is asked in each row of “sellers”."],
  ["a field that is no list", "{{#each dog}}{{/each}}", "There is no field “dog” in the head of the file."],
  ["outside its list", "{{seller}}", "“seller” is asked in each row of “sellers”. Use it within {{#each sellers}}."],
  ["in another list", "{{#each extras}}{{seller}}{{/each}}", "Use it within {{#each sellers}}."],
  ["a condition outside its list", "{{#if pledged}}x{{/if}}", "“pledged” is asked in each row of “sellers”."],
  ["a value of a list", "{{#if sellers is 2}}x{{/if}}", "“Sellers” is a list. Ask whether it has rows: {{#if sellers}}."],
  [
    "a list that is not used",
    "{{#each sellers}}{{seller}}{{pledged}}{{price}}{{/each}}",
    "Write {{#each extras}} … {{/each}} where it belongs.",
  ],
])("what is wrong with a list is said: %s", (_, text, sentence) => {
  const found = readTemplate(fileOf(text));
  expect("refusal" in found ? found.refusal : "read").toContain(sentence);
});

test.each([
  ["of no list", "  a: { type: text, of: b }", "Field “a”: There is no list “b”. Add it as b: { type: list, label: … }."],
  ["a list of a list", "  b: { type: list }\n  a: { type: list, of: b }", "A list can’t be asked in the rows of another."],
  ["a default", "  b: { type: list, default: many }", "The default of a list is how many rows it begins with, from 0 to 50."],
  ["no fields", "  b: { type: list }", "The list “b” has no fields. A field of it says “of: b”."],
])("what is wrong with a list’s fields is said: %s", (_, head, sentence) => {
  const found = readTemplate(`---\nname: Sale\nfields:\n${head}\n---\n\n{{b}}\n`);
  expect("refusal" in found ? found.refusal : "read").toContain(sentence);
});
