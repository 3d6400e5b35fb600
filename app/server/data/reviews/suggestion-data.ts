/* What columns are suggested from, and what a request for them has cost. */
import { sql } from "kysely";
import { suggestionLimits } from "#core/review/review.ts";
import type { Person } from "#core/workspace/policy.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { seenFiles, seenReviews } from "../visible.ts";
import { countReading, type Answered } from "./review-runs.ts";

export type SampleDocument = { name: string; /** Its beginning. */ text: string; isWhole: boolean };

type Asked = { reviewId: string; documentIds: readonly string[] | undefined; /** Of each. */ characters: number };

/** In the table's order, those that have text. */
export async function sampleDocuments(me: Person, db: Db, { reviewId, documentIds, characters }: Asked): Promise<SampleDocument[]> {
  db = actAs(me, db);
  let documents = db
    .selectFrom("review_documents")
    .innerJoin("files", "files.id", "review_documents.file_id")
    .innerJoin("file_texts", "file_texts.file_id", "files.id")
    .innerJoin("reviews", "reviews.id", "review_documents.review_id")
    .select(["original_name as name", sql<string>`left(text, ${characters}::int)`.as("text")])
    .select(sql<boolean>`length(text) <= ${characters}::int`.as("isWhole"))
    .where("review_id", "=", reviewId)
    .where("review_documents.removed_at", "is", null)
    .where("reviews.removed_at", "is", null)
    .where(seenReviews(me))
    .where(seenFiles(me))
    .where(sql<boolean>`btrim(left(text, 1000), E' \\t\\r\\n\\f') <> ''`);
  if (documentIds !== undefined) documents = documents.where("review_documents.id", "in", [...documentIds]);
  return documents.orderBy("position").orderBy("review_documents.id").limit(suggestionLimits.documents).execute();
}

/** Beside the runs, as one that asked no cells: it counts in what the review has cost. */
export async function countRequest(me: Person, db: Db, asked: Pick<Answered, "usage" | "model" | "reviewId">): Promise<void> {
  db = actAs(me, db);
  const { reviewId, usage, model } = asked;
  const { inputTokens, outputTokens, cost } = usage;
  if (inputTokens + outputTokens === 0) return;
  await db.transaction().execute(async (trx) => {
    const spent = { input_tokens: String(inputTokens), output_tokens: String(outputTokens), cost: cost ?? 0 };
    const run = { id: uuidv7(), review_id: reviewId, made_by: me.userId, model: model.id, cells: 0 };
    await trx
      .insertInto("review_runs")
      .values({ ...run, ...spent, unpriced: cost === null ? 1 : 0 })
      .execute();
    await countReading(me, trx, asked);
  });
}
