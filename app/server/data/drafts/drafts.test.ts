/* Drafts: ownership, that no save overwrites another, and what the timeline keeps. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { canChangeDraft, canSeeDraft, type Person } from "#core/workspace/policy.ts";
import { JsonText } from "#core/text/json-text.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { jsonOf } from "#core/document/document-schema.ts";
import { eachDatabase } from "#test/databases.ts";
import { joinOrganization, newOrganization, newPerson, newProject } from "#test/people.ts";
import type { BoundDb } from "../../db/database.ts";
import { createDraft, describeDraft, getDraft, saveDraft, setDraftRemoved } from "./drafts.ts";
import { listDrafts } from "./list-drafts.ts";
import { getVersionDocument, listDraftVersions, nameDraftVersion } from "./draft-versions.ts";

const isAllowed = (asked: Promise<unknown>) =>
  asked.then(
    () => true,
    () => false,
  );
const text = (content: string) => markdownToDocument(content);

async function newDraft(db: BoundDb, owner: Person, content = "One two three.") {
  const projectId = await newProject(db, owner);
  return { projectId, draftId: await createDraft(owner, db, { projectId, name: "A draft", document: text(content) }) };
}

eachDatabase((open) => {
  test("whose the words are: as the editor says, else as they were, else unknown; an import is its file's", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const { draftId, projectId } = await newDraft(db, me, "One two three four five.");
    const save = { draftId, kind: "typed" as const, summary: "" };
    expect((await getDraft(me, db, draftId)).authorship).toBeNull();
    const document = text("One two three four five six.");
    const authorship = { origins: [{ kind: "typed" as const }], runs: [document.content.size, 0] };
    await saveDraft(me, db, { ...save, version: 1, document, authorship: new JsonText(JSON.stringify(authorship)) });
    expect((await getDraft(me, db, draftId)).authorship).toEqual(authorship);
    // A program saves without authorship.
    await saveDraft(me, db, { ...save, version: 2, document: text("One two three four five six. Seven."), kind: "import" });
    const origins = [{ kind: "typed" }, { kind: "unknown" }];
    expect((await getDraft(me, db, draftId)).authorship).toEqual({ origins, runs: [29, 0, 8, 1] });
    // Authorship for a text of another length is ignored.
    await saveDraft(me, db, {
      ...save,
      version: 3,
      document: text("One two three four five six."),
      authorship: new JsonText(`{"origins":[],"runs":[]}`),
    });
    expect((await getDraft(me, db, draftId)).authorship).toEqual(authorship);
    const versions = await listDraftVersions(me, db, draftId);
    const stored = await Promise.all(versions.map(({ id }) => getVersionDocument(me, db, { draftId, versionId: id })));
    expect(stored.map((one) => one.authorship?.runs ?? null)).toEqual([[30, 0], [29, 0, 8, 1], [30, 0], null]);
    const imported = { fileName: "lease.docx", changes: [], comments: [] };
    const id = await createDraft(me, db, { projectId, name: "A file", document: text("Words."), imported });
    expect((await getDraft(me, db, id)).authorship).toMatchObject({
      origins: [{ kind: "imported", file: "lease.docx" }],
      runs: [8, 0],
    });
  });

  test("who sees and changes a draft is what the policy says", async () => {
    const { db } = await open();
    const organization = await newOrganization(db);
    const people: Person[] = [];
    for (let i = 0; i < 3; i++) people.push(await newPerson(db));
    for (const person of people.slice(0, 2)) {
      person.memberships = [organization];
      await joinOrganization(db, person.userId, organization.organizationId);
    }
    for (const owner of people.slice(0, 2)) {
      for (const organizationId of [null, organization.organizationId]) {
        for (const reader of people.filter((one) => one !== owner)) {
          for (const isRemoved of [false, true]) {
            const projectId = await newProject(db, owner, { organizationId, sharedWith: reader });
            const draftId = await createDraft(owner, db, { projectId, name: "A draft", document: text("Words.") });
            if (isRemoved) await sql`update projects set removed_at = now() where id = ${projectId}`.execute(db);
            for (const me of people) {
              const project = {
                ownerId: owner.userId,
                organizationId,
                isRemoved,
                sharedAs: me === reader ? ("viewer" as const) : null,
              };
              const draft = { ownerId: owner.userId, organizationId, isRemoved: false, project };
              expect(await isAllowed(getDraft(me, db, draftId))).toBe(canSeeDraft(me, draft));
              expect((await listDrafts(me, db, projectId)).length > 0).toBe(canSeeDraft(me, draft));
              expect(await isAllowed(describeDraft(me, db, draftId, { name: "B" }))).toBe(canChangeDraft(me, draft));
            }
          }
        }
      }
    }
    await expect(listDrafts({ kind: "visitor" }, db, people[0]!.userId)).rejects.toMatchObject({ status: 401 });
  });

  test("a reader of the project reads, and is told that writing is the owner's", async () => {
    const { db } = await open();
    const owner = await newPerson(db);
    const reader = await newPerson(db);
    const projectId = await newProject(db, owner, { sharedWith: reader });
    const draftId = await createDraft(owner, db, { projectId, name: "A draft", document: text("Words.") });
    expect(await getDraft(reader, db, draftId)).toMatchObject({ canChange: false, name: "A draft" });
    const save = { draftId, version: 1, document: text("Mine."), kind: "typed" as const, summary: "" };
    await expect(saveDraft(reader, db, save)).rejects.toMatchObject({ status: 403 });
    await expect(createDraft(reader, db, { projectId, name: "Mine", document: text("") })).rejects.toMatchObject({ status: 403 });
    await expect(saveDraft(await newPerson(db), db, save)).rejects.toMatchObject({ status: 404 });
  });

  test("a save from a version that is no longer the last is refused, and nothing is overwritten", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const { draftId } = await newDraft(db, me);
    const saves = ["first", "second"].map((content) =>
      saveDraft(me, db, { draftId, version: 1, document: text(content), kind: "typed", summary: "" }),
    );
    const outcomes = await Promise.allSettled(saves);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await getDraft(me, db, draftId)).version).toBe(2);
  });

  test("typing continues in one entry; a patch, a name and a restore begin another", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const { draftId } = await newDraft(db, me);
    let version = 1;
    const save = async (content: string, kind: "typed" | "patch" | "restore", summary = "") => {
      const saved = await saveDraft(me, db, { draftId, version, document: text(content), kind, summary });
      version = saved.version;
      return saved.versionId;
    };
    const typed = await save("One", "typed");
    expect(await save("One two", "typed")).toBe(typed);
    await nameDraftVersion(me, db, { draftId, versionId: typed, name: "Before the call" });
    expect(await save("One two three", "typed")).not.toBe(typed);
    await save("One two four", "patch", "three becomes four");
    await save("One two four five", "typed");
    const versions = await listDraftVersions(me, db, draftId);
    expect(versions.map(({ kind, name, summary, words }) => [kind, name, summary, words])).toEqual([
      ["typed", null, "", 4],
      ["patch", null, "three becomes four", 3],
      ["typed", null, "", 3],
      ["typed", "Before the call", "", 2],
      ["created", null, "", 3],
    ]);
    expect(versions.every(({ madeBy }) => madeBy === me.name)).toBe(true);
    expect(JSON.parse((await getVersionDocument(me, db, { draftId, versionId: typed })).document)).toEqual(jsonOf(text("One two")));
    const stranger = await newPerson(db);
    await expect(getVersionDocument(stranger, db, { draftId, versionId: typed })).rejects.toMatchObject({ status: 404 });
    await expect(nameDraftVersion(stranger, db, { draftId, versionId: typed, name: "x" })).rejects.toMatchObject({ status: 404 });
    await expect(listDraftVersions(stranger, db, draftId)).rejects.toMatchObject({ status: 404 });
  });

  test("a removed draft is out of sight, and comes back as it was", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const { projectId, draftId } = await newDraft(db, me, "# Title\n\nSome **bold** words.");
    expect(await listDrafts(me, db, projectId)).toMatchObject([{ id: draftId, excerpt: "Title Some bold words.", words: 4 }]);
    await setDraftRemoved(me, db, draftId, true);
    expect(await listDrafts(me, db, projectId)).toEqual([]);
    await expect(getDraft(me, db, draftId)).rejects.toMatchObject({ status: 404 });
    await expect(setDraftRemoved(await newPerson(db), db, draftId, false)).rejects.toMatchObject({ status: 404 });
    await setDraftRemoved(me, db, draftId, false);
    expect(await listDrafts(me, db, projectId)).toHaveLength(1);
  });
});
