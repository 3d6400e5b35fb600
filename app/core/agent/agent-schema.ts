/* Schemas for input from an agent's model and from an editor, with enforced size limits. */
import { z } from "zod";
import { appliedChangeSchema } from "../requests/changes.ts";
import { agentLimits, agentStepsMax, agentTokensMax, type AgentChoice, type AgentAction, type AgentPlan } from "./agent.ts";

export const agentChoiceSchema = z.object({
  isOn: z.boolean(),
  maxSteps: z.int().min(1).max(agentStepsMax),
  maxTokens: z.int().min(1_000).max(agentTokensMax),
  applies: z.boolean(),
}) satisfies z.ZodType<AgentChoice>;

const short = (longest: number) => z.string().trim().min(1).max(longest);
const sectionId = z.string().max(20);

export const itemField = z
  .int()
  .min(1)
  .max(agentLimits.planItems)
  .optional()
  .describe("Number of the plan's item this belongs to, from 1.");

export const planInput = z.object({
  summary: short(200).describe("What the whole of it does, in at most eight words, such as: Corrected grammar and spelling"),
  items: z
    .array(
      z.object({
        what: short(200).describe("What will be done, in a few words."),
        where: z.string().max(200).default("").describe("Which part of the document, in the reader's words."),
      }),
    )
    .min(1)
    .max(agentLimits.planItems),
}) satisfies z.ZodType<AgentPlan>;

export const sectionsField = z
  .array(sectionId)
  .min(1)
  .max(400)
  .describe("Ids of sections, as the outline of the document has them, such as s3.");

export const readInput = z.object({ item: itemField, sections: sectionsField });

const changeSchema = z.object({
  original: z.string().min(1).max(agentLimits.passageLength).describe("The words to replace, copied exactly."),
  replacement: z.string().max(agentLimits.passageLength).describe("What to put there; empty to delete."),
  summary: z.string().max(500).default("").describe("What changed and why, in one short sentence."),
  section: sectionId.optional().describe("Id of the section it is in."),
  isDecision: z.boolean().default(false).describe("True where the writer has to decide: it is then never made without them."),
});
export type AgentChangeInput = z.infer<typeof changeSchema>;

export const proposeInput = z.object({ item: itemField, changes: z.array(changeSchema).min(1).max(agentLimits.changesInCall) });

export const agentActionSchema = z.object({
  messageId: z.uuid(),
  model: z.string().max(200).default(""),
  made: z.array(appliedChangeSchema).max(agentLimits.changesInRun).default([]),
  takenBack: z.array(appliedChangeSchema.shape.applied).max(agentLimits.changesInRun).default([]),
  isUndo: z.boolean().default(false),
}) satisfies z.ZodType<AgentAction>;
