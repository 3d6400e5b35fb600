/* Reviews: questions asked of many documents. A run is work in the background; its answers are read row by row. */
import { z } from "zod";
import { verdictWords } from "#core/claims/verdicts.ts";
import {
  newColumnsSchema,
  newDocumentsSchema,
  newReviewSchema,
  reviewChangeSchema,
  runScopeSchema,
} from "#core/requests/reviews.ts";
import {
  cellStates,
  columnFormats,
  reviewLimits,
  type CellSource,
  type Review,
  type ReviewCell,
  type ReviewRow,
  type ReviewSummary,
} from "#core/review/review.ts";
import type { LawOfRow } from "#core/review/frozen.ts";
import { emptyCell, hasOtherFinding, shownAnswer } from "#core/review/shown.ts";
import type { Person } from "#core/workspace/policy.ts";
import { changeJob } from "#server/data/accounts/own-jobs.ts";
import { listRows } from "#server/data/reviews/review-rows.ts";
import { addColumns, addDocuments } from "#server/data/reviews/review-parts.ts";
import { changeReview, createReview, getReview, listReviews } from "#server/data/reviews/reviews.ts";
import { addRows } from "#server/reviews/add-rows.ts";
import type { Stet } from "#server/stet.ts";
import { route } from "./route.ts";

const summarySchema = z.object({
  id: z.uuid(),
  object: z.literal("review"),
  project_id: z.uuid(),
  name: z.string(),
  documents: z.int().describe("How many rows the table has."),
});
const columnSchema = z.object({
  id: z.uuid(),
  label: z.string(),
  question: z.string(),
  format: z.enum(columnFormats),
  choices: z.array(z.string()),
  counts: z
    .object({ verified: z.int(), found: z.int(), not_present: z.int(), unclear: z.int(), failed: z.int() })
    .describe("Cells by state; the rest were not asked."),
});
const runSchema = z.object({
  id: z.uuid(),
  object: z.literal("review_run"),
  status: z.enum(["queued", "running", "paused", "failed"]),
  cells: z.int(),
  left: z.int().describe("Cells without an answer yet."),
  cost_usd: z.number().nullable().describe("So far; null if a price is not known."),
  problem: z.string().nullable(),
});
const reviewSchema = summarySchema.extend({
  instructions: z.string(),
  model: z.string().nullable().describe("Null: the default model of the person who runs it."),
  columns: z.array(columnSchema),
  runs: z.array(runSchema).describe("Those that have not finished, and those that failed."),
  usage: z.object({ input_tokens: z.number(), output_tokens: z.number(), cost_usd: z.number().nullable() }),
});
const passageSchema = z.object({
  text: z.string().describe("The words of the document; as the model quoted them, if they are not there."),
  verdict: z.string(),
  page: z.int().optional(),
  start_index: z.int().optional(),
  end_index: z.int().optional(),
});
const lawSchema = z.object({
  ref: z.string().describe("The section, the same in all its wordings."),
  label: z.string(),
  act_id: z.string(),
  act: z.string().describe("As it is cited."),
  day: z.iso.date().describe("The row holds the wording in force on this day."),
  is_certain: z.boolean().describe("False: that wording is not stored, and this is the nearest."),
  is_amended: z.boolean().describe("It reads otherwise today."),
  url: z.string(),
});
const cellSchema = z.object({
  column_id: z.uuid(),
  state: z.enum([...cellStates.map((state) => state.replace("-", "_")), "not_asked", "verified", "corrected"]),
  is_queued: z.boolean(),
  is_outdated: z.boolean().describe("The question has changed since."),
  answer: z.string(),
  value: z.string().nullable().describe("The answer as an ISO date, a number, a currency and an amount, or a choice."),
  passages: z.array(passageSchema),
  note: z.string().nullable(),
  model: z.string().nullable(),
  answered_at: z.string().nullable(),
  reused_from: z
    .object({ review_id: z.uuid().nullable().describe("Null: the key does not see it."), answered_at: z.string() })
    .nullable()
    .describe("The same was asked of the same words before, and no model was asked again."),
  verified_by: z.string().nullable(),
  verified_at: z.string().nullable(),
  newer_answer: z.string().nullable().describe("What a later run found, if it differs from what a person verified."),
  is_flagged: z.boolean(),
  assigned_to: z.string().nullable().describe("The name of the person whose cell it is."),
  due_on: z.iso.date().nullable(),
});
const rowSchema = z.object({
  id: z.uuid(),
  object: z.literal("review_row"),
  file_id: z.uuid(),
  filename: z.string(),
  unread_pages: z.int().describe("Pages that are pictures without text."),
  law: lawSchema.nullable().describe("Of a row that is a section of law."),
  cells: z.array(cellSchema),
});

const { instructions, model } = reviewChangeSchema.shape;
const createSchema = z.strictObject({
  project_id: z.uuid(),
  name: newReviewSchema.shape.name,
  instructions: instructions.describe("For every question of the table."),
  model: model.describe("Null: the default model of the person who runs it."),
  columns: newColumnsSchema.shape.columns.optional(),
  file_ids: newDocumentsSchema.shape.fileIds.describe("Files of the project; without it, all of them."),
});
const rowsSchema = z.object({
  after: z.uuid().optional().describe("The `id` of the last row that was read."),
  limit: z.coerce.number().int().min(1).max(reviewLimits.rowsAtOnce).default(reviewLimits.rowsAtOnce),
});
const listSchema = z.object({
  project_id: z.uuid().optional(),
  before: z.uuid().optional().describe("The `id` of the last review that was read."),
});

const addSchema = z.strictObject({
  file_ids: createSchema.shape.file_ids,
  draft_ids: newDocumentsSchema.shape.draftIds.describe("Each becomes a row as it is now."),
  law: z
    .strictObject({
      act_id: z.string().min(1).max(200),
      refs: z.array(z.string().min(1).max(300)).min(1).max(reviewLimits.lawAtOnce).optional(),
      query: z.string().max(200).optional().describe("Numbers or words of the sections, if they are not named; empty for all."),
    })
    .refine(({ refs, query }) => refs === undefined || query === undefined, "Name sections, or a query.")
    .optional(),
});
const addedSchema = z.object({
  object: z.literal("review_documents"),
  added: z.int(),
  not_in_force: z.int().describe("Sections of which no wording is in force today."),
});

export function reviews(stet: Stet) {
  return [...ofReviews(stet), ...ofRuns(stet), read(stet)];
}

function ofReviews(stet: Stet) {
  const { db } = stet;
  return [
    route({
      method: "get",
      path: "/v1/reviews",
      scope: "reviews:read",
      summary: "List reviews",
      description: "Newest first, up to 50 at once.",
      query: listSchema,
      answer: z.object({ object: z.literal("list"), data: z.array(summarySchema), has_more: z.boolean() }),
      async handle({ me, query: { project_id: projectId, before } }) {
        const { reviews: found, hasMore } = await listReviews(me, db, { projectId, before });
        return { object: "list", data: found.map(summaryOf), has_more: hasMore };
      },
    }),
    route({
      method: "post",
      path: "/v1/reviews",
      scope: "reviews:write",
      summary: "Create a review",
      body: createSchema,
      answer: reviewSchema,
      status: 201,
      async handle({ me, body: { project_id: projectId, name, file_ids: fileIds, columns, ...change } }) {
        const id = await createReview(me, db, { projectId, name });
        try {
          await changeReview(me, db, id, change);
          if (columns !== undefined) await addColumns(me, db, id, columns);
          await addDocuments(me, db, id, fileIds);
        } catch (error) {
          await changeReview(me, db, id, { isRemoved: true });
          throw error;
        }
        return reviewOf(await getReview(me, db, id));
      },
    }),
    route({
      method: "get",
      path: "/v1/reviews/{id}/rows",
      id: z.uuid(),
      scope: "reviews:read",
      summary: "Read the rows of a review",
      description: "In the table's order. A cell that was never asked has the state `not_asked`.",
      query: rowsSchema,
      answer: z.object({ object: z.literal("list"), data: z.array(rowSchema), has_more: z.boolean() }),
      async handle({ me, id, query: { after = null, limit } }) {
        const { columns } = await getReview(me, db, id);
        const rows = await listRows(me, db, { reviewId: id, after, limit: limit + 1 });
        const data = rows.slice(0, limit).map((row) => rowOf(row, columns));
        return { object: "list", data, has_more: rows.length > limit };
      },
    }),
    route({
      method: "post",
      path: "/v1/reviews/{id}/documents",
      id: z.uuid(),
      scope: "reviews:write",
      summary: "Add documents to a review",
      description:
        "Files and drafts of its project, or sections of law as they are in force today; with none of them, all files that are not in the table.",
      body: addSchema,
      answer: addedSchema,
      async handle({ me, id, body: { file_ids: fileIds, draft_ids: draftIds, law } }) {
        const rows = {
          fileIds,
          draftIds,
          law: law && { actId: law.act_id, ...(law.refs ? { refs: law.refs } : { query: law.query ?? "" }) },
        };
        const services = { db, store: stet.fileStore, extraction: stet.extraction };
        const day = new Date().toISOString().slice(0, 10);
        const { documentIds, notInForce } = await addRows(me, services, { reviewId: id, day, ...rows });
        await publish(stet, me, id);
        return { object: "review_documents", added: documentIds.length, not_in_force: notInForce };
      },
    }),
  ];
}

function ofRuns(stet: Stet) {
  const { db } = stet;
  return [
    route({
      method: "post",
      path: "/v1/reviews/{id}/runs",
      id: z.uuid(),
      scope: "reviews:write",
      summary: "Run a review",
      description:
        "Asks for every cell that has no answer, has failed, or whose question has changed: of all documents, or of the first of them. With `cells`, `documents` or `columns`, those are asked again; with `failed`, what has failed. What a person has verified is never overwritten.",
      body: runScopeSchema,
      answer: z.object({
        object: z.literal("review_run"),
        id: z.uuid().nullable().describe("Null: nothing was left to ask."),
        cells: z.int(),
      }),
      status: 201,
      async handle({ me, id, body }) {
        const run = await stet.reviewRuns.start(me, id, body);
        return { object: "review_run", id: run?.id ?? null, cells: run?.cells ?? 0 };
      },
    }),
    route({
      method: "post",
      path: "/v1/reviews/{id}/cancel",
      id: z.uuid(),
      scope: "reviews:write",
      summary: "Cancel the runs of a review",
      description: "Those that the key's creator has started. Answers that were found are kept.",
      body: z.strictObject({}),
      answer: reviewSchema,
      async handle({ me, id }) {
        for (const { jobId } of (await getReview(me, db, id)).runs) if (jobId !== null) await changeJob(me, db, jobId, "cancel");
        await stet.jobs.changed();
        await publish(stet, me, id);
        return reviewOf(await getReview(me, db, id));
      },
    }),
  ];
}

/** Last: its address also fits the longer ones. */
function read({ db }: Stet) {
  return route({
    method: "get",
    path: "/v1/reviews/{id}",
    id: z.uuid(),
    scope: "reviews:read",
    summary: "Read one review",
    answer: reviewSchema,
    handle: async ({ me, id }) => reviewOf(await getReview(me, db, id)),
  });
}

/** For windows in which the review is open. */
async function publish({ db, updates }: Stet, me: Person, reviewId: string): Promise<void> {
  const { projectId } = await getReview(me, db, reviewId);
  updates.publish(me.userId, { kind: "review", reviewId, projectId });
}

function summaryOf({ id, projectId, name, documents }: Pick<ReviewSummary, "id" | "projectId" | "name" | "documents">) {
  return { id, object: "review", project_id: projectId, name, documents } as const;
}

function reviewOf(review: Review): z.infer<typeof reviewSchema> {
  const { columns, counts, runs, spent } = review;
  return {
    ...summaryOf(review),
    instructions: review.instructions,
    model: review.model,
    columns: columns.map(({ id, label, question, format, choices }) => {
      const { verified = 0, found = 0, notPresent = 0, unclear = 0, failed = 0 } = counts.find((one) => one.columnId === id) ?? {};
      const byState = { verified, found, not_present: notPresent, unclear, failed };
      return { id, label, question, format, choices: [...choices], counts: byState };
    }),
    runs: runs.map(({ id, state, cells, left, cost, problem }) => {
      return { id, object: "review_run", status: state, cells, left, cost_usd: cost, problem };
    }),
    usage: { input_tokens: spent.inputTokens, output_tokens: spent.outputTokens, cost_usd: spent.cost },
  };
}

function rowOf({ id, fileId, name, unreadPages, law, cells }: ReviewRow, columns: Review["columns"]): z.infer<typeof rowSchema> {
  const byColumn = new Map(cells.map((cell) => [cell.columnId, cell]));
  const cellOf = (columnId: string) => cellJson(byColumn.get(columnId) ?? emptyCell(columnId));
  const facts = { id, object: "review_row", file_id: fileId, filename: name, unread_pages: unreadPages } as const;
  return { ...facts, law: law && lawJson(law), cells: columns.map((column) => cellOf(column.id)) };
}

function lawJson({ ref, label, act, day, isCertain, amended, url }: LawOfRow): z.infer<typeof lawSchema> {
  return { ref, label, act_id: act.id, act: act.name, day, is_certain: isCertain, is_amended: amended !== null, url };
}

function cellJson(cell: ReviewCell): z.infer<typeof cellSchema> {
  const { columnId, found, held, isQueued } = cell;
  const { answer, sources } = shownAnswer(cell) ?? { answer: "", sources: [] };
  return {
    column_id: columnId,
    state: held === null ? (found?.state.replace("-", "_") ?? "not_asked") : held.isCorrected ? "corrected" : "verified",
    is_queued: isQueued,
    is_outdated: held === null && found?.isOutdated === true,
    answer,
    value: held === null ? (found?.value ?? null) : held.value,
    passages: sources.map(passageOf),
    note: held === null ? (found?.note ?? null) : null,
    model: found?.model ?? null,
    answered_at: found?.at ?? null,
    reused_from: found?.reused ? { review_id: found.reused.review?.id ?? null, answered_at: found.reused.at } : null,
    verified_by: held?.by ?? null,
    verified_at: held?.at ?? null,
    newer_answer: hasOtherFinding(cell) ? (found?.answer ?? null) : null,
    is_flagged: cell.isFlagged,
    assigned_to: cell.assigned?.name ?? null,
    due_on: cell.assigned?.due ?? null,
  };
}

function passageOf({ words, quoted, verdict, page, start, end }: CellSource): z.infer<typeof passageSchema> {
  const place = start === undefined || end === undefined ? {} : { start_index: start, end_index: end };
  return { text: words ?? quoted, verdict: verdictWords[verdict], ...(page !== undefined && { page }), ...place };
}
