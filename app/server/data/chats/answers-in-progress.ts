/*
 * Limits how many answers a person has in progress across all processes: active runs, and requests without a run.
 * Adding one holds the person's lock until commit, so two processes cannot both take the last slot. The same statement
 * limits how often a person asks.
 */
import { sql, type RawBuilder } from "kysely";
import { answerLimits } from "#core/chat/answer-limits.ts";
import { theServer, type Person, type Server } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { addingPoints, limitDigest } from "../upkeep/limits-used.ts";

/** Locks those who are about to start answers, always in the same order to avoid deadlocks. */
export function lockingAnswers(ownerIds: readonly string[]): RawBuilder<unknown> {
  const sorted = [...new Set(ownerIds)].sort();
  return sql`select pg_advisory_xact_lock(hashtextextended('answers of ' || owner, 0)) from unnest(${sorted}::text[]) as owner`;
}

/** Longer than any answer takes: anything older was left by a crashed process or a database outage. */
const forgottenAfterMinutes = answerLimits.minutes + 5;

/** Counts what is in progress for the person whose id is `owner`. */
export function answersInProgress(owner: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(
    (select count(*) from runs join chats on chats.id = runs.chat_id where runs.status = 'running' and chats.owner_id = ${owner})
    + (select count(*) from model_requests
        where owner_id = ${owner} and begun_at > now() - ${forgottenAfterMinutes} * interval '1 minute'))::int`;
}

type Begun = { ownerId: string; answers: number; /** Of these, those that count toward the rate limit. */ paced: number };
export type AnswersUsed = { in_progress: number; asked: number; seconds_left: number };

/** The statement that counts answers: CTEs for a WITH, and columns with the usage of the heaviest user. */
export function countingAnswers(begun: readonly Begun[]): { ctes: RawBuilder<unknown>; columns: RawBuilder<unknown> } {
  const rows = begun
    .map(({ ownerId, answers, paced }) => ({ owner_id: ownerId, digest: limitDigest("asking", ownerId), answers, paced }))
    .sort((one, other) => (one.digest < other.digest ? -1 : 1));
  const points = sql`select digest, paced, now() + interval '1 minute' from beginning order by digest`;
  return {
    ctes: sql`beginning as (select * from json_to_recordset(${JSON.stringify(rows)}::json)
        as v (owner_id text, digest text, answers int, paced int)),
      asked as (${addingPoints(points)} returning points, expires_at)`,
    columns: sql`(select max(answers + ${answersInProgress(sql.ref("beginning.owner_id"))}) from beginning) as in_progress,
      (select max(points) from asked) as asked,
      (select greatest(1, ceil(extract(epoch from max(expires_at) - now()))::int) from asked) as seconds_left`,
  };
}

/** Call this before the statement's transaction ends: throwing rolls the count back. */
export function refuseBeyondAnswers({ in_progress, asked, seconds_left: seconds }: AnswersUsed): void {
  if (in_progress > answerLimits.atOnce) throw problem("too-many-answers");
  if (asked <= answerLimits.perMinute) return;
  const refusal = problem("too-many-requests", `Try again in ${seconds} s.`);
  refusal.headers.set("retry-after", String(seconds));
  throw refusal;
}

type ModelRequest = { id: string; processId: string; isPaced: boolean };

/** Counts a request without a run. Throws too-many-answers or too-many-requests. */
export async function beginModelRequest(me: Person, db: Db, { id, processId, isPaced }: ModelRequest): Promise<void> {
  db = actAs(theServer, db);
  await db.transaction().execute(async (trx) => {
    await lockingAnswers([me.userId]).execute(trx);
    const { ctes, columns } = countingAnswers([{ ownerId: me.userId, answers: 1, paced: isPaced ? 1 : 0 }]);
    const { rows } = await sql<AnswersUsed>`with ${ctes},
      request_in as (insert into model_requests (id, owner_id, process_id) values (${id}, ${me.userId}, ${processId}))
      select ${columns}`.execute(trx);
    refuseBeyondAnswers(rows[0]!);
  });
}

export async function endModelRequest(_me: Person, db: Db, id: string): Promise<void> {
  db = actAs(theServer, db);
  await db.deleteFrom("model_requests").where("id", "=", id).execute();
}

export async function listRequestingProcesses(me: Server, db: Db): Promise<string[]> {
  db = actAs(me, db);
  const rows = await db.selectFrom("model_requests").select("process_id").distinct().execute();
  return rows.map((row) => row.process_id);
}

/** Drops requests of dead processes, and those that were never ended. */
export async function dropModelRequests(me: Server, db: Db, processIds: readonly string[]): Promise<void> {
  db = actAs(me, db);
  const old = sql<boolean>`begun_at < now() - ${forgottenAfterMinutes} * interval '1 minute'`;
  await db
    .deleteFrom("model_requests")
    .where((where) => where.or([where("process_id", "=", sql<string>`any(${processIds}::text[])`), old]))
    .execute();
}
