/* What is asked of research. */
import { z } from "zod";
import { jurisdictionCodes } from "../law/jurisdictions.ts";
import { queryKinds, researchLimits } from "../research/research.ts";

/** GET /api/research, and the address of the page. */
export const researchQuerySchema = z.object({
  query: z.string().max(200).catch("").default(""),
  after: z.uuid().optional().catch(undefined),
});
export type ResearchListQuery = z.infer<typeof researchQuerySchema>;

const fields = {
  question: z.string().trim().min(1, "Write a question.").max(researchLimits.question),
  known: z.string().trim().max(researchLimits.known),
  jurisdictions: z.array(z.enum(jurisdictionCodes)).max(jurisdictionCodes.length),
  /** The law of which day; null for the present. */
  day: z.iso.date().nullable(),
  withFiles: z.boolean(),
  model: z.string().min(1).max(200).nullable(),
};

/** Without a project it is put where drafts without one are. */
export const newResearchSchema = z.strictObject({
  question: fields.question,
  projectId: z.uuid().optional(),
  known: fields.known.default(""),
  jurisdictions: fields.jurisdictions.default([]),
  day: fields.day.default(null),
  withFiles: fields.withFiles.default(true),
  model: fields.model.default(null),
});
export type NewResearch = z.infer<typeof newResearchSchema>;

export const researchChangeSchema = z.strictObject({
  question: fields.question.optional(),
  known: fields.known.optional(),
  jurisdictions: fields.jurisdictions.optional(),
  day: fields.day.optional(),
  withFiles: fields.withFiles.optional(),
  model: fields.model.optional(),
  isWatched: z.boolean().optional(),
  isRemoved: z.boolean().optional(),
});
export type ResearchChange = z.infer<typeof researchChangeSchema>;

const query = z.strictObject({ kind: z.enum(queryKinds), text: z.string().trim().max(researchLimits.query) });
const stepFields = {
  question: z.string().trim().min(1, "Write a question.").max(researchLimits.stepQuestion),
  queries: z.array(query).max(researchLimits.queries),
};

/** `position`: before the step that is there now, counted from 0; at the end without it. */
export const newStepSchema = z.strictObject({ ...stepFields, position: z.int().min(0).max(researchLimits.steps).optional() });
export type NewStep = z.infer<typeof newStepSchema>;

/** Other words; another place; taken out, or brought back; or asked again in the next run. */
export const stepChangeSchema = z.union([
  z.strictObject(stepFields),
  z.strictObject({ position: z.int().min(0).max(researchLimits.steps) }),
  z.strictObject({ isRemoved: z.boolean() }),
  z.strictObject({ again: z.literal(true) }),
]);
export type StepChange = z.infer<typeof stepChangeSchema>;

/** `plan` adds steps behind those that are there; `answer` asks those without a current answer, then writes the memo. */
export const researchRunSchema = z.strictObject({ kind: z.enum(["plan", "answer"]) });

export const researchSearchesSchema = z.object({ after: z.uuid().optional().catch(undefined) });
