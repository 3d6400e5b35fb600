/*
 * Work whose every trace can be checked afterwards: one chat, messages numbered 1, 2, 3 …, each written with the
 * chat's counters in one transaction, every fourth with the run that answered it. A message's content follows from
 * its number, so a checker needs only the last number acknowledged.
 */
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "#server/db/engine.ts";

const owner = "durability";
const chatId = "01900000-0000-7000-8000-000000000000";

/** Writes until `isOver`, reporting each number once its commit is acknowledged. */
export async function write(database: Database, onAcknowledged: (seq: number) => void, isOver: () => boolean): Promise<void> {
  await prepare(database);
  const chat = await database.db.selectFrom("chats").select("last_seq").where("id", "=", chatId).executeTakeFirstOrThrow();
  for (let seq = chat.last_seq + 1; !isOver(); seq++) {
    await writeMessage(database, seq);
    onAcknowledged(seq);
    if (seq % 50 === 0 && database.engine === "embedded") await sql`checkpoint`.execute(database.db);
  }
}

async function prepare({ db }: Database) {
  await sql`insert into "user" (id, name, email) values (${owner}, 'Durability', 'durability@example.org') on conflict do nothing`.execute(
    db,
  );
  await db
    .insertInto("chats")
    .values({ id: chatId, owner_id: owner, title: "Durability" })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function writeMessage({ db }: Database, seq: number) {
  await db.transaction().execute(async (trx) => {
    const message = { id: idOf("message", seq), chat_id: chatId, seq, content: contentOf(seq), parts: JSON.stringify([{ seq }]) };
    await trx
      .insertInto("messages")
      .values({ ...message, role: hasRun(seq) ? "assistant" : "user" })
      .execute();
    if (hasRun(seq)) {
      const run = { id: idOf("run", seq), message_id: message.id, chat_id: chatId, model: "none", process_id: "none" };
      await trx
        .insertInto("runs")
        .values({ ...run, status: "done" })
        .execute();
      await trx
        .insertInto("run_events")
        .values({ run_id: run.id, from_seq: 1, to_seq: seq, data: contentOf(seq) })
        .execute();
    }
    await trx.updateTable("chats").set({ last_seq: seq, version: seq }).where("id", "=", chatId).execute();
  });
}

/** The last number stored. Throws an error if anything before it is missing, duplicated or changed. */
export async function check({ db }: Database): Promise<number> {
  const chat = await db.selectFrom("chats").selectAll().where("id", "=", chatId).executeTakeFirst();
  if (!chat) return 0;
  const messages = await db.selectFrom("messages").select(["id", "seq", "content", "parts"]).orderBy("seq").execute();
  for (const [index, { id, seq, content, parts }] of messages.entries()) {
    if (seq !== index + 1) throw new Error(`message ${index + 1} is missing`);
    const isWhole =
      id === idOf("message", seq) && content === contentOf(seq) && JSON.stringify(parts) === JSON.stringify([{ seq }]);
    if (!isWhole) throw new Error(`message ${seq} is not what was written`);
  }
  if (chat.last_seq !== messages.length || chat.version !== messages.length)
    throw new Error(`the chat counts ${chat.last_seq} messages (version ${chat.version}), there are ${messages.length}`);
  await checkRuns({ db }, messages.length);
  return messages.length;
}

async function checkRuns({ db }: Pick<Database, "db">, messages: number) {
  const runs = await db
    .selectFrom("runs")
    .innerJoin("run_events", "run_events.run_id", "runs.id")
    .select(["runs.id", "run_events.to_seq", "run_events.data"])
    .orderBy("run_events.to_seq")
    .execute();
  const expected = Array.from({ length: messages }, (_, index) => index + 1).filter(hasRun);
  if (runs.length !== expected.length) throw new Error(`there are ${runs.length} runs, not ${expected.length}`);
  for (const [index, seq] of expected.entries()) {
    const run = runs[index];
    if (run?.id !== idOf("run", seq) || run.data !== contentOf(seq))
      throw new Error(`the run of message ${seq} is not what was written`);
  }
}

const hasRun = (seq: number) => seq % 4 === 0;

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function idOf(kind: string, seq: number): string {
  const hex = hashOf(`${kind} ${seq}`);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Between 64 and 4,096 characters, barely compressible. */
function contentOf(seq: number): string {
  const pieces = 1 + ((seq * 37) % 64);
  return Array.from({ length: pieces }, (_, piece) => hashOf(`${seq} ${piece}`)).join("");
}
