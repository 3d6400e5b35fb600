import { describe, expect, test } from "vitest";
import { checkClauseReferences } from "#core/clauses/clause-references.ts";
import { reportDefinedTerms } from "#core/clauses/defined-terms.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { missingLabel, referenceLabels } from "#core/clauses/references.ts";
import { documentText } from "#core/document/document-text.ts";
import { unpairedMarks } from "#core/prose/mechanical-rules.ts";
import { valuesOf, refusalsOf } from "#core/templates/field-values.ts";
import { fillTemplate, withTypedNumbers } from "#core/templates/fill-template.ts";
import { expandLists, inRow, rowOf } from "#core/templates/lists.ts";
import { usesIn } from "#core/templates/template-body.ts";
import { readTemplate, writeTemplate } from "#core/templates/template-file.ts";
import type { Template, TemplateField, TemplateValues } from "#core/templates/template.ts";
import { builtInItems } from "./built-in-items.ts";
import { builtInTemplates, findTemplate } from "./built-in-templates.ts";

const all = builtInTemplates();
const each = all.map(({ id, template }) => [id, template] as const);

const samples: Record<string, string> = { date: "2027-03-31", money: "1250.50", number: "30" };
const sampleOf = ({ type, options }: TemplateField) =>
  samples[type] ?? (type === "choice" ? options[0]! : type === "yes/no" ? "yes" : "Alder");

/** Every field filled, its party parts too. */
function filledIn(template: Template): Record<string, string> {
  const lists = template.fields.filter(({ type }) => type === "list").map(({ name }) => [name, "2"]);
  const values = valuesOf(template, Object.fromEntries(lists));
  for (const field of expandLists(template, values).fields) values[field.name] ??= sampleOf(field);
  for (const { key } of usesIn(expandLists(template, values).pieces).fields) values[key] ??= "Alder";
  return values;
}

function withoutRows(values: TemplateValues, { fields }: Template, list: string): TemplateValues {
  const names = new Set(fields.filter(({ of }) => of === list).map(({ name }) => name));
  return Object.fromEntries(Object.entries(values).filter(([key]) => !names.has(rowOf(key.split(".")[0]!).name)));
}

/** The text for every answer to every question that it asks, one question at a time. */
function* variants(template: Template) {
  const values = filledIn(template);
  yield values;
  for (const { name, type, options, of } of template.fields) {
    const answers = type === "yes/no" ? ["yes", "no"] : type === "list" ? ["0"] : options;
    // Without the values of its rows, a list has none.
    const left = type === "list" ? withoutRows(values, template, name) : values;
    for (const answer of answers) yield { ...left, [of === "" ? name : inRow(name, 1)]: answer };
  }
}

test("everything that comes with Stet is opened by its id: no two have the same", () => {
  for (const { id, item } of builtInItems()) expect([id, builtInItems().find((one) => one.id === id)!.item]).toEqual([id, item]);
});

test("every kind of document that the library promises is there", () => {
  expect(all.length).toBeGreaterThanOrEqual(16);
  const names = all.flatMap(({ template }) => [template.name, ...template.aliases].map((name) => name.toLowerCase()));
  expect(names.length).toBe(new Set(names).size);
});

test.each([
  ["NDA", "Mutual Non-Disclosure Agreement"],
  ["non disclosure agreement", "Mutual Non-Disclosure Agreement"],
  ["privacy policy", "Privacy Notice"],
  ["Sekretessavtal", "Mutual Non-Disclosure Agreement"],
  ["board resolution", "Board Resolution"],
  ["DPA", "Data Processing Agreement"],
])("%s is %s", (name, expected) => {
  expect(findTemplate(name)?.name).toBe(expected);
});

describe.each(each)("%s", (_, template) => {
  test("its file is read, written and read again", () => {
    expect(readTemplate(writeTemplate(template))).toEqual({ template });
  });

  test("its defaults can be used, and it says what it was written for", () => {
    expect(refusalsOf(template, valuesOf(template))).toEqual({});
    expect(template.written.length).toBeGreaterThan(20);
    expect(template.summary.length).toBeGreaterThan(20);
  });

  test("whatever is answered, its text is sound by our own checks", () => {
    for (const values of variants(template)) {
      expect(refusalsOf(template, values)).toEqual({});
      const { markdown, open } = fillTemplate(template, values);
      expect(open).toEqual([]);
      expect(markdown).not.toContain("{{");
      const document = markdownToDocument(markdown);
      const text = documentText(document).text;
      expect(text).not.toContain(missingLabel);
      expect([...referenceLabels(document).values()]).not.toContain("");
      expect(unpairedMarks(text, template.language)).toEqual([]);
      const typed = withTypedNumbers(markdown);
      expect(typed).not.toContain(missingLabel);
      expect(typed).not.toContain("<a id");
      expect(checkClauseReferences(typed)?.missing ?? []).toEqual([]);
      const terms = reportDefinedTerms(typed);
      expect({ unused: terms.unused, twice: terms.definedTwice }).toEqual({ unused: [], twice: [] });
    }
  });

  test("empty fields stay visible", () => {
    const empty = fillTemplate(template, {});
    expect(empty.open.length).toBeGreaterThan(0);
    for (const place of empty.open) expect(empty.markdown).toContain(`[${place}]`);
  });
});
