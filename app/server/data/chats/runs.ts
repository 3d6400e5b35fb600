/* Runs: requested by a person, and supervised by the server. */
import { sql } from "kysely";
import type { MessagePart, RunStatus } from "#core/chat/message.ts";
import type { Actor, Server } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import type { Source } from "#core/sources/source.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { isEditor, ownChats, seenChats } from "../visible.ts";
import { isAdmitted } from "../admission.ts";

export type RunRow = {
  id: string;
  chatId: string;
  chatVersion: number;
  messageId: string;
  model: string;
  status: RunStatus;
  lastSeq: number;
  problem: string | null;
  /** The chat's owner may stop it; others who see it may not. */
  isOwn: boolean;
};

export async function getRun(me: Actor, db: Db, runId: string): Promise<RunRow> {
  db = actAs(me, db);
  const row = await db
    .selectFrom("runs")
    .innerJoin("chats", "chats.id", "runs.chat_id")
    .select([
      "runs.id",
      "runs.chat_id",
      "chats.version",
      "runs.message_id",
      "runs.model",
      "runs.status",
      "runs.last_seq",
      "runs.problem",
      ownChats(me).as("is_own"),
    ])
    .where("runs.id", "=", runId)
    .where(seenChats(me))
    .executeTakeFirst();
  if (row === undefined) throw problem("not-found");
  return {
    id: row.id,
    chatId: row.chat_id,
    chatVersion: row.version,
    messageId: row.message_id,
    model: row.model,
    status: row.status,
    lastSeq: row.last_seq,
    problem: row.problem,
    isOwn: row.is_own,
  };
}

/** The run's message as stored in its row. */
export async function getRunMessage(
  me: Actor,
  db: Db,
  runId: string,
): Promise<{ content: string; parts: MessagePart[]; sources: Source[] }> {
  db = actAs(me, db);
  const row = await db
    .selectFrom("runs")
    .innerJoin("chats", "chats.id", "runs.chat_id")
    .innerJoin("messages", "messages.id", "runs.message_id")
    .select(["messages.content", "messages.parts", "messages.sources"])
    .where("runs.id", "=", runId)
    .where(seenChats(me))
    .executeTakeFirst();
  if (row === undefined) throw problem("not-found");
  return { content: row.content, parts: row.parts as MessagePart[], sources: (row.sources ?? []) as Source[] };
}

/** Asks the process that writes the run to stop it at `seenSeq`. The first request's seq counts. */
export async function requestStop(me: Actor, db: Db, runId: string, seenSeq: number): Promise<void> {
  db = actAs(me, db);
  const { isOwn } = await getRun(me, db, runId);
  if (!isOwn) throw problem("not-allowed");
  await db
    .updateTable("runs")
    .set({ stop_seq: seenSeq })
    .where("id", "=", runId)
    .where("status", "=", "running")
    .where("stop_seq", "is", null)
    .execute();
}

/**
 * Records that these runs are still active, though their models sent nothing. Returns the active ones, with stop
 * requests.
 */
export async function recordHeartbeats(
  me: Server,
  db: Db,
  processId: string,
  runIds: readonly string[],
): Promise<Map<string, { stopSeq: number | null }>> {
  db = actAs(me, db);
  const rows = await db
    .updateTable("runs")
    .set({ heartbeat_at: sql`now()` })
    .where("id", "in", runIds)
    .where("status", "=", "running")
    .where("process_id", "=", processId)
    .returning(["id", "stop_seq"])
    .execute();
  return new Map(rows.map((row) => [row.id, { stopSeq: row.stop_seq }]));
}

/**
 * Runs whose author is suspended, and those in organizations whose author is no longer a member, or may no longer write
 * in the chat's project. `ownerId` started them; the chat may have a new owner
 * since.
 */
export async function findRevokedRuns(
  me: Server,
  db: Db,
  runs: readonly { runId: string; ownerId: string }[],
): Promise<Set<string>> {
  db = actAs(me, db);
  if (runs.length === 0) return new Set();
  const authors = sql.join(runs.map(({ runId, ownerId }) => sql`(${runId}::uuid, ${ownerId}::text)`));
  const { rows } = await sql<{ id: string }>`select runs.id from (values ${authors}) as asked (id, author)
    join runs on runs.id = asked.id join chats on chats.id = runs.chat_id
    left join projects on projects.id = chats.project_id
    where exists (select 1 from suspensions where suspensions.user_id = asked.author)
      or chats.organization_id is not null and (not ${isAdmitted(sql.ref("asked.author"), sql.ref("chats.organization_id"))}
        or (projects.owner_id <> asked.author and not ${isEditor(sql.ref("asked.author"))}))`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Runs marked as running; `silentFor`: seconds since their process last reported. */
export async function listRunningRuns(me: Server, db: Db): Promise<{ id: string; processId: string; silentFor: number }[]> {
  db = actAs(me, db);
  const rows = await db
    .selectFrom("runs")
    .select(["id", "process_id", sql<number>`extract(epoch from now() - heartbeat_at)::float8`.as("silent_for")])
    .where("status", "=", "running")
    .execute();
  return rows.map((row) => ({ id: row.id, processId: row.process_id, silentFor: row.silent_for }));
}

/** Logs of runs that ended a while ago: their message rows are complete, and late readers are served from those. */
export async function dropOldRunEvents(me: Server, db: Db, endedFor: number): Promise<number> {
  db = actAs(me, db);
  const { numDeletedRows } = await db
    .deleteFrom("run_events")
    .using("runs")
    .whereRef("runs.id", "=", "run_events.run_id")
    .where("runs.status", "<>", "running")
    .where("runs.ended_at", "<", sql<Date>`now() - ${endedFor} * interval '1 second'`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
