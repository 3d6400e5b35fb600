/*
 * How far the reading into a collection is, and the drawing of its productions. A job is its starter's alone, but everyone who sees the collection sees that
 * it is at work: Stet itself reads it, for callers that have checked that.
 */
import { sql } from "kysely";
import type { CollectionRun } from "#core/discovery/discovery.ts";
import type { ProductionRun } from "#core/discovery/production.ts";
import { theServer, type Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";

/** The oldest batch of files that is at work, waits, is paused or has failed. */
export async function openBatch(me: Person, db: Db, collectionId: string): Promise<CollectionRun | null> {
  db = actAs(theServer, db);
  type Row = Omit<CollectionRun, "isComparing"> & { ownerId: string | null };
  const { rows } =
    await sql<Row>`select jobs.id as "jobId", jobs.state, jobs.owner_id as "ownerId", jobs.problem, "user".name as by,
      batches.done, batches.of
    from (select batch_id, sum(done)::int as done, sum(coalesce(total, 1))::int as of
      from discovery_sources where collection_id = ${collectionId} group by batch_id) as batches
    join jobs on jobs.kind = 'collect-documents' and jobs.key = batches.batch_id::text
    left join "user" on "user".id = jobs.owner_id
    where jobs.state in ('queued', 'running', 'paused', 'failed') order by batch_id limit 1`.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  const { ownerId, ...run } = row;
  return {
    ...run,
    jobId: ownerId === me.userId ? run.jobId : null,
    problem: run.state === "failed" ? run.problem : null,
    isComparing: run.of > 0 && run.done >= run.of,
  };
}

/** By production. The key of a job is the id of its production, a colon, and something of its own. */
export async function productionRuns(me: Person, db: Db, collectionId: string): Promise<Map<string, ProductionRun>> {
  db = actAs(theServer, db);
  type Row = ProductionRun & { id: string; ownerId: string | null };
  const { rows } = await sql<Row>`select production.id, jobs.id as "jobId", jobs.state, jobs.owner_id as "ownerId", jobs.problem,
      "user".name as by
    from discovery_productions as production
    join jobs on jobs.kind = 'produce-documents' and split_part(jobs.key, ':', 1) = production.id::text
    left join "user" on "user".id = jobs.owner_id
    where production.collection_id = ${collectionId} and production.removed_at is null and production.done < production.documents
      and jobs.state in ('queued', 'running', 'paused', 'failed')
    order by jobs.id`.execute(db);
  const runs = rows.map(({ id, ownerId, jobId, problem, ...run }) => {
    const own = { jobId: ownerId === me.userId ? jobId : null, problem: run.state === "failed" ? problem : null };
    return [id, { ...run, ...own }] as const;
  });
  return new Map(runs);
}
