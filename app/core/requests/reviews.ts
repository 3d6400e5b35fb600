/* What is asked of reviews. */
import { z } from "zod";
import { columnFormats, reviewLimits } from "../review/review.ts";

const name = z.string().trim().min(1).max(reviewLimits.name);

/** GET /api/reviews. */
export const reviewListSchema = z.object({
  before: z.uuid().optional().catch(undefined),
  projectId: z.uuid().optional().catch(undefined),
});

export const newReviewSchema = z.strictObject({ projectId: z.uuid(), name });

export const reviewChangeSchema = z.strictObject({
  name: name.optional(),
  instructions: z.string().max(reviewLimits.instructions).optional(),
  model: z.string().min(1).max(200).nullable().optional(),
  isRemoved: z.boolean().optional(),
});
export type ReviewChange = z.infer<typeof reviewChangeSchema>;

const columnFields = {
  label: z.string().trim().min(1).max(reviewLimits.label),
  question: z.string().trim().min(1).max(reviewLimits.question),
  format: z.enum(columnFormats),
  choices: z.array(z.string().trim().min(1).max(reviewLimits.label)).max(reviewLimits.choices),
};
const hasChoices = ({ format, choices }: { format?: string | undefined; choices?: readonly string[] | undefined }) =>
  format !== "choice" || (choices?.length ?? 0) >= 2;
const needsChoices = { message: "Give at least two choices.", path: ["choices"] };

export const newColumnsSchema = z.strictObject({
  columns: z.array(z.strictObject(columnFields).refine(hasChoices, needsChoices)).min(1).max(reviewLimits.columns),
});

export const columnChangeSchema = z.union([
  z.strictObject(columnFields).refine(hasChoices, needsChoices),
  z.strictObject({ isRemoved: z.boolean() }),
]);

/** Files of the project; without a list, all of them that are not in the table. */
export const newDocumentsSchema = z.strictObject({ fileIds: z.array(z.uuid()).min(1).max(1000).optional() });

export const removalSchema = z.strictObject({ isRemoved: z.boolean() });

export const rowsQuerySchema = z.object({ from: z.coerce.number().int().min(0).catch(0).default(0) });

export const exportQuerySchema = z.object({ format: z.enum(["csv", "xlsx"]) });

/**
 * What is to be asked: the first documents as a sample, certain cells, or everything. Certain cells are asked again; of
 * the others those without an answer, whose question has changed, or that have failed.
 */
export const runScopeSchema = z.union([
  z.strictObject({ first: z.int().min(1).max(reviewLimits.documents) }),
  z.strictObject({
    cells: z
      .array(z.strictObject({ documentId: z.uuid(), columnId: z.uuid() }))
      .min(1)
      .max(1000),
  }),
  z.strictObject({ all: z.literal(true) }),
]);
export type RunScope = z.infer<typeof runScopeSchema>;

export const estimateQuerySchema = z.object({ first: z.coerce.number().int().min(1).max(reviewLimits.documents).optional() });

/** A person's word on a cell: as it was found, in other words, or none any more. */
export const cellChangeSchema = z.strictObject({
  documentId: z.uuid(),
  columnId: z.uuid(),
  is: z.union([
    z.strictObject({ verified: z.literal(true) }),
    z.strictObject({ answer: z.string().trim().max(reviewLimits.answer) }),
    z.strictObject({ open: z.literal(true) }),
  ]),
});
export type CellChange = z.infer<typeof cellChangeSchema>;
