/* Moving a draft to another project: who may, what comes along, what the reader's windows hear, and that it can be undone. */
import { expect, test } from "vitest";
import { fileImage } from "#core/document/document-image.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { canMoveDraft, shareRoles, type Membership, type Person, type Role } from "#core/workspace/policy.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { eachDatabase } from "#test/databases.ts";
import { joinOrganization, newOrganization, newPerson, newProject } from "#test/people.ts";
import type { BoundDb } from "../../db/acting.ts";
import { createFile, listFiles } from "../files/files.ts";
import { changePseudonyms, getPseudonyms } from "../pseudonyms/own-lists.ts";
import { listComments, writeComment } from "./comments.ts";
import { createDraft, getDraft, saveDraft } from "./drafts.ts";
import { listDrafts } from "./list-drafts.ts";
import { listDraftVersions } from "./draft-versions.ts";
import { moveDraft } from "./moved-drafts.ts";

const text = (content: string) => markdownToDocument(content);
const outcome = (asked: Promise<unknown>) =>
  asked.then(
    () => "done",
    async (error: unknown) =>
      error instanceof Response ? ((await error.json()) as { code: string }).code : Promise.reject(error as Error),
  );

async function newMember(db: BoundDb, organization: Membership, role: Role = "member"): Promise<Person> {
  const { organizationId } = organization;
  const person = await newPerson(db, { memberships: [{ ...organization, role, plan: "professional" }], organizationId });
  await joinOrganization(db, person.userId, organizationId, role);
  return person;
}

/** A person with a draft in one project, and another project. */
async function matter(db: BoundDb, content = "One two three.") {
  const me = await newPerson(db);
  const [from, to] = [await newProject(db, me), await newProject(db, me)];
  return { me, from, to, draftId: await createDraft(me, db, { projectId: from, name: "A draft", document: text(content) }) };
}

async function newChat(db: BoundDb, owner: Person, projectId: string, draftId: string): Promise<string> {
  const id = uuidv7();
  const { userId: owner_id, organizationId: organization_id } = owner;
  const values = { id, owner_id, organization_id, project_id: projectId, draft_id: draftId, title: "A chat" };
  await db.insertInto("chats").values(values).execute();
  return id;
}

const picture = (projectId: string, name = uuidv7()) => ({
  key: name,
  originalName: `${name}.png`,
  sha256: name,
  projectId,
  document: null,
  kind: "image",
  contentType: "image/png",
  size: 1,
  status: "ready" as const,
  problem: null,
  modifiedAt: null,
});

eachDatabase((open) => {
  test("who may is what the policy says, for every role in both projects", async () => {
    const { db } = await open();
    const organization = await newOrganization(db);
    const { organizationId } = organization;
    const owner = await newMember(db, organization);
    for (const me of [await newMember(db, organization), await newMember(db, organization, "guest"), owner])
      for (const here of [...shareRoles, null])
        for (const there of [...shareRoles, null])
          for (const madeByMe of [false, true]) {
            const shared = (sharedAs: typeof here) => (sharedAs === null || me === owner ? {} : { sharedWith: me, sharedAs });
            const from = await newProject(db, owner, { organizationId, ...shared(here) });
            const to = await newProject(db, owner, { organizationId, ...shared(there) });
            const draftId = await createDraft(owner, db, { projectId: from, name: "A draft", document: text("Words.") });
            const madeBy = madeByMe ? me.userId : owner.userId;
            await db.updateTable("drafts").set({ made_by: madeBy }).where("id", "=", draftId).execute();
            const project = { ownerId: owner.userId, organizationId, isRemoved: false };
            const may = canMoveDraft(me, {
              madeBy,
              isRemoved: false,
              project: { ...project, sharedAs: me === owner ? null : here },
              to: { ...project, sharedAs: me === owner ? null : there },
            });
            const done = await outcome(moveDraft(me, db, { draftId, projectId: to }));
            expect([here, there, madeByMe, done === "done"]).toEqual([here, there, madeByMe, may]);
            if (!may) continue;
            // Who made the move can undo it.
            expect(await moveDraft(me, db, { draftId, projectId: from })).toMatchObject({ before: to });
          }
  });

  test("not to another workspace, a project that is not there, or while it is deleted", async () => {
    const { db } = await open();
    const { me: person, draftId, from } = await matter(db);
    const organization = await newOrganization(db);
    const me = { ...person, memberships: [organization] };
    await joinOrganization(db, me.userId, organization.organizationId);
    const { organizationId } = organization;
    const elsewhere = await newProject(db, me, { organizationId });
    expect(await outcome(moveDraft(me, db, { draftId, projectId: elsewhere }))).toBe("bad-request");
    expect(await outcome(moveDraft(me, db, { draftId, projectId: uuidv7() }))).toBe("not-found");
    expect(await outcome(moveDraft(me, db, { draftId: uuidv7(), projectId: from }))).toBe("not-found");
    expect(await outcome(moveDraft(await newPerson(db), db, { draftId, projectId: from }))).toBe("not-found");
  });

  test("versions, comments and the mover’s chats come along; another’s chat stays, and no longer reads the draft", async () => {
    const { db } = await open();
    const organization = await newOrganization(db);
    const { organizationId } = organization;
    const [me, colleague, reader] = [
      await newMember(db, organization),
      await newMember(db, organization),
      await newMember(db, organization),
    ];
    const from = await newProject(db, me, { organizationId, sharedWith: colleague, sharedAs: "editor" });
    const to = await newProject(db, me, { organizationId, sharedWith: reader });
    const draftId = await createDraft(me, db, { projectId: from, name: "A draft", document: text("One two three.") });
    await saveDraft(me, db, { draftId, version: 1, document: text("One two four."), kind: "patch", summary: "" });
    const anchor = { quote: "four", before: "two ", after: ".", start: 9 };
    await writeComment(colleague, db, { draftId, comment: { id: uuidv7(), text: "Why?", anchor } });
    const [mine, theirs] = [await newChat(db, me, from, draftId), await newChat(db, colleague, from, draftId)];
    expect((await getDraft(colleague, db, draftId, theirs)).chatId).toBe(theirs);

    const moved = await moveDraft(me, db, { draftId, projectId: to });
    expect(moved).toEqual({ before: from, chatIds: [mine] });
    expect(await getDraft(me, db, draftId, mine)).toMatchObject({ projectId: to, version: 2, chatId: mine });
    expect(await listDraftVersions(reader, db, draftId)).toHaveLength(2);
    expect(await listComments(reader, db, draftId)).toHaveLength(1);
    expect(await outcome(getDraft(colleague, db, draftId))).toBe("not-found");
    expect(await listDrafts(colleague, db, from)).toEqual([]);
    const chats = await db.selectFrom("chats").select(["id", "project_id"]).where("draft_id", "=", draftId).execute();
    expect(new Map(chats.map(({ id, project_id }) => [id, project_id]))).toEqual(
      new Map([
        [mine, to],
        [theirs, from],
      ]),
    );

    await moveDraft(me, db, { draftId, projectId: from });
    expect((await getDraft(colleague, db, draftId, theirs)).chatId).toBe(theirs);
    expect(await outcome(getDraft(reader, db, draftId))).toBe("not-found");
  });

  test("a chat that was moved away from the draft’s project does not read the draft", async () => {
    const { db } = await open();
    const { me, from, to, draftId } = await matter(db);
    const chatId = await newChat(db, me, from, draftId);
    expect(await outcome(getDraft(me, db, draftId, chatId))).toBe("done");
    await db.updateTable("chats").set({ project_id: to }).where("id", "=", chatId).execute();
    expect(await outcome(getDraft(me, db, draftId, chatId))).toBe("not-found");
    expect((await getDraft(me, db, draftId)).chatId).toBeNull();
  });

  test("waits for an answer that is being written beside it", async () => {
    const { db } = await open();
    const { me, from, to, draftId } = await matter(db);
    const chat_id = await newChat(db, me, from, draftId);
    const message = { id: uuidv7(), chat_id, role: "assistant" as const, seq: 1, parts: "[]" as never, content: "" };
    await db
      .insertInto("messages")
      .values(message as never)
      .execute();
    const run = { id: uuidv7(), chat_id, message_id: message.id, status: "running", model: "m", process_id: "p" };
    await db
      .insertInto("runs")
      .values(run as never)
      .execute();
    expect(await outcome(moveDraft(me, db, { draftId, projectId: to }))).toBe("chat-busy");
    await db.updateTable("runs").set({ status: "done" }).where("id", "=", run.id).execute();
    expect(await outcome(moveDraft(me, db, { draftId, projectId: to }))).toBe("done");
  });

  test("its pictures come along, one that something else uses as a copy, and the way back leaves nothing behind", async () => {
    const { db } = await open();
    const { me, from, to } = await matter(db);
    const [own, shared] = [(await createFile(me, db, picture(from))).file.id, (await createFile(me, db, picture(from))).file.id];
    const image = (id: string) => `![A plan](${fileImage(id)})`;
    const draftId = await createDraft(me, db, {
      projectId: from,
      name: "A draft",
      document: text(`${image(own)}\n\n${image(shared)}`),
    });
    await createDraft(me, db, { projectId: from, name: "Another", document: text(image(shared)) });
    const ids = async (projectId: string) => (await listFiles(me, db, { projectId, limit: 10 })).map(({ id }) => id).toSorted();
    const named = async () => JSON.stringify((await getDraft(me, db, draftId)).document);

    await expect(moveDraft(me, db, { draftId, projectId: to })).rejects.toMatchObject({ pictures: [{ id: shared }] });
    expect(await ids(to)).toEqual([]);
    await moveDraft(me, db, { draftId, projectId: to }, new Map([[shared, "a-copied-key"]]));
    const there = await ids(to);
    expect(await ids(from)).toEqual([shared]);
    expect(there).toContain(own);
    expect(there).toHaveLength(2);
    for (const id of there) expect(await named()).toContain(id);
    expect(await named()).not.toContain(shared);

    await moveDraft(me, db, { draftId, projectId: from });
    expect(await ids(to)).toEqual([]);
    expect(await ids(from)).toEqual([own, shared].toSorted());
    for (const id of [own, shared]) expect(await named()).toContain(id);
  });

  test("the names in it are replaced in the other project too, and never sent as they are without the owner knowing", async () => {
    const { db } = await open();
    const organization = await newOrganization(db);
    const { organizationId } = organization;
    const [owner, editor] = [await newMember(db, organization), await newMember(db, organization)];
    const shared = { organizationId, sharedWith: editor, sharedAs: "editor" as const };
    const [from, to] = [await newProject(db, owner, shared), await newProject(db, owner, shared)];
    const draftId = await createDraft(editor, db, { projectId: from, name: "A draft", document: text("Anna Lindqvists hyra.") });
    const add = (forms: string[]) => changePseudonyms(owner, db, { projectId: from }, { add: { kind: "person", forms } });
    await add(["Anna Lindqvist"]);
    await add(["Bertil Ek"]);
    await changePseudonyms(owner, db, { projectId: from }, { isOn: true });

    expect(await outcome(moveDraft(editor, db, { draftId, projectId: to }))).toBe("not-allowed");
    expect(await outcome(moveDraft(owner, db, { draftId, projectId: to }))).toBe("names-revealed");
    expect((await getPseudonyms(owner, db, { projectId: to })).entries).toEqual([]);
    expect(await outcome(moveDraft(owner, db, { draftId, projectId: to, revealsNames: true }))).toBe("done");
    expect((await getPseudonyms(owner, db, { projectId: to })).entries.map(({ forms }) => forms)).toEqual([["Anna Lindqvist"]]);

    await moveDraft(editor, db, { draftId, projectId: from });
    await changePseudonyms(owner, db, { projectId: to }, { isOn: true });
    expect(await outcome(moveDraft(editor, db, { draftId, projectId: to }))).toBe("done");
  });
});
