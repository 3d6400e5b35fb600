/* Reading one message by its id, and the search that finds it. */
import { expect, test } from "vitest";
import { eachDatabase } from "#test/databases.ts";
import { newPerson, newProject } from "#test/people.ts";
import { newWorld, turn } from "#test/settled-turns.ts";
import { getMessageText } from "./message-text.ts";
import { searchChats } from "./search-chats.ts";

eachDatabase((open) => {
  test("who sees a chat reads what it shows; what was replaced, only its owner", async () => {
    const { db } = await open();
    const world = await newWorld(db);
    const { me, chatId } = world;
    const [viewer, other] = [await newPerson(db), await newPerson(db)];
    const projectId = await newProject(db, me, { sharedWith: viewer });
    const replaced = await turn(world, { content: "secret", projectId });
    const shown = await turn(world, { trigger: "regenerate", regeneratedId: replaced, content: "public" });
    expect(await getMessageText(viewer, db, chatId, shown)).toMatchObject({ role: "assistant", isShown: true });
    expect(await getMessageText(me, db, chatId, replaced)).toMatchObject({ content: "Answer to secret", isShown: false });
    expect(await getMessageText(me, db, chatId, shown)).toMatchObject({ drafts: [] });
    await expect(getMessageText(viewer, db, chatId, replaced)).rejects.toMatchObject({ status: 404 });
    await expect(getMessageText(other, db, chatId, shown)).rejects.toMatchObject({ status: 404 });
  });

  test("the search of all chats names the newest message that holds the words; blank words are none", async () => {
    const { db } = await open();
    const world = await newWorld(db);
    const answer = await turn(world, { content: "A lease of land" });
    const search = async (query: string) => (await searchChats(world.me, db, query, { limit: 10 })).sessions;
    expect(await search("LEASE land")).toMatchObject([{ id: world.chatId, messageId: answer }]);
    expect(await search(" ")).toMatchObject([{ id: world.chatId }]);
  });
});
