import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { valuesOf, refusalsOf } from "./field-values.ts";
import { fillTemplate, withTypedNumbers } from "./fill-template.ts";
import { markdownToDocument } from "../document/markdown-to-document.ts";
import { readTemplate, writeTemplate } from "./template-file.ts";
import type { Template } from "./template.ts";

const head = "name: Lease\nfields:\n  rent: { type: money, label: rent, currency: GBP }\n  pets: { type: yes/no, label: Pets }";
const fileOf = (front: string, body: string) => `---\n${front}\n---\n\n${body}\n`;
const read = (source: string): Template => {
  const found = readTemplate(source);
  if ("refusal" in found) throw new Error(found.refusal);
  return found.template;
};
const lease = read(fileOf(head, "Rent: {{rent}}.{{#if pets}} Pets are allowed.{{else}} No pets.{{/if}}"));

test("what is written is YAML, so that other programs can read it", () => {
  const text = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom(
      "a: b",
      "a #b",
      "#a",
      "- a",
      "* a",
      "&a",
      "!a",
      "|",
      ">",
      "%a",
      "@a",
      "`a`",
      "? a",
      "a:",
      "yes",
      "no",
      "1",
      "null",
    ),
  );
  const oneLine = text.map((value) => value.replaceAll(/[\p{C}\s]+/gu, " ").trim());
  fc.assert(
    fc.property(oneLine, oneLine, oneLine, (summary, label, alias) => {
      const fields = lease.fields.map((field) => ({ ...field, label: label.replaceAll(/[[\]]/g, "") || field.name }));
      const template = { ...lease, summary, aliases: alias === "" ? [] : [alias], fields };
      const written = writeTemplate(template);
      expect(read(written)).toEqual(template);
      const front = parse(written.split("\n---\n")[0]!.slice(4), { schema: "failsafe" }) as Record<string, unknown>;
      expect({ summary: front["summary"] ?? "", aliases: front["aliases"] ?? [] }).toEqual({ summary, aliases: template.aliases });
      expect((front["fields"] as Record<string, object>)["pets"]).toMatchObject({ label: fields[1]!.label });
    }),
  );
});

test("fields by indentation, in braces and in quotation marks", () => {
  const { fields } = read(
    fileOf(
      'name: "A: b"\nfields:\n  a:\n    type: choice\n    label: "One, two"\n    options:\n      - x, y\n      - z\n  b: { label: it’s }',
      "{{a}} {{b}}",
    ),
  );
  expect(fields).toMatchObject([
    { name: "a", type: "choice", label: "One, two", options: ["x, y", "z"] },
    { name: "b", type: "text", label: "it’s" },
  ]);
});

describe("what is wrong with a file is said in a sentence that names the place", () => {
  test.each([
    ["no head", "# Lease", "Line 1: The file must begin with a line of three dashes, ---."],
    ["no end of the head", "---\nname: x", "Line 2: The head of the file must end with a line of three dashes, ---."],
    ["no name", fileOf("kind: other", "x"), "The template has no name. Add a line “name: …” to its head."],
    ["no text", "---\nname: x\n---\n", "The template has no text below its head."],
    ["a tab", fileOf("name: x\nfields:\n\ta: b", "x"), "Line 4: Indent with spaces, not tabs."],
    ["no colon", fileOf("name x", "x"), "Line 2: Write “name: value”, with a space after the colon."],
    ["twice", fileOf("name: x\nname: y", "x"), "Line 3: “name” is there twice."],
    ["an open quotation", fileOf('name: "x', "x"), "Line 2: A quotation mark is not closed."],
    [
      "an open brace",
      fileOf("name: x\nfields:\n  a: { type: text", "{{a}}"),
      "Line 4: What begins with { ends with a closing brace, }.",
    ],
    ["an unknown line", fileOf("name: x\ncolour: red", "x"), "“colour” is not known in the head of the file."],
    [
      "an unknown type",
      fileOf("name: x\nfields:\n  a: { type: colour }", "{{a}}"),
      "Field “a”: “colour” is not a type. It is one of: text, date,",
    ],
    [
      "no options",
      fileOf("name: x\nfields:\n  a: { type: choice }", "{{a}}"),
      "Field “a”: A choice needs its options, such as options: [one, two].",
    ],
    [
      "a default that is no option",
      fileOf("name: x\nfields:\n  a: { type: choice, options: [b], default: c }", "{{a}}"),
      "Field “a”: The default “c” is not one of the options.",
    ],
    [
      "a field that is not used",
      fileOf(head, "{{rent}}"),
      "The field “pets” is never used in the text. Write {{pets}} where it belongs.",
    ],
    [
      "a use of no field",
      fileOf(head, "{{rent}}\n{{#if pets}}{{/if}}{{dog}}"),
      "Line 2 of the text: There is no field “dog” in the head of the file.",
    ],
    ["an open tag", fileOf(head, "{{rent"), "Line 1 of the text: “{{” is never closed."],
    ["an open condition", fileOf(head, "{{rent}}\n\n{{#if pets}}x"), "Line 3 of the text: This {{#if …}} has no {{/if}}."],
    ["a stray end", fileOf(head, "{{rent}}{{/if}}"), "Line 1 of the text: “{{/if}}” has no {{#if …}} before it."],
    [
      "two elses",
      fileOf(head, "{{rent}}{{#if pets}}a{{else}}b{{else}}c{{/if}}"),
      "Line 1 of the text: This {{#if …}} has more than one {{else}}.",
    ],
    ["an unknown tag", fileOf(head, "{{#unless pets}}"), "Line 1 of the text: “{{#unless pets}}” is unknown."],
    [
      "an answer never given",
      fileOf(head, "{{rent}}{{#if pets is maybe}}x{{/if}}"),
      "Line 1 of the text: “Pets” is never “maybe”. It is one of: yes, no.",
    ],
    [
      "a part of no party",
      fileOf(head, "{{rent.address}}{{#if pets}}x{{/if}}"),
      "Line 1 of the text: “rent.address” is unknown. A party has: rent.number",
    ],
  ])("%s", (_, source, sentence) => {
    const found = readTemplate(source);
    expect("refusal" in found ? found.refusal : found.template).toContain(sentence);
  });

  test("any text is a template or gets a sentence", () => {
    const pieces = fc.constantFrom(
      "---\n",
      "name: x\n",
      "fields:\n",
      "  a: ",
      "{ type: text }",
      "[",
      "]",
      "}",
      "\n",
      "{{a}}",
      "{{#if a}}",
      "{{/if}}",
      '"',
      ": ",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 5 })), { maxLength: 14 }), (parts) => {
        const found = readTemplate(`---\n${parts.join("")}`);
        expect("refusal" in found ? found.refusal : writeTemplate(found.template)).not.toBe("");
      }),
    );
  });
});

test("what is written is read again as it was", () => {
  const words = fc
    .string({ minLength: 1, maxLength: 20 })
    .map((text) => text.replaceAll(/[\r\n[\]]/g, "").trim())
    .filter((text) => text !== "");
  fc.assert(
    fc.property(words, words, fc.uniqueArray(words, { minLength: 1, maxLength: 4 }), (name, label, options) => {
      const field = { name: "a", type: "choice" as const, label, help: "", options, initial: options[0]!, currency: "", of: "" };
      const template: Template = { ...lease, name, aliases: [], fields: [field], body: "{{a}}" };
      expect(readTemplate(writeTemplate(template))).toEqual({ template });
    }),
  );
});

describe("filling", () => {
  test("a sum in the language of the template, and the branch that was chosen", () => {
    const values = valuesOf(lease, { rent: "1250.5", pets: "yes" });
    expect(fillTemplate(lease, values)).toEqual({ markdown: "Rent: GBP 1,250.50. Pets are allowed.", open: [] });
    expect(fillTemplate({ ...lease, language: "de" }, { ...values, pets: "no" }).markdown).toBe("Rent: 1.250,50 GBP. No pets.");
  });

  test("what is empty stays visible", () => {
    expect(fillTemplate(lease, {})).toEqual({ markdown: "Rent: [rent]. No pets.", open: ["rent"] });
  });

  test("a value is words, whatever it contains", () => {
    const template = read(fileOf("name: x\nfields:\n  a: { label: a }", "{{a}}"));
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 30 }), (value) => {
        const plain = value.replaceAll(/[[\]]/g, "").replaceAll(/\s+/g, " ").trim();
        fc.pre(plain !== "");
        const document = markdownToDocument(fillTemplate(template, { a: value }).markdown);
        expect(document.childCount).toBe(1);
        expect(document.firstChild!.type.name).toBe("paragraph");
        expect(document.textContent).toBe(plain);
      }),
    );
  });

  test.each([
    ["rent", "a lot", "Enter an amount in digits, such as 1200 or 1200.50."],
    ["rent.currency", "BTC", "Choose one of the currencies listed."],
    ["pets", "maybe", "Choose yes or no."],
    ["cats", "two", "This template has no such field."],
  ])("%s can’t be %s", (key, value, sentence) => {
    expect(refusalsOf(lease, { [key]: value })).toEqual({ [key]: sentence });
  });

  test("a day that does not exist is refused", () => {
    const template = read(fileOf("name: x\nfields:\n  day: { type: date }", "{{day}}"));
    expect(refusalsOf(template, { day: "2027-02-30" })).toEqual({
      day: "Enter a date that exists, as year-month-day: 2027-01-31.",
    });
    expect(fillTemplate(template, { day: "2027-02-28" }).markdown).toBe("28 February 2027");
  });

  test("a condition alone on its line leaves no trace, and clauses are numbered by what is left", () => {
    const template = read(
      fileOf(
        "name: x\nfields:\n  extra: { type: yes/no }",
        '1) ## First\n\n   1) One\n\n{{#if extra}}\n1) ## Extra\n\n   1) Two\n\n{{/if}}\n1) ## <a id="at-last"></a>Last\n\n   1) See [0](#at-last)\n      1) point',
      ),
    );
    const typed = (extra: string) => withTypedNumbers(fillTemplate(template, { extra }).markdown);
    expect(typed("no")).toBe("## 1. First\n\n1.1 One\n\n## 2. Last\n\n2.1 See 2\n\n(a) point");
    expect(typed("yes")).toContain("## 3. Last\n\n3.1 See 3");
  });
});
