/* The report adds up, shows who wrote and how, and is visible to everyone who can read the draft. */
import { expect, test } from "vitest";
import { JsonText } from "#core/text/json-text.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { eachDatabase } from "#test/databases.ts";
import { newPerson, newProject } from "#test/people.ts";
import { getAuthorshipPage } from "./draft-authorship.ts";
import { createDraft, saveDraft } from "./drafts.ts";

eachDatabase((open) => {
  test("parts, people and entries; for readers as well, and for no one else", async () => {
    const { db } = await open();
    const [me, reader, stranger] = [await newPerson(db), await newPerson(db), await newPerson(db)];
    const projectId = await newProject(db, me, { sharedWith: reader });
    const draftId = await createDraft(me, db, { projectId, name: "Lease", document: markdownToDocument("One two.") });
    const document = markdownToDocument("One two. Three four five.");
    const authorship = {
      origins: [{ kind: "unknown" as const }, { kind: "typed" as const }],
      runs: [9, 0, document.content.size - 9, 1],
    };
    const given = { document, authorship: new JsonText(JSON.stringify(authorship)) };
    await saveDraft(me, db, { draftId, version: 1, kind: "typed", summary: "", ...given });
    const page = await getAuthorshipPage(reader, db, draftId);
    expect(page).toMatchObject({
      name: "Lease",
      version: 2,
      report: {
        words: 5,
        parts: [
          { kind: "typed", words: 3 },
          { kind: "unknown", words: 2 },
        ],
      },
      people: [{ name: me.name, entries: 2 }],
    });
    expect(page.entries.toSorted((a, b) => (a.kind < b.kind ? -1 : 1))).toEqual([
      { kind: "created", count: 1 },
      { kind: "typed", count: 1 },
    ]);
    await expect(getAuthorshipPage(stranger, db, draftId)).rejects.toMatchObject({ status: 404 });
  });
});
