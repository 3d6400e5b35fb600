/*
 * Answers that are known already: the same question, with the same instructions, was put to the same model about the same
 * words in the same place. They are looked up for all cells of a claim at once, as the person who runs the review: what is in
 * a review that they may not read is not known to them.
 */
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { CellFinding } from "#core/review/review.ts";
import type { Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db } from "../../db/database.ts";
import { seenReviews } from "../visible.ts";
import type { ClaimedCell, RunFacts } from "./review-runs.ts";

/** `from`: the review it is in; `at`: when the model was asked, an ISO time. */
export type Reusable = { finding: CellFinding; from: string; at: string };
/** `asked`: what the answer is known by later; null if there are no words to ask about. */
export type KnownAnswer = { asked: string | null; reusable: Reusable | null };

/** For each cell, in the same order. */
export async function knownAnswers(
  me: Person,
  db: Db,
  facts: RunFacts,
  cells: readonly Pick<ClaimedCell, "fileId" | "column">[],
): Promise<KnownAnswer[]> {
  db = actAs(me, db);
  const words = await wordsOf(
    db,
    cells.map(({ fileId }) => fileId),
  );
  const asked = cells.map(({ fileId, column }) => {
    const { question, format, choices } = column;
    const own = words.get(fileId);
    return own === undefined ? null : digestOf([facts.place, own, question, format, choices, facts.instructions, facts.model]);
  });
  const known = facts.asksAgain
    ? new Map<string, Reusable>()
    : await findReusable(
        me,
        db,
        asked.flatMap((one) => one ?? []),
      );
  return asked.map((one) => ({ asked: one, reusable: (one !== null && known.get(one)) || null }));
}

function digestOf(parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}

/** By file: a digest of its words, as they are read, and how many of its pages are not. */
async function wordsOf(db: BoundDb, fileIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; words: string }>`select files.id,
      encode(sha256(convert_to(text, 'UTF8')), 'hex') || ' ' || coalesce(jsonb_array_length(scanned_pages), 0) as words
    from files join file_texts on file_texts.file_id = files.id
    where files.id = any (${[...new Set(fileIds)]}::uuid[]) and files.removed_at is null and text ~ '\\S'`.execute(db);
  return new Map(rows.map(({ id, words }) => [id, words]));
}

/** The last time that each was asked. */
async function findReusable(me: Person, db: BoundDb, asked: readonly string[]): Promise<Map<string, Reusable>> {
  if (asked.length === 0) return new Map();
  type Row = CellFinding & { asked: string; from: string; at: Date };
  const { rows } = await sql<Row>`select distinct on (asked) asked, state, answer, value, sources, note,
      review_cells.review_id as from, coalesce(reused_at, answered_at) as at
    from review_cells join reviews on reviews.id = review_cells.review_id and reviews.removed_at is null
    join review_documents on review_documents.id = document_id and review_documents.removed_at is null
    where asked = any (${[...asked]}::text[]) and state <> 'failed' and ${seenReviews(me)}
    order by asked, coalesce(reused_at, answered_at) desc, reused_from is not null`.execute(db);
  return new Map(rows.map(({ asked: one, from, at, ...finding }) => [one, { finding, from, at: at.toISOString() }] as const));
}
