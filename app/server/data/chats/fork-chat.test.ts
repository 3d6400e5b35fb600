/* A fork is independent: the same messages and versions under new ids, and the original is unchanged. */
import { expect, test } from "vitest";
import type { Person } from "#core/workspace/policy.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { eachDatabase } from "#test/databases.ts";
import { attachedFile, newWorld, turn, type World } from "#test/settled-turns.ts";
import { forkChat } from "./fork-chat.ts";
import { getThread } from "./messages.ts";
import { restoreChat, switchVersion } from "./operations.ts";

const thread = ({ me, db }: World, chatId: string) => getThread(me, db, chatId, { limit: 1000 });
const wordsOf = async (world: World, chatId: string) => (await thread(world, chatId)).messages.map(({ content }) => content);

eachDatabase((open) => {
  test("holds the messages up to the one it was forked from, with files and versions, and leaves the chat alone", async () => {
    const { db } = await open();
    const world = await newWorld(db);
    const { me, chatId } = world;
    await turn(world, { content: "one" });
    const first = await turn(world, { content: "two" });
    const second = await turn(world, { trigger: "regenerate", regeneratedId: first, content: "two, again" });
    await turn(world, { content: "three" });
    const before = await thread(world, chatId);
    const forkId = uuidv7();
    await forkChat(me, db, { chatId, messageId: second, forkId });

    const fork = await thread(world, forkId);
    expect(await thread(world, chatId)).toEqual(before);
    expect(fork.chat).toMatchObject({ title: "Fork of A chat", isOwner: true, choices: before.chat.choices });
    expect(fork.undo).toBeNull();
    expect(fork.messages.map(({ content }) => content)).toEqual(before.messages.slice(0, 4).map(({ content }) => content));
    expect(fork.messages[0]!.experimental_attachments).toEqual([attachedFile]);
    const ids = new Set(before.messages.flatMap(({ versions }) => versions));
    expect(fork.messages.filter(({ id }) => ids.has(id))).toEqual([]);

    const { versions } = fork.messages[3]!;
    expect(versions).toHaveLength(2);
    await switchVersion(me, db, { chatId: forkId, messageId: versions[0]!, version: fork.chat.version });
    expect((await thread(world, forkId)).messages.at(-1)).toMatchObject({ id: versions[0], content: "Answer to two" });
    expect(await thread(world, chatId)).toEqual(before);
    await turn({ ...world, chatId: forkId }, { content: "elsewhere" });
    expect(await wordsOf(world, forkId)).toEqual([
      "one",
      "Answer to one",
      "two",
      "Answer to two",
      "elsewhere",
      "Answer to elsewhere",
    ]);
  });

  test("what was put aside after the message stays out, and asked twice it is made once", async () => {
    const { db } = await open();
    const world = await newWorld(db);
    const { me, chatId } = world;
    const first = await turn(world, { content: "one" });
    await turn(world, { content: "two" });
    const { messages, chat } = await thread(world, chatId);
    await restoreChat(me, db, { chatId, messageId: messages[2]!.id, version: chat.version });
    const forkId = uuidv7();
    for (let i = 0; i < 2; i++) await forkChat(me, db, { chatId, messageId: first, forkId });
    const rows = await db.selectFrom("messages").select("content").where("chat_id", "=", forkId).orderBy("seq").execute();
    expect(rows.map(({ content }) => content)).toEqual(["one", "Answer to one"]);
  });

  test("is refused to others, while its answer is being written, and under the id of another person's chat", async () => {
    const { db } = await open();
    const [world, other] = [await newWorld(db), await newWorld(db)];
    const { me, chatId } = world;
    const first = await turn(world, { content: "one" });
    await turn(other, { content: "theirs" });
    const fork = (who: Person, messageId: string, forkId = uuidv7()) => forkChat(who, db, { chatId, messageId, forkId });
    await expect(fork(other.me, first)).rejects.toMatchObject({ status: 404 });
    await expect(fork(me, first, other.chatId)).rejects.toMatchObject({ status: 404 });
    expect(await wordsOf(other, other.chatId)).toEqual(["theirs", "Answer to theirs"]);
    const running = await turn(world, { content: "two" }, false);
    await expect(fork(me, running)).rejects.toMatchObject({ status: 409 });
    await expect(fork(me, first)).resolves.toBeDefined();
  });
});
