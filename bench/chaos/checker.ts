/*
 * Compares what was acknowledged to clients with the rows of PostgreSQL and the bytes on disk, using none of Stet's
 * code.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import type { DraftWritten, Journal, Turn, Upload } from "./journal.ts";

export type Verdict = { lost: string[]; twice: string[]; differing: string[]; unended: string[] };

export async function check(client: Client, journal: Journal, data: string): Promise<Verdict> {
  const verdict: Verdict = { lost: [], twice: [], differing: [], unended: [] };
  await untilNoneRuns(client, verdict);
  for (const turn of journal.turns) if (turn.isAcknowledged) await checkTurn(client, turn, verdict);
  for (const draft of journal.drafts) await checkDraft(client, draft, verdict);
  for (const upload of journal.uploads) await checkUpload(client, upload, data, verdict);
  return verdict;
}

/** What a killed process was writing is finalized by another one. */
async function untilNoneRuns(client: Client, verdict: Verdict): Promise<void> {
  for (let tries = 0; tries < 120; tries++) {
    const { rows } = await client.query<{ id: string }>("select id from runs where status = 'running'");
    if (rows.length === 0) return;
    if (tries === 119) verdict.unended.push(...rows.map(({ id }) => `the run ${id} still runs a minute after the load`));
    await sleep(500);
  }
}

async function checkTurn(client: Client, turn: Turn, { lost, twice, differing, unended }: Verdict): Promise<void> {
  const { rows } = await client.query<{ id: string; content: string; chat_id: string }>(
    "select id, content, chat_id from messages where id = any($1::uuid[]) or content = $2",
    [[turn.messageId, turn.replyId], turn.content],
  );
  const questions = rows.filter((row) => row.content === turn.content);
  const answers = rows.filter((row) => row.id === turn.replyId);
  if (questions.length === 0 || questions[0]!.chat_id !== turn.chatId) lost.push(`the question ${turn.messageId}`);
  if (questions.length > 1) twice.push(`the question ${turn.messageId}`);
  const { rows: runs } = await client.query<{ id: string; status: string }>("select id, status from runs where message_id = $1", [
    turn.replyId,
  ]);
  if (runs.length > 1) twice.push(`the run of ${turn.replyId}`);
  if (answers.length !== 1) return void lost.push(`the answer ${turn.replyId}`);
  if (turn.status === null) return void unended.push(`the stream of ${turn.runId}, after event ${turn.lastSeq}`);
  if (turn.hasGap) differing.push(`a gap in the events of ${turn.runId}`);
  const stored = answers[0]!.content;
  if (turn.text !== stored)
    differing.push(
      `${turn.runId} (${turn.status}, ${runs[0]?.status}): read ${turn.text.length} characters, stored ${stored.length}`,
    );
}

async function checkDraft(client: Client, draft: DraftWritten, { lost, twice }: Verdict): Promise<void> {
  const { rows } = await client.query<{ document: unknown }>("select document from drafts where id = $1", [draft.id]);
  if (rows.length === 0) return void lost.push(`the draft ${draft.id}`);
  const text = JSON.stringify(rows[0]!.document);
  for (const paragraph of draft.sent) {
    const times = text.split(paragraph).length - 1;
    if (times === 0 && draft.acknowledged.includes(paragraph)) lost.push(`a paragraph of ${draft.id}: ${paragraph}`);
    if (times > 1) twice.push(`a paragraph of ${draft.id}: ${paragraph}`);
  }
}

async function checkUpload(client: Client, upload: Upload, data: string, { lost, twice, differing }: Verdict): Promise<void> {
  const { rows } = await client.query<{ id: string; key: string }>("select id, key from files where original_name = $1", [
    upload.name,
  ]);
  if (rows.length > 1) twice.push(`the file ${upload.name}`);
  const row = rows.find(({ id }) => id === upload.id);
  if (row === undefined) return void lost.push(`the file ${upload.name}`);
  try {
    const bytes = readFileSync(join(data, "files", row.key.slice(0, 2), row.key));
    if (createHash("sha256").update(bytes).digest("hex") !== upload.sha256) differing.push(`the bytes of ${upload.name}`);
  } catch (error) {
    lost.push(`the bytes of ${upload.name}: ${(error as Error).message}`);
  }
}
