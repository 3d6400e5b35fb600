import { z } from "zod";
import { outlineFor, findWritingType, writingTypeNames } from "../library/skeletons.ts";
import { fillTemplate, withTypedNumbers } from "#core/templates/fill-template.ts";
import { refusalOf, valuesOf } from "#core/templates/field-values.ts";
import { rowOf } from "#core/templates/lists.ts";
import type { Template } from "#core/templates/template.ts";
import { proseLanguages } from "#core/text/sentences.ts";
import { findTemplate, templateNames } from "../library/built-in-templates.ts";
import type { Tool } from "./tool.ts";

const input = z.object({
  type: z
    .string()
    .min(1)
    .max(60)
    .describe(`One of: ${[...writingTypeNames, ...templateNames()].join(", ")}.`),
  topic: z.string().max(500).default("").describe("What it is about."),
  notes: z
    .array(z.string().max(2_000))
    .max(40)
    .default([])
    .describe("The writer's own points, one each. They are placed, never expanded."),
  words: z.int().min(50).max(20_000).optional().describe("How long the whole should be."),
  language: z.enum(proseLanguages).default("en"),
  fields: z
    .record(z.string().max(60), z.string().max(500))
    .default({})
    .describe(
      "For a legal template: what is known, such as partyA, partyB, governingLaw, date; in a list by row: matter:1, matter:2.",
    ),
});

export const draftTool: Tool<z.infer<typeof input>> = {
  name: "draft",
  description:
    "Answers with a structured skeleton for a writing type (headings, slots, word targets, the writer's notes in their places) or a legal template with visible placeholders in [square brackets]. It invents no prose; writing the text is your own work.",
  input,
  async execute({ type, topic, notes, words, language, fields }) {
    const template = findTemplate(type);
    if (template) {
      const given = knownFields(template, fields);
      const { markdown, open } = fillTemplate(template, valuesOf(template, given));
      const { name, language: writtenIn, written } = template;
      // The numbers of clauses are not automatic in a chat.
      const text = withTypedNumbers(markdown);
      return { kind: "template", template: name, language: writtenIn, written, markdown: text, filled: Object.keys(given), open };
    }
    const writingType = findWritingType(type);
    if (!writingType) {
      return {
        kind: "unknown",
        available: false,
        reason: `There is no skeleton for “${type}”. There are: ${[...writingTypeNames, ...templateNames()].join(", ")}.`,
      };
    }
    return { kind: "outline", ...outlineFor(writingType, { topic, notes, words, language }) };
  },
};

/** Without what the template does not ask for, or could not use: a choice that is none of its options. */
function knownFields(template: Template, given: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).filter(([key, value]) => {
      const field = template.fields.find(({ name }) => name === rowOf(key.split(".")[0]!).name);
      if (field === undefined) return false;
      return !["choice", "yes/no", "list"].includes(field.type) || refusalOf(field, key, value) === null;
    }),
  );
}
