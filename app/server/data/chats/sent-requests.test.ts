import { expect, test } from "vitest";
import { theServer, type Person } from "#core/workspace/policy.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { eachDatabase } from "#test/databases.ts";
import { newPerson } from "#test/people.ts";
import type { BoundDb } from "../../db/database.ts";
import { getSent, keepSent, type KeptRequest } from "./sent-requests.ts";

async function newAnswer(db: BoundDb, me: Person, chatId: string = uuidv7()): Promise<{ chatId: string; messageId: string }> {
  await db
    .insertInto("chats")
    .values({ id: chatId, owner_id: me.userId, title: "A chat" })
    .onConflict((on) => on.doNothing())
    .execute();
  const messageId = uuidv7();
  const seq = await db.selectFrom("messages").where("chat_id", "=", chatId).select("id").execute();
  const row = { id: messageId, chat_id: chatId, seq: seq.length + 1, role: "assistant" as const, content: "Yes.", parts: "[]" };
  await db.insertInto("messages").values(row).execute();
  return { chatId, messageId };
}

function requestFor(ids: { chatId: string; messageId: string }, said: string): KeptRequest {
  const json = (value: unknown) => Buffer.from(JSON.stringify(value));
  const pieces = new Map([
    ["same", json("Answer briefly.")],
    ["tools", json([])],
    [said, json({ role: "user", parts: [{ kind: "text", text: said }] })],
  ]);
  const step = { instructions: "same", tools: "tools", messages: [said] };
  return { ...ids, outline: { provider: "compatible", model: "m", steps: [step] }, pieces };
}

eachDatabase((open) => {
  test("kept together, of one chat and of several, each is there with its own pieces", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const first = await newAnswer(db, me);
    const second = await newAnswer(db, me, first.chatId);
    const other = await newAnswer(db, me);
    await keepSent(theServer, db, [requestFor(first, "one"), requestFor(second, "two"), requestFor(other, "three")]);
    const said = async ({ messageId }: { messageId: string }) => {
      const sent = await getSent(me, db, messageId);
      if (!sent.isKept) throw new Error(sent.reason);
      return [sent.steps[0]!.instructions, sent.steps[0]!.messages[0]!.parts];
    };
    expect(await said(first)).toEqual(["Answer briefly.", [{ kind: "text", text: "one" }]]);
    expect(await said(second)).toEqual(["Answer briefly.", [{ kind: "text", text: "two" }]]);
    expect(await said(other)).toEqual(["Answer briefly.", [{ kind: "text", text: "three" }]]);
    const { length } = await db.selectFrom("sent_pieces").select("digest").where("chat_id", "=", first.chatId).execute();
    expect(length).toBe(4);
  });

  test("an answer or a chat that was deleted meanwhile does not keep the others from being kept", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const kept = await newAnswer(db, me);
    const gone = { chatId: uuidv7(), messageId: uuidv7() };
    await keepSent(theServer, db, [
      requestFor(gone, "one"),
      requestFor({ ...gone, chatId: kept.chatId }, "two"),
      requestFor(kept, "three"),
    ]);
    expect((await getSent(me, db, kept.messageId)).isKept).toBe(true);
    expect(await db.selectFrom("sent_pieces").select("digest").where("chat_id", "=", gone.chatId).execute()).toEqual([]);
  });
});
