/* What is asked of workflows and their runs. */
import { z } from "zod";
import { runStates } from "../workflows/run.ts";
import { knownTimeZone } from "../workflows/trigger.ts";
import { workflowLimits } from "../workflows/workflow.ts";

/** An input as it is given: words, or what was chosen. */
const givenSchema = z.union([
  z.strictObject({ text: z.string().max(workflowLimits.value) }),
  z.strictObject({ fileId: z.uuid() }),
  z.strictObject({ fileIds: z.array(z.uuid()).max(workflowLimits.files) }),
  z.strictObject({ pasted: z.string().max(workflowLimits.value) }),
  z.strictObject({ draftId: z.uuid() }),
  z.strictObject({ contactId: z.uuid() }),
  z.strictObject({ itemId: z.string().regex(/^[\da-z-]{1,60}$/) }),
]);
export type GivenInput = z.infer<typeof givenSchema>;

export const givenInputsSchema = z
  .record(z.string().max(40), givenSchema)
  .refine((given) => Object.keys(given).length <= workflowLimits.inputs, "There are too many inputs.");

/** POST /api/workflows/{id}/runs and …/estimate. A test may be of a text that is not saved. */
export const newRunSchema = z.strictObject({
  inputs: givenInputsSchema.default({}),
  projectId: z.uuid().nullable().default(null),
  model: z.string().max(200).optional(),
  isTest: z.boolean().default(false),
});
export type NewRunAsked = z.infer<typeof newRunSchema>;

/** GET /api/workflow-runs, and the address of the page. */
export const runListSchema = z.object({
  workflowId: z
    .string()
    .regex(/^[\da-z-]{1,60}$/)
    .optional()
    .catch(undefined),
  state: z.enum(runStates).optional().catch(undefined),
  before: z.uuid().optional().catch(undefined),
});

/** POST /api/workflow-runs/{id}/answer: what a person says at the step they were asked. */
export const runAnswerSchema = z.strictObject({
  path: z.string().regex(/^\d{1,4}(?:\.\d{1,4}){0,2}$/),
  answer: z.string().max(workflowLimits.value),
});
export type RunAnswer = z.infer<typeof runAnswerSchema>;

/** POST /api/workflow-runs/{id}/retry: from this step on; the steps before it keep their results. */
export const runRetrySchema = runAnswerSchema.pick({ path: true });

const hourSchema = z.int().min(0).max(23);
const scheduleSchema = z.discriminatedUnion("every", [
  z.strictObject({ every: z.literal("day"), hour: hourSchema }),
  z.strictObject({ every: z.literal("week"), days: z.array(z.int().min(1).max(7)).min(1).max(7), hour: hourSchema }),
  z.strictObject({ every: z.literal("month"), day: z.int().min(1).max(31), hour: hourSchema }),
]);
const timeZoneSchema = z
  .string()
  .max(60)
  .transform((name, context) => {
    const known = knownTimeZone(name);
    if (known !== null) return known;
    context.addIssue({ code: "custom", message: "There is no such time zone." });
    return z.NEVER;
  });

/** POST /api/workflows/{id}/triggers: when it runs automatically, and with what. */
export const newTriggerSchema = newRunSchema.pick({ inputs: true, projectId: true }).extend({
  when: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("schedule"), schedule: scheduleSchema, timeZone: timeZoneSchema }),
    z.strictObject({ kind: z.literal("upload"), input: z.string().max(40) }),
  ]),
});
export type NewTriggerAsked = z.infer<typeof newTriggerSchema>;

/** PUT /api/workflow-triggers/{id}/paused */
export const triggerPausedSchema = z.strictObject({ isPaused: z.boolean() });

/** POST /api/library/templates/{id}/publish: the version that is run; null: none. */
export const publishSchema = z.strictObject({ version: z.int().min(1).nullable() });
