/*
 * Files that were made to be rows of reviews (core/review/frozen.ts). Each is made as a removed one, which is purged in
 * time, and is there as long as it is a row: that is settled in the transaction in which rows come and go, so neither a
 * refusal, nor a kill, nor an undo leaves one behind.
 */
import { sql } from "kysely";
import type { Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Trx } from "../../db/database.ts";
import { enforceLimit } from "../accounts/plan-usage.ts";

/** Those that become rows in this transaction. */
export async function bringFrozen(me: Person, trx: Trx, projectId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  trx = actAs(me, trx);
  await sql`update files set removed_at = null
    where id = any (${[...ids]}::uuid[]) and project_id = ${projectId} and frozen is not null`.execute(trx);
  await enforceLimit(me, trx, "storageBytes");
}

/** After rows of a review, or the review itself, were taken away or brought back. Those of another review stay. */
export async function keepFrozen(me: Person, trx: Trx, reviewId: string): Promise<void> {
  trx = actAs(me, trx);
  // Another review may let go of the same at this moment: the next statement sees what it did.
  await sql`select 1 from files where frozen is not null and id in (select file_id from review_documents where review_id = ${reviewId})
    order by id for update`.execute(trx);
  const { rows } = await sql<{ isBack: boolean }>`with frozen_files as (
      select files.id, exists (select 1 from review_documents join reviews on reviews.id = review_documents.review_id
        where file_id = files.id and review_documents.removed_at is null and reviews.removed_at is null) as is_row
      from files where frozen is not null and id in (select file_id from review_documents where review_id = ${reviewId}))
    update files set removed_at = case when is_row then null else now() end
    from frozen_files where files.id = frozen_files.id and is_row = (files.removed_at is not null)
    returning is_row as "isBack"`.execute(trx);
  if (rows.some(({ isBack }) => isBack)) await enforceLimit(me, trx, "storageBytes");
}
