/*
 * Property test of conversation operations over random sequences. After each step: the live rows are one path, no row
 * is lost, and what undo or switching a version promised is shown.
 */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { ChatThread, TurnRequest } from "#core/chat/chat.ts";
import { theServer, type Person } from "#core/workspace/policy.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { eachDatabase } from "#test/databases.ts";
import { newPerson } from "#test/people.ts";
import { choicesOf } from "#test/turns.ts";
import type { BoundDb } from "../../db/database.ts";
import { getThread, updateMessageText } from "./messages.ts";
import { deleteMessagesAfter, restoreChat, switchVersion, undoOperation } from "./operations.ts";
import { finalizeRun } from "../upkeep/run-log.ts";
import { beginTurns } from "./turns.ts";

type World = { me: Person; db: BoundDb; chatId: string; messageIds: Set<string> };
type Row = { id: string; parent_id: string | null; seq: number; removed_by: string | null };

const thread = ({ me, db, chatId }: World): Promise<ChatThread> => getThread(me, db, chatId, { limit: 1000 });
const shown = (of: ChatThread) => of.messages.map((message) => message.id);
const rowsOf = ({ db, chatId }: World): Promise<Row[]> =>
  db.selectFrom("messages").select(["id", "parent_id", "seq", "removed_by"]).where("chat_id", "=", chatId).orderBy("seq").execute();

async function turn(world: World, request: Record<string, unknown>): Promise<void> {
  const { me, db, chatId } = world;
  const whole = {
    chatId,
    messageId: uuidv7(),
    replyId: uuidv7(),
    content: `Question ${uuidv7().slice(-4)}`,
    attachments: [],
    editorSelection: null,
    temporary: false,
    choices: choicesOf("stet-builtin"),
    ...request,
  } as unknown as TurnRequest;
  const runId = uuidv7();
  await beginTurns(theServer, db, [{ me, request: whole, runId, processId: "test", title: "A chat" }]);
  await finalizeRun(theServer, db, runId, { status: "done" });
  if (whole.trigger === "send" || whole.trigger === "edit") world.messageIds.add(whole.messageId);
  world.messageIds.add(whole.replyId);
}

async function newWorld(db: BoundDb, turns = 0): Promise<World> {
  const world: World = { me: await newPerson(db), db, chatId: uuidv7(), messageIds: new Set() };
  for (let version = 0; version < turns; version++) await turn(world, { trigger: "send", version });
  return world;
}

async function expectOnePath(world: World): Promise<void> {
  const rows = await rowsOf(world);
  const live = rows.filter((row) => row.removed_by === null);
  expect(live.map((row) => row.parent_id)).toEqual(live.map((_, i) => live[i - 1]?.id ?? null));
  const seqOf = new Map(rows.map((row) => [row.id, row.seq]));
  for (const row of rows) if (row.parent_id !== null) expect(seqOf.get(row.parent_id)).toBeLessThan(row.seq);
  for (const id of world.messageIds) expect(seqOf.has(id), "no message is ever lost").toBe(true);
}

/** One random step: what to do, and to which message. */
const step = fc.record({
  kind: fc.constantFrom("send", "edit", "regenerate", "continue", "restore", "delete", "update", "undo", "redo", "switch"),
  at: fc.nat(),
});

async function take(world: World, { kind, at }: { kind: string; at: number }): Promise<void> {
  const { me, db, chatId } = world;
  const before = await thread(world);
  const { version } = before.chat;
  const pick = <T>(list: readonly T[]): T | undefined => list[at % Math.max(1, list.length)];
  const users = before.messages.filter((message) => message.role === "user");
  const message = pick(before.messages);
  if (kind === "send") return turn(world, { trigger: "send", version });
  if (message === undefined) return;
  const messageId = message.id;
  if (kind === "edit") return turn(world, { trigger: "edit", version, editedId: pick(users)!.id });
  if (kind === "regenerate") return turn(world, { trigger: "regenerate", version, regeneratedId: messageId });
  if (kind === "continue") {
    const last = before.messages.at(-1)!;
    if (last.role === "assistant") await turn(world, { trigger: "continue", version, continuedId: last.id });
  } else if (kind === "restore") {
    const { operationId, deletedCount, version: after } = await restoreChat(me, db, { chatId, messageId, version });
    expect(deletedCount).toBe(before.messages.length - before.messages.indexOf(message));
    if (at % 2 === 0) return;
    await undoOperation(me, db, { chatId, operationId, version: after });
    expect(shown(await thread(world)), "restore, then undo").toEqual(shown(before));
  } else if (kind === "delete") {
    await deleteMessagesAfter(me, db, { chatId, messageId, includeReference: at % 2 === 0 });
  } else if (kind === "update") {
    await updateMessageText(me, db, { chatId, messageId: pick(users)!.id, content: "Other words" });
    expect(shown(await thread(world))).toEqual(shown(before));
  } else if (kind === "undo" || kind === "redo") {
    if (before.undo === null) return;
    const undone = await undoOperation(me, db, { chatId, operationId: before.undo.operationId, version });
    if (kind === "undo") return;
    await undoOperation(me, db, { chatId, operationId: undone.operationId, version: undone.version });
    expect(shown(await thread(world)), "undo, then undo that").toEqual(shown(before));
  } else {
    const other = pick(message.versions.filter((id) => id !== messageId));
    if (other === undefined) return;
    await switchVersion(me, db, { chatId, messageId: other, version });
    const after = shown(await thread(world));
    expect(after).toContain(other);
    expect(after.slice(0, after.indexOf(other)), "what stood before stays").toEqual(shown(before).slice(0, after.indexOf(other)));
  }
}

eachDatabase((open) => {
  test("whatever is done, one path is shown and nothing is lost", async () => {
    const { db } = await open();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const world = await newWorld(db, 2);
        for (const one of steps) {
          await take(world, one);
          await expectOnePath(world);
        }
      }),
      { numRuns: 12 },
    );
  });

  test("an edit keeps the old branch, which can be looked at and returned to", async () => {
    const { db } = await open();
    const world = await newWorld(db, 3);
    const before = await thread(world);
    await turn(world, { trigger: "edit", version: 3, editedId: before.messages[2]!.id });
    const edited = await thread(world);
    expect(shown(edited).slice(0, 2)).toEqual(shown(before).slice(0, 2));
    expect(edited.messages).toHaveLength(4);
    expect(edited.messages[2]!.versions).toEqual([before.messages[2]!.id, edited.messages[2]!.id]);
    expect(edited.undo).toMatchObject({ kind: "edit", removed: 4 });
    await switchVersion(world.me, db, { chatId: world.chatId, messageId: before.messages[2]!.id, version: 4 });
    expect(shown(await thread(world))).toEqual(shown(before));
    await switchVersion(world.me, db, { chatId: world.chatId, messageId: edited.messages[2]!.id, version: 5 });
    expect(shown(await thread(world))).toEqual(shown(edited));
  });

  test("undo is offered newest first, and once each", async () => {
    const { db } = await open();
    const world = await newWorld(db, 3);
    const { me, chatId } = world;
    const all = await thread(world);
    const second = await restoreChat(me, db, { chatId, messageId: all.messages[4]!.id, version: 3 });
    const first = await restoreChat(me, db, { chatId, messageId: all.messages[2]!.id, version: 4 });
    expect((await thread(world)).undo).toEqual({ operationId: first.operationId, kind: "restore", removed: 2 });
    await undoOperation(me, db, { chatId, operationId: first.operationId, version: 5 });
    expect((await thread(world)).undo).toEqual({ operationId: second.operationId, kind: "restore", removed: 2 });
    await expect(undoOperation(me, db, { chatId, operationId: first.operationId, version: 6 })).rejects.toMatchObject({
      status: 409,
    });
    await undoOperation(me, db, { chatId, operationId: second.operationId, version: 6 });
    expect(shown(await thread(world))).toEqual(shown(all));
    expect((await thread(world)).undo).toBeNull();
  });

  test("what cannot be put back where it was is refused", async () => {
    const { db } = await open();
    const world = await newWorld(db, 2);
    const { me, chatId } = world;
    const all = await thread(world);
    const inner = await restoreChat(me, db, { chatId, messageId: all.messages[3]!.id, version: 2 });
    await restoreChat(me, db, { chatId, messageId: all.messages[0]!.id, version: 3 });
    const refused = undoOperation(me, db, { chatId, operationId: inner.operationId, version: 4 });
    await expect(refused).rejects.toMatchObject({ status: 409 });
    expect((await thread(world)).messages).toEqual([]);
  });

  test("a continued answer begins with what was there, and leaves that as it was", async () => {
    const { db } = await open();
    const world = await newWorld(db, 1);
    const [, answer] = (await thread(world)).messages;
    await db
      .updateTable("messages")
      .set({ content: "Half a", parts: JSON.stringify([{ type: "text", text: "Half a" }]) })
      .where("id", "=", answer!.id)
      .execute();
    await turn(world, { trigger: "continue", version: 1, continuedId: answer!.id });
    const [, longer] = (await thread(world)).messages;
    expect(longer!.content).toBe("Half a");
    expect(longer!.versions).toEqual([answer!.id, longer!.id]);
  });

  test("pages of a long chat join without a gap", async () => {
    const { db } = await open();
    const world = await newWorld(db, 6);
    const whole = shown(await thread(world));
    const joined: string[] = [];
    for (let before: number | undefined; ;) {
      const page = await getThread(world.me, db, world.chatId, { limit: 5, ...(before === undefined ? {} : { before }) });
      joined.unshift(...shown(page));
      if (!page.hasOlder) break;
      before = page.messages[0]!.seq;
    }
    expect(joined).toEqual(whole);
  });
});
