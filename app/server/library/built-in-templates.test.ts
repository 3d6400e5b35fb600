import { describe, expect, test } from "vitest";
import { checkClauseReferences } from "#core/clauses/clause-references.ts";
import { reportDefinedTerms } from "#core/clauses/defined-terms.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { missingLabel, referenceLabels } from "#core/clauses/references.ts";
import { documentText } from "#core/document/document-text.ts";
import { unpairedMarks } from "#core/prose/mechanical-rules.ts";
import { initialValues, refusalsOf } from "#core/templates/field-values.ts";
import { fillTemplate, withTypedNumbers } from "#core/templates/fill-template.ts";
import { parseBody, usedFields } from "#core/templates/template-body.ts";
import { readTemplate, writeTemplate } from "#core/templates/template-file.ts";
import type { Template, TemplateField } from "#core/templates/template.ts";
import { builtInTemplates, findTemplate } from "./built-in-templates.ts";

const all = builtInTemplates();
const each = all.map(({ id, template }) => [id, template] as const);

const samples: Record<string, string> = { date: "2027-03-31", money: "1250.50", number: "30" };
const sampleOf = ({ type, options }: TemplateField) =>
  samples[type] ?? (type === "choice" ? options[0]! : type === "yes/no" ? "yes" : "Alder");

/** Every field filled, its party parts too. */
function filledIn(template: Template): Record<string, string> {
  const values: Record<string, string> = { ...initialValues(template) };
  for (const field of template.fields) values[field.name] ??= sampleOf(field);
  for (const key of usedFields(parseBody(template.body)).keys.keys()) values[key] ??= "Alder";
  return values;
}

/** The text for every answer to every question that it asks, one question at a time. */
function* variants(template: Template) {
  const values = filledIn(template);
  yield values;
  for (const { name, type, options } of template.fields) {
    const answers = type === "yes/no" ? ["yes", "no"] : options;
    for (const answer of answers) yield { ...values, [name]: answer };
  }
}

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
    expect(refusalsOf(template, initialValues(template))).toEqual({});
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
