/* Searches that are kept: seen by all who see the collection, changed by those who write in it. */
import { expect, test } from "vitest";
import { uuidv7 } from "#core/text/uuid.ts";
import { theServer } from "#core/workspace/policy.ts";
import { eachDatabase } from "#test/databases.ts";
import { newPerson, newProject } from "#test/people.ts";
import { createCollection, getCollection } from "./collections.ts";
import { changeSearch, saveSearch, sweepRemovedSearches } from "./saved-searches.ts";

const refused = async (work: Promise<unknown>) => ((await work.catch((error: unknown) => error)) as Response).status;

eachDatabase((open) => {
  test("a search is saved, renamed, deleted and brought back, and a name is given once", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const projectId = await newProject(db, me, { organizationId: null });
    const collectionId = await createCollection(me, db, { projectId, name: "Emails", prefix: "AB" });
    const listed = async () => (await getCollection(me, db, collectionId)).searches;
    const offers = await saveSearch(me, db, collectionId, { name: "Offers", query: "offer OR bid", sort: "newest" });
    const advice = await saveSearch(me, db, collectionId, { name: "advice", query: "code:privileged", sort: "number" });
    expect(await listed()).toEqual([
      { id: advice, name: "advice", query: "code:privileged", sort: "number" },
      { id: offers, name: "Offers", query: "offer OR bid", sort: "newest" },
    ]);
    expect(await refused(saveSearch(me, db, collectionId, { name: "OFFERS", query: "x", sort: "number" }))).toBe(400);
    expect(await refused(saveSearch(me, db, collectionId, { name: "Open", query: "(x", sort: "number" }))).toBe(400);
    expect(await refused(changeSearch(me, db, { collectionId, id: advice }, { name: "offers" }))).toBe(400);
    await changeSearch(me, db, { collectionId, id: offers }, { name: "OFFERS" });

    await changeSearch(me, db, { collectionId, id: offers }, { isRemoved: true });
    expect((await listed()).map(({ name }) => name)).toEqual(["advice"]);
    const taken = await saveSearch(me, db, collectionId, { name: "Offers", query: "bid", sort: "number" });
    expect(await refused(changeSearch(me, db, { collectionId, id: offers }, { isRemoved: false }))).toBe(400);
    await changeSearch(me, db, { collectionId, id: taken }, { name: "Bids" });
    await changeSearch(me, db, { collectionId, id: offers }, { isRemoved: false });
    expect((await listed()).map(({ name }) => name)).toEqual(["advice", "Bids", "OFFERS"]);
    expect(await refused(changeSearch(me, db, { collectionId, id: uuidv7() }, { name: "None" }))).toBe(404);

    await changeSearch(me, db, { collectionId, id: offers }, { isRemoved: true });
    await db
      .updateTable("discovery_searches")
      .set({ removed_at: new Date(0) })
      .where("id", "=", offers)
      .execute();
    expect(await sweepRemovedSearches(theServer, db)).toBe(1);
  });

  test("viewers see what is saved and change nothing, and others see nothing", async () => {
    const { db } = await open();
    const [me, viewer, other] = [await newPerson(db), await newPerson(db), await newPerson(db)];
    const projectId = await newProject(db, me, { organizationId: null, sharedWith: viewer });
    const collectionId = await createCollection(me, db, { projectId, name: "Emails", prefix: "AB" });
    const asked = { name: "Offers", query: "offer", sort: "number" } as const;
    const id = await saveSearch(me, db, collectionId, asked);
    expect((await getCollection(viewer, db, collectionId)).searches).toEqual([{ ...asked, id }]);
    expect(await refused(saveSearch(viewer, db, collectionId, { ...asked, name: "Mine" }))).toBe(403);
    expect(await refused(changeSearch(viewer, db, { collectionId, id }, { name: "Mine" }))).toBe(403);
    expect(await refused(saveSearch(other, db, collectionId, asked))).toBe(404);
    const elsewhere = await createCollection(me, db, { projectId, name: "Letters", prefix: "CD" });
    expect(await refused(changeSearch(me, db, { collectionId: elsewhere, id }, { name: "Mine" }))).toBe(404);
  });
});
