/*
 * Usage rows are kept for a while and then summed by month. A row and its total change in one statement, so nothing is
 * counted twice or lost, even with concurrent sweeps.
 */
import { sql } from "kysely";
import type { Server } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db } from "../../db/database.ts";

export const sweptAtOnce = 10_000;

/** Sweeps rows older than this many days; returns how many were deleted. */
export async function sweepUsage(me: Server, db: Db, days: number): Promise<number> {
  db = actAs(me, db);
  let all = 0;
  for (const sweep of [sweepApiUsage, sweepPlanTokens])
    for (let swept = sweptAtOnce; swept === sweptAtOnce; all += swept) swept = await sweep(me, db, days);
  return all;
}

/** Rows are stored in chronological order, so the oldest are found without an index on time. */
async function sweepApiUsage(_me: Server, db: BoundDb, days: number): Promise<number> {
  const { rows } = await sql<{ swept: number }>`
    with oldest as (select seq from api_usage order by seq limit ${sweptAtOnce} for update skip locked),
    gone as (delete from api_usage using oldest where api_usage.seq = oldest.seq
      and created_at < now() - make_interval(days => ${days})
      returning organization_id, key_id, model, status, input_tokens, output_tokens,
        date_trunc('month', created_at at time zone 'UTC')::date as month),
    summed as (insert into api_usage_months as sums
        (organization_id, key_id, model, month, requests, failures, input_tokens, output_tokens)
      select organization_id, key_id, model, month, count(*), count(*) filter (where status >= 400 and status <> 499),
        sum(input_tokens), sum(output_tokens) from gone group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (organization_id, key_id, model, month) do update set requests = sums.requests + excluded.requests,
        failures = sums.failures + excluded.failures, input_tokens = sums.input_tokens + excluded.input_tokens,
        output_tokens = sums.output_tokens + excluded.output_tokens)
    select count(*)::int as swept from gone`.execute(db);
  return rows[0]!.swept;
}

async function sweepPlanTokens(_me: Server, db: BoundDb, days: number): Promise<number> {
  const { rows } = await sql<{ swept: number }>`
    with oldest as (select ctid from plan_tokens where day < (now() at time zone 'UTC')::date - ${days}::int
      limit ${sweptAtOnce} for update skip locked),
    gone as (delete from plan_tokens where ctid in (select ctid from oldest)
      returning organization_id, user_id, tokens, date_trunc('month', day)::date as month),
    summed as (insert into plan_tokens_months as sums (organization_id, user_id, month, tokens)
      select organization_id, user_id, month, sum(tokens) from gone group by 1, 2, 3 order by 1, 2, 3
      on conflict (organization_id, user_id, month) do update set tokens = sums.tokens + excluded.tokens)
    select count(*)::int as swept from gone`.execute(db);
  return rows[0]!.swept;
}
