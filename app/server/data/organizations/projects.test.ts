/* Projects: visibility, permissions, and deletion that can be undone. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { canChangeProject, canSeeProject, theServer, type Membership, type Owned, type Person } from "#core/workspace/policy.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { eachDatabase } from "#test/databases.ts";
import { newOrganization, newPerson, newProject } from "#test/people.ts";
import type { BoundDb } from "../../db/database.ts";
import { getChatSummary, listChats, listProjectChats, moveChat } from "../chats/chats.ts";
import { listChatReaders, listProjectReaders } from "./project-readers.ts";
import {
  changeProject,
  createProject,
  getProject,
  listProjects,
  removeProject,
  sweepRemovedProjects,
  undoRemoveProject,
} from "./projects.ts";

async function newChat(db: BoundDb, me: Person, given: { projectId?: string; temporary?: boolean } = {}): Promise<string> {
  const id = uuidv7();
  const { projectId = null, temporary = false } = given;
  await db
    .insertInto("chats")
    .values({
      id,
      owner_id: me.userId,
      organization_id: me.organizationId,
      project_id: projectId,
      title: "A chat",
      temporary,
      updated_at: "2026-01-01",
    })
    .execute();
  return id;
}

const outcome = (asked: Promise<unknown>) =>
  asked.then(
    () => "done",
    (refusal: Response) => refusal.status,
  );

eachDatabase((open) => {
  test("who may do what is what the policy says, in any world", async () => {
    const { db } = await open();
    const organizations: Membership[] = [await newOrganization(db), await newOrganization(db)];
    const memberships = [[], [organizations[0]!], [organizations[1]!], organizations];
    const people = await Promise.all(memberships.map((own) => newPerson(db, { memberships: own })));
    const places = [null, ...organizations.map((one) => one.organizationId)];
    const projects: (Owned & { id: string; isRemoved: boolean; sharedWith: string })[] = [];
    for (const owner of people) {
      for (const organizationId of places) {
        for (const isRemoved of [false, true]) {
          const reader = people[(people.indexOf(owner) + 1) % people.length]!;
          const id = await newProject(db, owner, { organizationId, isRemoved, sharedWith: reader });
          projects.push({ id, ownerId: owner.userId, organizationId, isRemoved, sharedWith: reader.userId });
        }
      }
    }
    for (const me of people) {
      const sees = (project: (typeof projects)[number]) =>
        canSeeProject(me, { ...project, sharedAs: project.sharedWith === me.userId ? "viewer" : null });
      for (const organizationId of places) {
        const { own, shared, archived } = await listProjects({ ...me, organizationId }, db);
        const here = projects.filter((project) => project.organizationId === organizationId && sees(project));
        const ids = (isOwn: boolean) => here.filter((one) => (one.ownerId === me.userId) === isOwn).map((one) => one.id);
        expect(own.map((one) => one.id).sort()).toEqual(ids(true).sort());
        expect(shared.map((one) => one.id).sort()).toEqual(ids(false).sort());
        expect(archived).toEqual([]);
      }
      for (const project of projects) {
        expect(await outcome(getProject(me, db, project.id))).toBe(sees(project) ? "done" : 404);
        const may = canChangeProject(me, { ...project, sharedAs: null });
        const refusal = sees(project) ? 403 : 404;
        expect(await outcome(changeProject(me, db, project.id, { name: "Renamed" }))).toBe(may ? "done" : refusal);
        if (!may) expect(await outcome(removeProject(me, db, project.id))).toBe(refusal);
      }
    }
  });

  test("it is made where one works, and not by a guest", async () => {
    const { db } = await open();
    const organization = await newOrganization(db);
    const { organizationId } = organization;
    const me = await newPerson(db, { organizationId, memberships: [organization] });
    const project = await createProject(me, db, { name: "Lease", instructions: "Swedish law." });
    expect(project).toMatchObject({
      name: "Lease",
      instructions: "Swedish law.",
      isOwner: true,
      userId: me.userId,
      organizationId,
    });
    expect(project.counts).toEqual({ chats: 0, drafts: 0, files: 0, shares: 0 });
    const guest = await newPerson(db, { organizationId, memberships: [{ ...organization, role: "guest" }] });
    expect(await outcome(createProject(guest, db, { name: "Mine", instructions: "" }))).toBe(403);
    expect(await outcome(createProject({ ...guest, organizationId: null }, db, { name: "Mine", instructions: "" }))).toBe("done");
  });

  test("archived ones stand apart until they come back", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const { id } = await createProject(me, db, { name: "Old", instructions: "Keep." });
    const { archivedAt } = await changeProject(me, db, id, { archived: true });
    expect(await changeProject(me, db, id, { archived: true })).toMatchObject({ archivedAt, instructions: "Keep." });
    expect(await listProjects(me, db)).toMatchObject({ own: [], archived: [{ id }] });
    await changeProject(me, db, id, { archived: false });
    expect(await listProjects(me, db)).toMatchObject({ own: [{ id }], archived: [] });
  });

  test("a deleted one is gone for everyone, with its chats, and comes back as it was", async () => {
    const { db } = await open();
    const [me, viewer, stranger] = [await newPerson(db), await newPerson(db), await newPerson(db)];
    const id = await newProject(db, me, { sharedWith: viewer });
    const chatId = await newChat(db, me, { projectId: id });
    await removeProject(me, db, id);
    for (const one of [me, viewer]) {
      expect(await outcome(getProject(one, db, id))).toBe(404);
      expect(await outcome(getChatSummary(one, db, chatId))).toBe(404);
    }
    expect(await outcome(removeProject(me, db, id))).toBe(404);
    expect(await outcome(undoRemoveProject(viewer, db, id))).toBe(404);
    expect(await outcome(undoRemoveProject(stranger, db, id))).toBe(404);
    expect(await undoRemoveProject(me, db, id)).toMatchObject({ id, counts: { chats: 1, shares: 1 } });
    expect(await outcome(undoRemoveProject(viewer, db, id))).toBe(403);
    expect(await getChatSummary(viewer, db, chatId)).toMatchObject({ id: chatId, isOwner: false, projectId: id });
  });

  test("the sweep takes those that were deleted long ago, with what is in them", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const [fresh, old, kept] = [await newProject(db, me), await newProject(db, me), await newProject(db, me)];
    const chatId = await newChat(db, me, { projectId: old });
    for (const id of [fresh, old]) await removeProject(me, db, id);
    await db
      .updateTable("projects")
      .set({ removed_at: sql`now() - interval '31 days'` })
      .where("id", "=", old)
      .execute();
    expect(await outcome(undoRemoveProject(me, db, old))).toBe(404);
    expect(await sweepRemovedProjects(theServer, db)).toEqual([old]);
    expect(await db.selectFrom("chats").select("id").where("id", "=", chatId).execute()).toEqual([]);
    expect(await outcome(undoRemoveProject(me, db, fresh))).toBe("done");
    expect(await outcome(getProject(me, db, kept))).toBe("done");
  });

  test("a chat moves into a project of your own, where its viewers see it, and out again", async () => {
    const { db } = await open();
    const [me, viewer] = [await newPerson(db), await newPerson(db)];
    const projectId = await newProject(db, me, { sharedWith: viewer });
    const chatId = await newChat(db, me);
    expect(await moveChat(me, db, chatId, projectId)).toEqual({ before: null });
    expect((await listProjectChats(viewer, db, projectId, { limit: 10 })).sessions).toMatchObject([{ id: chatId, isOwner: false }]);
    expect((await listChats(viewer, db, { limit: 10 })).sessions).toEqual([]);
    expect(await getProject(viewer, db, projectId)).toMatchObject({ isOwner: false, counts: { chats: 1, shares: 0 } });
    expect(await outcome(moveChat(viewer, db, chatId, null))).toBe(403);
    expect(await outcome(moveChat(viewer, db, await newChat(db, viewer), projectId))).toBe(403);
    expect(await moveChat(me, db, chatId, null)).toEqual({ before: projectId });
    expect(await outcome(getChatSummary(viewer, db, chatId))).toBe(404);
  });

  test("a chat moves into no project of others, of another place, or that is deleted, and a temporary one into none", async () => {
    const { db } = await open();
    const organization = await newOrganization(db);
    const me = await newPerson(db, { memberships: [organization] });
    const chatId = await newChat(db, me);
    const foreign = await newProject(db, await newPerson(db));
    const elsewhere = await newProject(db, me, { organizationId: organization.organizationId });
    const removed = await newProject(db, me, { isRemoved: true });
    for (const [id, status] of [[foreign, 404] as const, [elsewhere, 400] as const, [removed, 404] as const])
      expect(await outcome(moveChat(me, db, chatId, id))).toBe(status);
    const temporary = await newChat(db, me, { temporary: true });
    expect(await outcome(moveChat(me, db, temporary, await newProject(db, me)))).toBe(400);
    expect(await getChatSummary(me, db, chatId)).toMatchObject({ projectId: null });
  });

  test("who is notified: the owner, those with a share, and those who have proven its address", async () => {
    const { db } = await open();
    const [me, viewer, proven] = [await newPerson(db), await newPerson(db), await newPerson(db)];
    const unproven = await newPerson(db);
    await sql`update "user" set "emailVerified" = false where id = ${unproven.userId}`.execute(db);
    const projectIds = [
      await newProject(db, me, { sharedWith: viewer }),
      await newProject(db, me, { sharedWithAddress: proven.email.toUpperCase() }),
      await newProject(db, me, { sharedWithAddress: unproven.email }),
      await newProject(db, me),
    ];
    const told = await listProjectReaders(theServer, db, projectIds);
    expect(projectIds.map((id) => told.get(id)?.toSorted())).toEqual([
      [me.userId, viewer.userId].toSorted(),
      [me.userId, proven.userId].toSorted(),
      [me.userId],
      [me.userId],
    ]);
    const chatIds = await Promise.all(
      [...projectIds, undefined].map((projectId) => newChat(db, me, projectId ? { projectId } : {})),
    );
    const toldOfChats = await listChatReaders(theServer, db, chatIds);
    expect(chatIds.map((id) => toldOfChats.get(id)?.toSorted())).toEqual([
      ...projectIds.map((id) => told.get(id)?.toSorted()),
      undefined,
    ]);
  });
});
