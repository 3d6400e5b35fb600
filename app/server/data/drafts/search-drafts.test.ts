import { expect, test } from "vitest";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import type { Person } from "#core/workspace/policy.ts";
import { eachDatabase } from "#test/databases.ts";
import { newPerson, newProject } from "#test/people.ts";
import type { BoundDb } from "../../db/database.ts";
import { createDraft, setDraftRemoved } from "./drafts.ts";
import { searchDrafts } from "./search-drafts.ts";

async function newDraft(db: BoundDb, me: Person, name: string, content: string): Promise<string> {
  return createDraft(me, db, { projectId: await newProject(db, me), name, document: markdownToDocument(content) });
}

eachDatabase((open) => {
  test("drafts are found by name and by text, in any case, with the words around the hit", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const byText = await newDraft(db, me, "Lease", `${"Before it. ".repeat(40)}The **Ärger** clause. ${"After it. ".repeat(40)}`);
    const byName = await newDraft(db, me, "About ärger", "Nothing else.");
    await newDraft(db, me, "Another", "Nothing of the kind.");
    const found = await searchDrafts(me, db, "ärger", 5);
    expect(found.map(({ id }) => id)).toEqual([byName, byText]);
    expect(found[1]).toMatchObject({
      name: "Lease",
      excerpt: expect.stringMatching(/^….*The Ärger clause\. After it\..*…$/) as string,
    });
    expect(await searchDrafts(me, db, "ärger lease", 5)).toHaveLength(1);
    expect(await searchDrafts(me, db, "ärger", 1)).toHaveLength(1);
    expect(await searchDrafts(me, db, "  ", 5)).toEqual([]);
    expect(await searchDrafts(me, db, ".*", 5)).toEqual([]);
  });

  test("other people's and deleted drafts are not", async () => {
    const { db } = await open();
    const [me, other] = [await newPerson(db), await newPerson(db)];
    await newDraft(db, other, "Zwischenablage", "Theirs.");
    const mine = await newDraft(db, me, "Zwischenablage", "Mine.");
    expect((await searchDrafts(me, db, "zwischenablage", 5)).map(({ id }) => id)).toEqual([mine]);
    await setDraftRemoved(me, db, mine, true);
    expect(await searchDrafts(me, db, "zwischenablage", 5)).toEqual([]);
  });

  test("all drafts are looked at, however many were changed since", async () => {
    const { db } = await open();
    const me = await newPerson(db, { plan: "professional" });
    const projectId = await newProject(db, me);
    const document = markdownToDocument("Zwischenablage.");
    const first = await createDraft(me, db, { projectId, name: "First", document });
    for (let i = 0; i < 55; i++) await createDraft(me, db, { projectId, name: `Later ${i}`, document: markdownToDocument("No.") });
    expect((await searchDrafts(me, db, "zwischenablage", 5)).map(({ id }) => id)).toEqual([first]);
  });
});
