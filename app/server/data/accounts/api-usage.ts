/* API usage: written in batches by the recorder, reported to the organization's admins. */
import { sql } from "kysely";
import type { MonthOfUse, UsageCount } from "#core/account/api-usage.ts";
import { isMember, mayManage, type Actor, type Server } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";

export type ApiUse = {
  organizationId: string;
  /** Null: the playground. */
  keyId: string | null;
  route: string;
  model: string | null;
  inputTokens: number;
  outputTokens: number;
  isEstimated: boolean;
  /** HTTP status; 499 if the client disconnected before the response. */
  status: number;
  ms: number;
  at: Date;
};

/** Adds the rows and updates each key's last use in one statement. Usage of deleted organizations is dropped. */
export async function addUsage(me: Server, db: Db, uses: readonly ApiUse[]): Promise<void> {
  db = actAs(me, db);
  const rows = JSON.stringify(uses.map((use) => ({ ...use, at: use.at.toISOString() })));
  await db.transaction().execute(async (trx) => {
    await sql`
      insert into api_usage (organization_id, key_id, route, model, input_tokens, output_tokens, is_estimated, status, ms, created_at)
      select organization.id, api_keys.id, used.route, used.model, used."inputTokens", used."outputTokens", used."isEstimated", used.status, used.ms, used.at
      from json_to_recordset(${rows}::json) as used ("organizationId" text, "keyId" uuid, route text, model text, "inputTokens" integer,
        "outputTokens" integer, "isEstimated" boolean, status smallint, ms integer, at timestamptz)
      join organization on organization.id = used."organizationId" left join api_keys on api_keys.id = used."keyId"`.execute(trx);
    await sql`
      update api_keys set last_used_at = greatest(last_used_at, used.at)
      from (select "keyId" as id, max(at) as at from json_to_recordset(${rows}::json) as uses ("keyId" uuid, at timestamptz) group by 1) as used
      where api_keys.id = used.id`.execute(trx);
  });
}

/** By day, key and model, over the last `days` days including today. For those who manage the organization. */
export async function countUsage(me: Actor, db: Db, days: number): Promise<UsageCount[]> {
  db = actAs(me, db);
  const organizationId = managedBy(me);
  const { rows } = await sql<UsageCount>`
    select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, key_id as "keyId", model, count(*)::int as requests,
      (count(*) filter (where status >= 400 and status <> 499))::int as failures,
      sum(input_tokens)::float8 as "inputTokens", sum(output_tokens)::float8 as "outputTokens"
    from api_usage where organization_id = ${organizationId}
      and created_at >= (date_trunc('day', now() at time zone 'UTC') - make_interval(days => ${days - 1})) at time zone 'UTC'
    group by 1, 2, 3 order by 1, 2 nulls first, 3 nulls first`.execute(db);
  return rows;
}

/** All usage, newest month first: from single rows, and from the totals of swept ones. */
export async function countUsageByMonth(me: Actor, db: Db): Promise<MonthOfUse[]> {
  db = actAs(me, db);
  const organizationId = managedBy(me);
  const { rows } = await sql<MonthOfUse>`
    select to_char(month, 'YYYY-MM') as month, sum(requests)::float8 as requests, sum(failures)::float8 as failures,
      sum(input_tokens)::float8 as "inputTokens", sum(output_tokens)::float8 as "outputTokens"
    from (select month, requests, failures, input_tokens, output_tokens from api_usage_months where organization_id = ${organizationId}
      union all select date_trunc('month', created_at at time zone 'UTC')::date, count(*),
        count(*) filter (where status >= 400 and status <> 499), sum(input_tokens), sum(output_tokens)
      from api_usage where organization_id = ${organizationId} group by 1) used
    group by 1 order by 1 desc`.execute(db);
  return rows;
}

function managedBy(me: Actor): string {
  if (me.kind !== "person") throw problem("not-signed-in");
  const { organizationId } = me;
  if (organizationId === null || !isMember(me, organizationId)) throw problem("not-found");
  if (!mayManage(me, organizationId)) throw problem("not-allowed");
  return organizationId;
}
