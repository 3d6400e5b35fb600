/* Acts that a person has asked for on the law shelf: under way, failed, or done within the last hour. */
import { sql } from "kysely";
import type { LawJob } from "#core/law/law-shelf.ts";
import type { Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { isHere } from "../visible.ts";

const mostShown = 20;
const open = ["queued", "running", "paused"];

/** Newest first; with `actId`, those about that act. */
export async function listLawJobs(me: Person, db: Db, { actId = null }: { actId?: string | null } = {}): Promise<LawJob[]> {
  db = actAs(me, db);
  type Row = Omit<LawJob, "act"> & { actId: string | null; title: string | null };
  const { rows } =
    await sql<Row>`select own.id, own.label, own.source, own.state, own.problem, own.stored is not null as "isRefresh",
      own.done >= 1 as "isStoring", law_acts.id as "actId", law_acts.title,
      (select count(distinct ref)::int from law_past_sections
        where act_id = law_acts.id and replaced_at >= own.created_at and version is not null) as changed
    from (select id, state, problem, done, created_at, data ->> 'fileName' as label, data ->> 'source' as source,
        data ->> 'key' as key, data ->> 'storedId' as stored
      from jobs where kind = 'fetch-law' and owner_id = ${me.userId} and ${isHere(me, "jobs.organization_id")}
        and (state = any (${[...open, "failed"]}::text[]) or (state = 'done' and ended_at > now() - interval '1 hour'))
        and (${actId}::text is null or data ->> 'storedId' = ${actId})
      order by id desc limit ${mostShown}) as own
    left join law_acts on law_acts.id = coalesce(own.stored,
      (select act_id from law_fetches where law_fetches.source = own.source and law_fetches.key = own.key),
      (select act_id from law_names where law_names.source = own.source and name = own.key))
    order by own.id desc`.execute(db);
  return rows.map(({ actId: id, title, ...row }) => {
    const act = id === null || title === null ? null : { id, title };
    const problem = row.state === "failed" ? row.problem : null;
    // A new act has replaced nothing.
    return Object.assign(row, { act, problem, changed: row.isRefresh ? row.changed : 0 });
  });
}

export async function hasOpenLawJob(me: Person, db: Db, key: string): Promise<boolean> {
  db = actAs(me, db);
  const { rows } = await sql`select 1 from jobs where kind = 'fetch-law' and key = ${key} and owner_id = ${me.userId}
    and state = any (${open}::text[])`.execute(db);
  return rows.length > 0;
}
