/*
 * The log of runs in the database, kept by the process that writes the run. All its writes are conditional on "still
 * running, and still mine", so a run that was ended elsewhere (a reaper, a deleted chat) can never grow again.
 *
 * Locks are always taken in one order, chats before runs, so that a concurrent turn, flush and deletion wait for each
 * other instead of deadlocking.
 */
import { sql } from "kysely";
import { contentOf, type MessagePart, type RunStatus, type Usage } from "#core/chat/message.ts";
import type { Server } from "#core/workspace/policy.ts";
import type { ProblemCode } from "#core/workspace/problem.ts";
import type { RunEvent } from "#core/chat/run-event.ts";
import { cancelUnfinishedTools, foldRunEvent, type Folded } from "#core/chat/run-fold.ts";
import { storable } from "#core/text/storable.ts";
import type { Source } from "#core/sources/source.ts";
import { actAs } from "../../db/acting.ts";
import type { Db, Trx } from "../../db/database.ts";
import { prepared } from "../../db/prepared.ts";
import { messageRow, type MessageRow } from "../../db/message-row.ts";

/**
 * Events from..to as JSON texts, one per line. After the first write attempt its bounds never change, so a retry is
 * idempotent.
 */
export type LogChunk = { from: number; to: number; data: string };

export type RunEnd = { status: Exclude<RunStatus, "running">; usage?: Usage; problem?: ProblemCode; problemDetail?: string };

/** Runs that the calling process is still writing. */
export type Kept = ReadonlyMap<string, { stopSeq: number | null }>;

export type RunWrite = {
  runId: string;
  messageId: string;
  chatId: string;
  lastSeq: number;
  chunks: LogChunk[];
  row: MessageRow | null;
  end: RunEnd | null;
};

/** Writes what all runs of one process produced, together. Returns the runs it still owns, and their stop requests. */
export async function writeRunLog(me: Server, db: Db, processId: string, writes: readonly RunWrite[]): Promise<Kept> {
  db = actAs(me, db);
  const ending = writes.filter((write) => write.end !== null);
  // One statement: text not yet written is lost if the process is killed during another round trip.
  const parts = [...locking(ending), sql`kept as (${updatedRuns(processId, writes, ending.length > 0)})`];
  const chunks = writes.flatMap(({ runId, chunks: own }) => own.map((chunk) => ({ runId, ...chunk })));
  if (chunks.length > 0) {
    const columns = [
      column(chunks, "runId", "uuid"),
      column(chunks, "from", "int"),
      column(chunks, "to", "int"),
      column(chunks, "data", "text"),
    ];
    parts.push(sql`added as (insert into run_events (run_id, from_seq, to_seq, data)
      select v.* from unnest(${sql.join(columns)}) as v (run_id, from_seq, to_seq, data) join kept on kept.id = v.run_id on conflict do nothing)`);
  }
  const rows = writes.flatMap(({ runId, messageId, row }) => (row === null ? [] : [{ runId, messageId, ...row }]));
  if (rows.length > 0) {
    const columns = [
      column(rows, "runId", "uuid"),
      column(rows, "messageId", "uuid"),
      column(rows, "content", "text"),
      column(rows, "parts", "text"),
      column(rows, "sources", "text"),
    ];
    parts.push(sql`brought as (update messages set content = v.content, parts = v.parts::jsonb, sources = v.sources::jsonb
      from unnest(${sql.join(columns)}) as v (run_id, id, content, parts, sources) join kept on kept.id = v.run_id where messages.id = v.id)`);
  }
  if (ending.length > 0) {
    const columns = [column(ending, "runId", "uuid"), column(ending, "chatId", "uuid")];
    parts.push(sql`answered as (update chats set answered_at = now(), updated_at = now()
      from unnest(${sql.join(columns)}) as v (run_id, chat_id) join kept on kept.id = v.run_id where chats.id = v.chat_id)`);
  }
  const { rows: kept } = await sql<{ id: string; stop_seq: number | null }>`
    with ${sql.join(parts)} select id, stop_seq from kept ${prepared}`.execute(db);
  return new Map(kept.map((row) => [row.id, { stopSeq: row.stop_seq }]));
}

/** One value of each row, as an array: the words of the statement do not depend on how many there are. */
function column<Row>(rows: readonly Row[], name: keyof Row, type: "uuid" | "int" | "text") {
  return sql`${rows.map((row) => row[name])}::${sql.raw(type)}[]`;
}

/** Chats before runs: `updatedRuns` locks its rows only after this has executed. */
function locking(ending: readonly RunWrite[]) {
  if (ending.length === 0) return [];
  const ids = ending.map((write) => write.chatId);
  return [sql`locked as materialized (select id from chats where id = any(${ids}::uuid[]) order by id for update)`];
}

async function lockChats(trx: Trx, chatIds: readonly string[]): Promise<void> {
  if (chatIds.length === 0) return;
  await trx.selectFrom("chats").select("id").where("id", "in", chatIds).orderBy("id").forUpdate().execute();
}

function updatedRuns(processId: string, writes: readonly RunWrite[], isAfterLocking: boolean) {
  const values = writes.map(({ runId, lastSeq, row, end }) => ({
    id: runId,
    last_seq: lastSeq,
    row_seq: row?.seq ?? null,
    status: end?.status ?? null,
    usage: end?.usage ?? null,
    problem: end?.problem ?? null,
    detail: end?.problemDetail === undefined ? null : storable(end.problemDetail),
  }));
  return sql`update runs set
      last_seq = v.last_seq, row_seq = coalesce(v.row_seq, runs.row_seq), heartbeat_at = now(), status = coalesce(v.status, runs.status),
      usage = v.usage, problem = v.problem, problem_detail = v.detail, ended_at = case when v.status is null then null else now() end
    from json_to_recordset(${JSON.stringify(values)}::json)
      as v (id uuid, last_seq int, row_seq int, status text, usage jsonb, problem text, detail text)
      ${isAfterLocking ? sql`, (select count(*) from locked) as held` : sql``}
    where runs.id = v.id and runs.status = 'running' and runs.process_id = ${processId}
    returning runs.id, runs.stop_seq`;
}

async function insertChunks(trx: Trx, writes: readonly Pick<RunWrite, "runId" | "chunks">[]): Promise<void> {
  const values = writes.flatMap(({ runId, chunks }) =>
    chunks.map((chunk) => ({ run_id: runId, from_seq: chunk.from, to_seq: chunk.to, data: chunk.data })),
  );
  if (values.length === 0) return;
  await trx
    .insertInto("run_events")
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function updateRow(trx: Trx, messageId: string, { content, parts, sources }: MessageRow): Promise<void> {
  await trx.updateTable("messages").set({ content, parts, sources }).where("id", "=", messageId).execute();
}

async function markAnswered(trx: Trx, chatIds: readonly string[]): Promise<void> {
  if (chatIds.length === 0) return;
  await trx
    .updateTable("chats")
    .set({ answered_at: sql`now()`, updated_at: sql`now()` })
    .where("id", "in", chatIds)
    .execute();
}

/** Up to about 100 chunks of events after `after`, as their JSON texts; `from` is the seq of the first. */
export async function readRunEvents(
  me: Server,
  db: Db,
  runId: string,
  after: number,
): Promise<{ from: number; events: string[] } | null> {
  db = actAs(me, db);
  const rows = await db
    .selectFrom("run_events")
    .select(["from_seq", "data"])
    .where("run_id", "=", runId)
    .where("to_seq", ">", after)
    .orderBy("from_seq")
    .limit(100)
    .execute();
  const first = rows[0];
  if (first === undefined) return null;
  const events = rows.flatMap((row) => row.data.split("\n"));
  const skip = Math.max(0, after + 1 - first.from_seq);
  return { from: first.from_seq + skip, events: events.slice(skip) };
}

export type Settlement = RunEnd & {
  /** The text ends with this event; later ones are cut off. */
  upTo?: number;
  /** What the writing process had not written yet. */
  unsaved?: LogChunk[];
  /** Finalize it only if nothing was written for this many seconds. */
  silentFor?: number;
};

export type Settled = { status: RunStatus; content: string; lastSeq: number; chatId: string; tail: RunEvent[]; from: number };

/*
 * Ends a run that cannot end itself: stopped by its reader, or left behind by a process that died. The message is
 * rebuilt from the log, up to the event that counts; cut events are replaced by void ones, so that seq has no gap and a
 * reader who was further ahead is corrected by the final event.
 */
export async function finalizeRun(me: Server, db: Db, runId: string, how: Settlement): Promise<Settled | null> {
  db = actAs(me, db);
  const known = await db.selectFrom("runs").select("chat_id").where("id", "=", runId).executeTakeFirst();
  if (known === undefined) return null;
  return db.transaction().execute(async (trx) => {
    await lockChats(trx, [known.chat_id]);
    let query = trx.selectFrom("runs").selectAll().where("id", "=", runId).where("status", "=", "running");
    if (how.silentFor !== undefined) {
      query = query.where("heartbeat_at", "<=", sql<Date>`now() - ${how.silentFor} * interval '1 second'`);
    }
    const run = await query.forUpdate().executeTakeFirst();
    if (run === undefined) return null;
    if (how.unsaved !== undefined) await insertChunks(trx, [{ runId, chunks: how.unsaved }]);
    const events = await allEvents(trx, runId);
    const last = events.length;
    const upTo = Math.min(how.upTo ?? run.stop_seq ?? last, last);
    const status = how.upTo === undefined && run.stop_seq !== null ? "stopped" : how.status;
    const folded = foldUpTo(events, upTo, last === 0 ? await rowOf(trx, run.message_id) : { parts: [], sources: [] });
    if (upTo < last) await cutLog(trx, runId, upTo, last);
    const tail = endingOf(folded, { ...how, status });
    const lastSeq = last + tail.length;
    const data = tail.map((event) => JSON.stringify(event)).join("\n");
    await insertChunks(trx, [{ runId, chunks: [{ from: last + 1, to: lastSeq, data }] }]);
    await updateRow(trx, run.message_id, messageRow(lastSeq, folded));
    await trx
      .updateTable("runs")
      .set({
        status,
        last_seq: lastSeq,
        row_seq: lastSeq,
        // The usage of a stopped answer may be stored before its end.
        ...(how.usage && { usage: JSON.stringify(how.usage) }),
        problem: how.problem ?? null,
        problem_detail: how.problemDetail ?? null,
        ended_at: sql`now()`,
      })
      .where("id", "=", runId)
      .execute();
    await markAnswered(trx, [run.chat_id]);
    return { status, content: contentOf(folded.parts), lastSeq, chatId: run.chat_id, tail, from: last + 1 };
  });
}

/** For an answer that ended before its model reported usage, or whose usage was estimated. */
export async function setRunUsage(me: Server, db: Db, runId: string, usage: Usage): Promise<void> {
  db = actAs(me, db);
  await db
    .updateTable("runs")
    .set({ usage: JSON.stringify(usage) })
    .where("id", "=", runId)
    .where("usage", "is", null)
    .execute();
}

async function allEvents(trx: Trx, runId: string): Promise<string[]> {
  const rows = await trx.selectFrom("run_events").select("data").where("run_id", "=", runId).orderBy("from_seq").execute();
  return rows.flatMap((row) => row.data.split("\n"));
}

/** The row's initial content: a run that died before its first event has not changed it. */
async function rowOf(trx: Trx, messageId: string): Promise<Folded> {
  const row = await trx.selectFrom("messages").select(["parts", "sources"]).where("id", "=", messageId).executeTakeFirstOrThrow();
  return { parts: row.parts as MessagePart[], sources: (row.sources ?? []) as Source[] };
}

function foldUpTo(events: readonly string[], upTo: number, folded: Folded): Folded {
  for (const json of events.slice(0, upTo)) foldRunEvent(folded, JSON.parse(json) as RunEvent);
  return { parts: cancelUnfinishedTools(folded.parts), sources: folded.sources };
}

function endingOf({ parts, sources }: Folded, how: RunEnd): RunEvent[] {
  const final: RunEvent = { type: "data-stet-final", data: { content: contentOf(parts), parts, sources } };
  const { status, usage, problem } = how;
  const finish: RunEvent = { type: "finish", messageMetadata: { status, ...(usage && { usage }), ...(problem && { problem }) } };
  return status === "stopped" ? [final, { type: "abort" }, finish] : [final, finish];
}

async function cutLog(trx: Trx, runId: string, upTo: number, last: number): Promise<void> {
  const straddling = await trx
    .selectFrom("run_events")
    .select(["from_seq", "data"])
    .where("run_id", "=", runId)
    .where("from_seq", "<=", upTo)
    .where("to_seq", ">", upTo)
    .executeTakeFirst();
  await trx.deleteFrom("run_events").where("run_id", "=", runId).where("to_seq", ">", upTo).execute();
  const voids = Array.from({ length: last - upTo }, () => `{"type":"data-stet-void","data":null,"transient":true}`);
  const chunks: LogChunk[] = [{ from: upTo + 1, to: last, data: voids.join("\n") }];
  if (straddling !== undefined) {
    const keep = straddling.data.split("\n").slice(0, upTo - straddling.from_seq + 1);
    chunks.push({ from: straddling.from_seq, to: upTo, data: keep.join("\n") });
  }
  await insertChunks(trx, [{ runId, chunks }]);
}
