import { expect, test } from "vitest";
import { readTemplate } from "./template-file.ts";
import { templateFromDraft } from "./template-from-draft.ts";

function made(markdown: string) {
  const read = readTemplate(templateFromDraft({ name: "My lease", markdown, language: "en" }));
  if ("refusal" in read) throw new Error(read.refusal);
  return read.template;
}

test("places in brackets become fields, the same words one field; links and references stay", () => {
  const { name, body, fields } = made(
    "Rent of \\[rent\\], paid by [Tenant’s name] on [date].[^1] See [1.1](#at-x), [rent].\n\n[^1]: note",
  );
  expect(name).toBe("My lease");
  expect(body).toBe("Rent of {{rent}}, paid by {{tenantSName}} on {{date}}.[^1] See [1.1](#at-x), {{rent}}.\n\n[^1]: note");
  expect(fields.map(({ name: field, type, label }) => [field, type, label])).toEqual([
    ["rent", "text", "rent"],
    ["tenantSName", "text", "Tenant’s name"],
    ["date", "date", "date"],
  ]);
});

test("labels that read the same as names stay two fields, and fields in braces are kept", () => {
  const { fields, body } = made("[the fee] and [The fee!] for {{client}}, [10 days]");
  expect(fields.map((field) => field.name)).toEqual(["theFee", "theFee2", "field10Days", "client"]);
  expect(body).toBe("{{theFee}} and {{theFee2}} for {{client}}, {{field10Days}}");
});

test("a draft without a place to fill in, or without words, is a template too", () => {
  expect(made("Just words.").fields).toEqual([]);
  expect(made(" ").body).toBe("Write the text here.");
});
