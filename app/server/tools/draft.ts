import { z } from "zod";
import { outlineFor, findWritingType, writingTypeNames } from "#core/templates/skeletons.ts";
import { fillTemplate, findTemplate, templateNames } from "#core/templates/legal-templates.ts";
import { proseLanguages } from "#core/text/sentences.ts";
import type { Tool } from "./tool.ts";

const input = z.object({
  type: z
    .string()
    .min(1)
    .max(60)
    .describe(`One of: ${[...writingTypeNames, ...templateNames].join(", ")}.`),
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
    .describe("For a legal template: what is known, such as partyA, partyB, governingLaw, date."),
});

export const draftTool: Tool<z.infer<typeof input>> = {
  name: "draft",
  title: "Laying out a draft",
  description:
    "Answers with a structured skeleton for a writing type (headings, slots, word targets, the writer's notes in their places) or a legal template with visible placeholders in [square brackets]. It invents no prose; writing the text is your own work.",
  input,
  async execute({ type, topic, notes, words, language, fields }) {
    const template = findTemplate(type);
    if (template) return { kind: "template", ...fillTemplate(template, fields) };
    const writingType = findWritingType(type);
    if (!writingType) {
      return {
        kind: "unknown",
        available: false,
        reason: `There is no skeleton for “${type}”. There are: ${[...writingTypeNames, ...templateNames].join(", ")}.`,
      };
    }
    return { kind: "outline", ...outlineFor(writingType, { topic, notes, words, language }) };
  },
};
