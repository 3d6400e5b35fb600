/* A person's own jobs in a workspace: what is open or has failed, and what they may do about it. */
import { sql, type RawBuilder } from "kysely";
import { actionsIn, secondsLeft, type JobAction, type JobAtWork, type JobState } from "#core/workspace/job.ts";
import type { Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { isHere } from "../visible.ts";

const mostShown = 50;

const pages = "recognise-pages";
const law = "fetch-law";
/** By kind, as in server/jobs/kinds.ts. */
const titles: Record<string, string> = {
  [pages]: "Reading scanned pages",
  "run-review": "Running review",
  "run-workflow": "Running workflow",
  "collect-documents": "Reading into collection",
  "produce-documents": "Producing documents",
  [law]: "Fetching law",
  "check-playbook": "Checking against a playbook",
  "run-research": "Researching",
  "back-up": "Backing up",
  "read-export": "Reading export",
  "import-chats": "Importing",
};

type Row = Pick<JobAtWork, "id" | "kind" | "name" | "problem"> & {
  state: JobState;
  done: number;
  before: number;
  total: number | null;
  seconds: number;
};

/** Oldest first. */
export async function listJobsAtWork(me: Person, db: Db): Promise<JobAtWork[]> {
  db = actAs(me, db);
  const { rows } = await sql<Row>`select id, kind, data ->> 'fileName' as name, problem, state, done, done_before as before, total,
      coalesce(extract(epoch from now() - claimed_at), 0)::float8 as seconds
    from jobs where ${isOwn(me)} and state = any (${Object.keys(actionsIn)}::text[]) order by created_at, id limit ${mostShown}`.execute(
    db,
  );
  return rows.map(({ id, kind, name, problem, state, done, before, total, seconds }) => ({
    id,
    kind,
    title: titles[kind] ?? "Working",
    name,
    state,
    done,
    total,
    step: stepOf({ kind, state, done, total }),
    share: total === null ? null : total === 0 ? 0 : Math.min(1, done / total),
    secondsLeft: state === "running" && kind !== law ? secondsLeft({ done, before, total, seconds }) : null,
    problem: state === "failed" ? problem : null,
  }));
}

function stepOf({ kind, state, done, total }: Pick<JobAtWork, "kind" | "state" | "done" | "total">): string | null {
  if (kind === pages && total !== null) return `Page ${Math.min(done + 1, total)} of ${total}`;
  if (kind !== law) return null;
  return state !== "running" ? "" : done < 1 ? "Asking its source" : "Storing it";
}

export async function hasJobsAtWork(me: Person, db: Db): Promise<boolean> {
  db = actAs(me, db);
  const { rows } =
    await sql`select 1 from jobs where ${isOwn(me)} and state = any (${Object.keys(actionsIn)}::text[]) limit 1`.execute(db);
  return rows.length > 0;
}

const released = sql`claim_id = null, process_id = null, leased_until = null`;
const changes: Record<JobAction, RawBuilder<unknown>> = {
  pause: sql`state = 'paused', ${released}`,
  resume: sql`state = 'queued', due_at = now()`,
  cancel: sql`state = 'cancelled', ended_at = now(), ${released}`,
  retry: sql`state = 'queued', due_at = now(), attempts = 0, problem = null, ended_at = null`,
};

/** False if there is no such job, or its state does not allow this. */
export async function changeJob(me: Person, db: Db, id: string, action: JobAction): Promise<boolean> {
  db = actAs(me, db);
  const from = Object.entries(actionsIn).flatMap(([state, actions]) => (actions.includes(action) ? [state] : []));
  const { rows } = await sql`update jobs set ${changes[action]} where id = ${id} and ${isOwn(me)}
    and state = any (${from}::text[]) returning id`.execute(db);
  return rows.length > 0;
}

function isOwn(me: Person) {
  // What has no name was not asked for: messages to webhooks.
  return sql<boolean>`jobs.data ? 'fileName' and jobs.owner_id = ${me.userId} and ${isHere(me, "jobs.organization_id")}`;
}
