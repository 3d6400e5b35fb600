/*
 * What models cost an organization, for those who manage it. Stet itself reads this: it names projects that the reader
 * may not open, as the list of projects under Members does, and says nothing else of them.
 */
import { sql } from "kysely";
import type { Spent } from "#core/account/spending.ts";
import { mayManage, theServer, type Actor } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";

/** `month`: 2026-11, in UTC. */
export async function listSpending(me: Actor, db: Db, month: string): Promise<Spent[]> {
  const organizationId = managedBy(me);
  const { rows } = await sql<Spent>`
    select used.user_id as "userId", person.name as person, used.project_id as "projectId", projects.name as project,
      used.in_project as "inProject", used.by_key as "byKey", used.model, count(*)::int as answers,
      sum(used.input_tokens::bigint + used.output_tokens)::float8 as tokens, coalesce(sum(used.cost_usd), 0)::float8 as "costUsd",
      coalesce(sum(used.input_tokens::bigint + used.output_tokens) filter (where used.cost_usd is null), 0)::float8 as "unpricedTokens"
    from model_uses used left join "user" person on person.id = used.user_id left join projects on projects.id = used.project_id
    where used.organization_id = ${organizationId}
      and used.created_at >= ${`${month}-01`}::date::timestamp at time zone 'UTC'
      and used.created_at < (${`${month}-01`}::date + interval '1 month') at time zone 'UTC'
    group by 1, 2, 3, 4, 5, 6, 7 order by 7, 1, 3`.execute(actAs(theServer, db));
  return rows;
}

/** The first month with spending; null if there is none. */
export async function firstMonthOfSpending(me: Actor, db: Db): Promise<string | null> {
  const organizationId = managedBy(me);
  const { rows } = await sql<{ month: string | null }>`
    select to_char(min(created_at) at time zone 'UTC', 'YYYY-MM') as month from model_uses
    where organization_id = ${organizationId}`.execute(actAs(theServer, db));
  return rows[0]!.month;
}

function managedBy(me: Actor): string {
  const organizationId = me.kind === "person" ? me.organizationId : null;
  if (organizationId === null) throw problem("not-found");
  if (!mayManage(me, organizationId)) throw problem("not-allowed");
  return organizationId;
}
