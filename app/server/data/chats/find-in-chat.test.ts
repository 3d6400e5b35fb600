/* Searching one chat, regardless of how much of it a page has loaded. */
import { expect, test } from "vitest";
import { eachDatabase } from "#test/databases.ts";
import { newPerson, newProject } from "#test/people.ts";
import { newWorld, turn } from "#test/settled-turns.ts";
import { findInChat } from "./find-in-chat.ts";

eachDatabase((open) => {
  test("a chat is searched whole: every word in one message, in either case; without words its questions", async () => {
    const { db } = await open();
    const world = await newWorld(db);
    const { me, chatId } = world;
    const first = await turn(world, { content: "The Rent is due" });
    await turn(world, { content: "Notice and rent (a.b)" });
    const found = async (query: string) => (await findInChat(me, db, chatId, query)).messages.map(({ excerpt }) => excerpt);
    expect(await found("")).toEqual(["The Rent is due", "Notice and rent (a.b)"]);
    expect(await found("RENT notice")).toEqual(["Notice and rent (a.b)", "Answer to Notice and rent (a.b)"]);
    expect(await found("(a.b)")).toHaveLength(2);
    expect(await found("nowhere")).toEqual([]);
    await turn(world, { trigger: "regenerate", regeneratedId: first, content: "anew" });
    expect(await found("notice")).toEqual([]);
  });

  test("what is found is shown as words, without Markdown and markers", async () => {
    const { db } = await open();
    const world = await newWorld(db);
    await turn(world, { content: "- **All fees**, see [the act](https://example.org)\n\nBEGIN DRAFT" });
    const [question] = (await findInChat(world.me, db, world.chatId, "fees")).messages;
    expect(question!.excerpt).toBe("All fees, see the act");
    // Only an address is found: it is shown as it was written.
    const [address] = (await findInChat(world.me, db, world.chatId, "example.org")).messages;
    expect(address!.excerpt).toContain("https://example.org");
  });

  test("who sees a chat finds what it shows, and no one else finds anything", async () => {
    const { db } = await open();
    const world = await newWorld(db);
    const [viewer, other] = [await newPerson(db), await newPerson(db)];
    const projectId = await newProject(db, world.me, { sharedWith: viewer });
    const replaced = await turn(world, { content: "secret", projectId });
    const shown = await turn(world, { trigger: "regenerate", regeneratedId: replaced, content: "public" });
    expect((await findInChat(viewer, db, world.chatId, "answer")).messages.map(({ id }) => id)).toEqual([shown]);
    await expect(findInChat(other, db, world.chatId, "answer")).rejects.toMatchObject({ status: 404 });
  });
});
