/* What is asked of reviews. */
import { z } from "zod";
import { longestQuery } from "../discovery/query.ts";
import { mostDraftsAtOnce } from "../review/row-candidates.ts";
import { columnFormats, reviewLimits, suggestionLimits } from "../review/review.ts";

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

/** Columns that were added together are taken away together. */
export const columnsRemovalSchema = z.strictObject({
  columnIds: z.array(z.uuid()).min(1).max(reviewLimits.columns),
  isRemoved: z.boolean(),
});

/** From certain documents of the review; without a list, from the first that can be read. */
export const suggestionsSchema = z.strictObject({
  documentIds: z.array(z.uuid()).min(1).max(suggestionLimits.documents).optional(),
});

/** Of a collection of the project: certain documents, or all that a query finds. */
const collectedSchema = z
  .strictObject({
    collectionId: z.uuid(),
    documentIds: z.array(z.uuid()).min(1).max(reviewLimits.collectedAtOnce).optional(),
    query: z.string().max(longestQuery).optional(),
  })
  .refine(({ documentIds, query }) => (documentIds === undefined) !== (query === undefined), "Name documents, or a query.");
export type CollectedRows = z.infer<typeof collectedSchema>;

/** Of a stored act: certain sections, or those that a query finds by their numbers or words; all, if it is empty. */
const lawSchema = z
  .strictObject({
    actId: z.string().min(1).max(200),
    refs: z.array(z.string().min(1).max(300)).min(1).max(reviewLimits.lawAtOnce).optional(),
    query: z.string().max(200).optional(),
  })
  .refine(({ refs, query }) => (refs === undefined) !== (query === undefined), "Name sections, or a query.");
export type LawRows = z.infer<typeof lawSchema>;

/** Files, drafts and collected documents of the project, and sections of law; with none of them, all its files that are not in the table. */
export const newDocumentsSchema = z.strictObject({
  fileIds: z.array(z.uuid()).min(1).max(1000).optional(),
  draftIds: z.array(z.uuid()).min(1).max(mostDraftsAtOnce).optional(),
  collected: collectedSchema.optional(),
  law: lawSchema.optional(),
});

/** Rows that were added together are taken away together. */
export const documentsRemovalSchema = z.strictObject({
  documentIds: z.array(z.uuid()).min(1).max(reviewLimits.documents),
  isRemoved: z.boolean(),
});

export const candidatesQuerySchema = z.object({ words: z.string().trim().max(200).default("") });

/** The acts that can be added; with an act, its sections. */
export const lawCandidatesSchema = candidatesQuerySchema.extend({ act: z.string().min(1).max(200).optional() });

export const removalSchema = z.strictObject({ isRemoved: z.boolean() });

/** Rows at certain positions, as their order gives them; without any, the first of the table. */
export const rowsQuerySchema = z.object({
  at: z
    .string()
    .regex(/^\d{1,9}(?:,\d{1,9}){0,99}$/)
    .transform((list) => list.split(",").map(Number))
    .optional(),
});

export const orderQuerySchema = z.object({ view: z.string().max(16_000).optional() });

export const findQuerySchema = z.object({ words: z.string().trim().min(1).max(200) });

export const cellQuerySchema = z.object({ document: z.uuid(), column: z.uuid() });

export const exportQuerySchema = z.object({ format: z.enum(["csv", "xlsx"]) });

const cellOf = { documentId: z.uuid(), columnId: z.uuid() };

/**
 * What is to be asked: the first documents as a sample, certain rows or columns, what has failed, certain cells, or
 * everything. Certain cells are asked again whatever they hold; rows and columns as well, but for what people have settled;
 * of the others those without an answer, whose question has changed, or that have failed.
 */
export const runScopeSchema = z.union([
  z.strictObject({ first: z.int().min(1).max(reviewLimits.documents) }),
  z.strictObject({ cells: z.array(z.strictObject(cellOf)).min(1).max(reviewLimits.cellsAtOnce) }),
  z.strictObject({ documents: z.array(z.uuid()).min(1).max(reviewLimits.cellsAtOnce) }),
  z.strictObject({ columns: z.array(z.uuid()).min(1).max(reviewLimits.columns) }),
  z.strictObject({ failed: z.literal(true) }),
  z.strictObject({ all: z.literal(true) }),
]);
export type RunScope = z.infer<typeof runScopeSchema>;

const day = z.iso.date();

/**
 * What people do with cells: an answer as it was found, in other words, or none any more; a flag; whose it is. Of all of
 * them together it is one operation, and taken back as one.
 */
export const cellsChangeSchema = z.strictObject({
  operationId: z.uuid(),
  changes: z
    .array(
      z.strictObject({
        ...cellOf,
        is: z.union([
          z.strictObject({ verified: z.literal(true) }),
          z.strictObject({ answer: z.string().trim().max(reviewLimits.answer) }),
          z.strictObject({ open: z.literal(true) }),
          z.strictObject({ isFlagged: z.boolean() }),
          z.strictObject({ assigned: z.strictObject({ to: z.string().min(1).max(100), due: day.nullable() }).nullable() }),
        ]),
      }),
    )
    .min(1)
    .max(reviewLimits.cellsAtOnce),
});
export type CellsChange = z.infer<typeof cellsChangeSchema>;
export type CellChange = CellsChange["changes"][number];

export const operationSchema = z.strictObject({ operationId: z.uuid() });

export const newCommentSchema = z.strictObject({
  ...cellOf,
  id: z.uuid(),
  text: z.string().trim().min(1).max(reviewLimits.comment),
});
export type NewReviewComment = z.infer<typeof newCommentSchema>;
