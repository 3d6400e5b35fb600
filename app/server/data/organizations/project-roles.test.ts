/* Roles in a project: what the queries let each do, and the policies of the database, is what the policy says. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import {
  canChangeChat,
  canChangeDraft,
  canChangeFile,
  canProposeInDraft,
  canRemoveFromProject,
  canSeeDraft,
  mayInProject,
  projectRoleOf,
  shareRoles,
  type Membership,
  type Person,
  type Role,
  type ShareRole,
  type SharedProject,
} from "#core/workspace/policy.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { eachDatabase } from "#test/databases.ts";
import { joinOrganization, newOrganization, newPerson, newProject } from "#test/people.ts";
import { actAs, type BoundDb } from "../../db/acting.ts";
import { listChats, renameChat } from "../chats/chats.ts";
import { createDraft, describeDraft, getDraft, saveDraft, setDraftRemoved } from "../drafts/drafts.ts";
import { changeSuggestions, decideImportedChanges, listImportedChanges, withdrawSuggestion } from "../drafts/imported-changes.ts";
import { getVersionDocument, listDraftVersions } from "../drafts/draft-versions.ts";
import { createFile, listFiles, refuseUpload, removeFile, restoreFile } from "../files/files.ts";
import { leaveOrganization } from "./members.ts";
import { listProjectsOfOthers, projectsOfOthersPerPage } from "./projects-of-others.ts";
import { getProject } from "./projects.ts";
import { listShares, shareProject } from "./project-shares.ts";

const text = (content: string) => markdownToDocument(content);
const suggestion = (quote: string, id = uuidv7()) => ({
  id,
  anchor: { quote, before: "", after: "", start: 1 },
  replacement: "Better words",
  reason: "They say more.",
});
const isDone = (asked: Promise<unknown>) =>
  asked.then(
    () => true,
    () => false,
  );

async function newMember(db: BoundDb, membership: Membership, role: Role = "member"): Promise<Person> {
  const person = await newPerson(db, {
    memberships: [{ ...membership, role }],
    organizationId: membership.organizationId,
  });
  await joinOrganization(db, person.userId, membership.organizationId, role);
  return person;
}

const aFile = (projectId: string | null) => {
  const key = uuidv7();
  const rest = { kind: "text", contentType: "text/plain", size: 1, status: "ready", problem: null, modifiedAt: null } as const;
  return { key, originalName: `${key}.txt`, sha256: key, projectId, document: null, ...rest };
};

async function newChat(db: BoundDb, owner: Person, projectId: string): Promise<string> {
  const id = uuidv7();
  const { userId: owner_id, organizationId: organization_id } = owner;
  await db.insertInto("chats").values({ id, owner_id, organization_id, project_id: projectId, title: "A chat" }).execute();
  return id;
}

eachDatabase((open) => {
  test("what each role does is what the policy says, for members, guests, outsiders and former members", async () => {
    const { db } = await open();
    const organization = await newOrganization(db);
    const { organizationId } = organization;
    const owner = await newMember(db, organization);
    const member = await newMember(db, organization);
    const guest = await newMember(db, organization, "guest");
    const former = await newPerson(db);
    const personal = { ...owner, organizationId: null };
    for (const me of [member, guest, former])
      for (const place of [organizationId, null])
        for (const sharedAs of [...shareRoles, null]) {
          const maker = place === null ? personal : owner;
          const given = { organizationId: place, ...(sharedAs !== null && { sharedWith: me, sharedAs }) };
          const projectId = await newProject(db, maker, given);
          const project: SharedProject = { ownerId: owner.userId, organizationId: place, isRemoved: false, sharedAs };
          const draftId = await createDraft(maker, db, { projectId, name: "A draft", document: text("Words.") });
          const { file } = await createFile(maker, db, aFile(projectId));
          const draft = { isRemoved: false, project };
          const here = { ...me, organizationId: place };
          const what = `${me === member ? "member" : me === guest ? "guest" : "former"} as ${sharedAs} in ${place}`;
          const role = projectRoleOf(me, project);
          expect([
            what,
            await getProject(here, db, projectId).then(
              (one) => one.role,
              () => null,
            ),
          ]).toEqual([what, role]);
          expect([what, await isDone(getDraft(here, db, draftId))]).toEqual([what, canSeeDraft(me, draft)]);
          const written = { draftId, version: 1, document: text("Other words."), kind: "typed", summary: "" } as const;
          expect([what, await isDone(saveDraft(here, db, written))]).toEqual([what, canChangeDraft(me, draft)]);
          expect([what, await isDone(describeDraft(here, db, draftId, { name: "B" }))]).toEqual([what, canChangeDraft(me, draft)]);
          const suggested = changeSuggestions(here, db, { draftId, made: { replaces: [], suggestions: [suggestion("ords")] } });
          expect([what, await isDone(suggested)]).toEqual([what, canProposeInDraft(me, draft)]);
          const another = createDraft(here, db, { projectId, name: "Mine", document: text("Mine.") });
          expect([what, await isDone(another)]).toEqual([what, mayInProject(me, project, "write")]);
          expect([what, await isDone(refuseUpload(here, db, projectId))]).toEqual([
            what,
            mayInProject(me, project, "write") && !(me === guest && place !== null),
          ]);
          const theirs = canRemoveFromProject(me, { madeBy: owner.userId, project });
          expect([what, await isDone(setDraftRemoved(here, db, draftId, true))]).toEqual([what, theirs]);
          expect([what, await isDone(removeFile(here, db, file.id))]).toEqual([what, theirs]);
          expect(canChangeFile(me, { ownerId: owner.userId, organizationId: place, madeBy: owner.userId, project })).toBe(theirs);
          const chatId = await newChat(db, here, projectId);
          const may = canChangeChat(me, { ownerId: me.userId, organizationId: place, project });
          expect([what, await isDone(renameChat(here, db, chatId, "Renamed"))]).toEqual([what, may]);
          if (place === null || here.memberships.length > 0)
            expect((await listChats(here, db, { limit: 100 })).sessions.some(({ id }) => id === chatId)).toBe(may);
        }
  });

  test("the database alone lets no one but owners and editors write, and no one but those it is shared with see", async () => {
    const { db } = await open();
    const organization = await newOrganization(db);
    const owner = await newMember(db, organization);
    for (const [membership, sharedAs, isEditor, sees] of [
      ["member", "editor", true, true],
      ["member", "commenter", false, true],
      ["member", "viewer", false, true],
      ["member", null, false, false],
      ["guest", "editor", false, true],
    ] as [Role, ShareRole | null, boolean, boolean][]) {
      const me = await newMember(db, organization, membership);
      const given = { organizationId: organization.organizationId, ...(sharedAs !== null && { sharedWith: me, sharedAs }) };
      const projectId = await newProject(db, owner, given);
      const draftId = await createDraft(owner, db, { projectId, name: "A draft", document: text("Words.") });
      const { file } = await createFile(owner, db, aFile(projectId));
      const [mine, owners] = [await newChat(db, me, projectId), await newChat(db, owner, projectId)];
      const as = actAs(me, db);
      const changed = async (table: string, id: string, column: string) =>
        Number(
          (await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} where id = ${id}`.execute(as))
            .numAffectedRows,
        );
      const seen = async (table: string, id: string) =>
        (await sql`select 1 from ${sql.table(table)} where id = ${id}`.execute(as)).rows.length === 1;
      const did = [
        await changed("drafts", draftId, "name"),
        await changed("files", file.id, "kind"),
        await changed("chats", mine, "title"),
      ];
      expect([sharedAs, membership, did]).toEqual([sharedAs, membership, isEditor ? [1, 1, 1] : [0, 0, 0]]);
      expect(await changed("chats", owners, "title")).toBe(0);
      expect(await changed("projects", projectId, "name")).toBe(0);
      expect([await seen("drafts", draftId), await seen("chats", mine), await seen("chats", owners)]).toEqual([sees, sees, sees]);
      // Not under the editor's own name either: it belongs to the project.
      const insert = sql`insert into drafts (id, project_id, owner_id, organization_id, name, document, content)
        values (${uuidv7()}, ${projectId}, ${me.userId}, ${organization.organizationId}, '', '{}', '')`;
      await expect(insert.execute(as)).rejects.toThrow(/row-level security/);
      expect(
        await isDone(
          sql`insert into draft_versions (id, draft_id, version, kind, document, words)
        values (${uuidv7()}, ${draftId}, 9, 'typed', '{}', 0)`.execute(as),
        ),
      ).toBe(isEditor);
      // A suggestion only as one's own and open, and only by those who may propose.
      const proposed = (state: string, by: string) =>
        isDone(
          sql`insert into proposed_changes (id, draft_id, block, place, state, made_by)
            values (${uuidv7()}, ${draftId}, ${uuidv7()}, 0, ${state}, ${by})`.execute(as),
        );
      const maySuggest = isEditor || sharedAs === "commenter";
      expect([sharedAs, await proposed("proposed", me.userId)]).toEqual([sharedAs, maySuggest]);
      expect([sharedAs, await proposed("applied", me.userId)]).toEqual([sharedAs, isEditor]);
      expect([sharedAs, await proposed("proposed", owner.userId)]).toEqual([sharedAs, isEditor]);
      // The owner of a project sees what its editors ask there.
      expect((await sql`select 1 from chats where id = ${mine}`.execute(actAs(owner, db))).rows.length).toBe(1);
    }
  });

  test("what an editor writes belongs to the project, and names its maker", async () => {
    const { db } = await open();
    const organization = await newOrganization(db);
    const [owner, editor] = [await newMember(db, organization), await newMember(db, organization)];
    const projectId = await newProject(db, owner, {
      organizationId: organization.organizationId,
      sharedWith: editor,
      sharedAs: "editor",
    });
    const draftId = await createDraft(editor, db, { projectId, name: "Hers", document: text("Words.") });
    const upload = aFile(projectId);
    const { file } = await createFile(editor, db, upload);
    for (const [table, id] of [
      ["drafts", draftId],
      ["files", file.id],
    ] as const)
      expect(await db.selectFrom(table).select(["owner_id", "made_by"]).where("id", "=", id).executeTakeFirst()).toEqual({
        owner_id: owner.userId,
        made_by: editor.userId,
      });
    await saveDraft(owner, db, { draftId, version: 1, document: text("Words. More."), kind: "typed", summary: "" });
    await saveDraft(editor, db, { draftId, version: 2, document: text("Words. More. Most."), kind: "typed", summary: "" });
    const versions = await listDraftVersions(owner, db, draftId);
    expect(versions.map(({ madeBy }) => madeBy)).toEqual([editor.name, owner.name, editor.name]);
    expect((await getVersionDocument(editor, db, { draftId, versionId: versions[0]!.id })).document).toContain("Most");
    // A maker removes and restores their own.
    await setDraftRemoved(editor, db, draftId, true);
    await setDraftRemoved(editor, db, draftId, false);
    await removeFile(editor, db, file.id);
    await restoreFile(editor, db, file.id);
    expect((await listFiles(owner, db, { projectId, limit: 9 })).map(({ id }) => id)).toEqual([file.id]);
    // Uploaded again by the owner it is the same file.
    expect(await createFile(owner, db, upload)).toMatchObject({ isKnown: true, file: { id: file.id } });
  });

  test("a commenter suggests and withdraws, those who write decide, and the words are followed through a save", async () => {
    const { db } = await open();
    const organization = await newOrganization(db);
    const { organizationId } = organization;
    const owner = await newMember(db, organization);
    const commenter = await newMember(db, organization);
    const projectId = await newProject(db, owner, { organizationId, sharedWith: commenter, sharedAs: "commenter" });
    const other = await newMember(db, organization);
    await shareProject(owner, db, { projectId, emails: [other.email], removeUsers: [], role: "commenter" });
    const draftId = await createDraft(owner, db, { projectId, name: "A draft", document: text("The rent is due monthly.") });
    const [first, second] = [suggestion("due monthly"), suggestion("The rent")];
    await changeSuggestions(commenter, db, { draftId, made: { replaces: [], suggestions: [first] } });
    await changeSuggestions(commenter, db, { draftId, made: { replaces: [], suggestions: [first] } });
    await changeSuggestions(commenter, db, { draftId, made: { replaces: [], suggestions: [second] } });
    const gone = changeSuggestions(commenter, db, {
      draftId,
      made: { replaces: [], suggestions: [suggestion("not in it anywhere")] },
    });
    await expect(gone).rejects.toMatchObject({ status: 409 });
    await saveDraft(owner, db, {
      draftId,
      version: 1,
      document: text("Note: the rent is due monthly."),
      kind: "typed",
      summary: "",
    });
    const listed = await listImportedChanges(commenter, db, draftId);
    const one = listed.find(({ id }) => id === first.id)!;
    expect(listed.length).toBe(2);
    expect(one).toMatchObject({ isSuggested: true, isMine: true, decision: null, patch: { author: commenter.name } });
    expect(one.patch.place).toEqual({ start: 18, end: 29 });
    expect((await listImportedChanges(owner, db, draftId)).map(({ isMine }) => isMine)).toEqual([false, false]);
    // Only one's own is withdrawn, and only before it is decided.
    const withdraw = (me: Person, { id }: { id: string }) => withdrawSuggestion(me, db, { draftId, changeId: id });
    await expect(withdraw(other, second)).rejects.toMatchObject({ status: 404 });
    await expect(withdraw(owner, second)).rejects.toMatchObject({ status: 404 });
    await withdraw(commenter, second);
    const accepted = (changeId: string) => ({ changeId, decision: "accepted" as const });
    const decide = (me: Person, ...ids: string[]) =>
      decideImportedChanges(me, db, { draftId, decisions: [first.id, ...ids].map(accepted) });
    await expect(decide(commenter)).rejects.toMatchObject({ status: 403 });
    // One that is withdrawn: none is decided.
    await expect(decide(owner, second.id)).rejects.toMatchObject({ status: 404 });
    expect((await listImportedChanges(commenter, db, draftId)).map(({ decision }) => decision)).toEqual([null]);
    await decide(owner);
    await expect(withdraw(commenter, first)).rejects.toMatchObject({ status: 404 });
    expect((await listImportedChanges(commenter, db, draftId)).map(({ decision }) => decision)).toEqual(["accepted"]);
    // Open again, it is still who made it who may withdraw it.
    await decideImportedChanges(owner, db, { draftId, decisions: [{ changeId: first.id, decision: null }] });
    expect(await listImportedChanges(commenter, db, draftId)).toMatchObject([{ isMine: true, decision: null }]);
    expect(await listImportedChanges(owner, db, draftId)).toMatchObject([{ isMine: false }]);
    await expect(withdraw(owner, first)).rejects.toMatchObject({ status: 404 });
    // Rejected, it knows what was around it.
    const anchor = { quote: "due monthly", before: "Note: the rent is ", after: ".", start: 18 };
    await decideImportedChanges(owner, db, { draftId, decisions: [{ changeId: first.id, decision: "rejected", anchor }] });
    const around = { before: anchor.before, after: anchor.after };
    expect(await listImportedChanges(owner, db, draftId)).toMatchObject([{ decision: "rejected", patch: around }]);
    await decideImportedChanges(owner, db, { draftId, decisions: [{ changeId: first.id, decision: null }] });
    await withdraw(commenter, first);
    expect(await listImportedChanges(commenter, db, draftId)).toEqual([]);
  });

  test("a role ends with the share, or with a lower one, and leaving hands chats to no one who may not see them", async () => {
    const { db } = await open();
    const organization = await newOrganization(db);
    const { organizationId } = organization;
    const owner = await newMember(db, organization, "owner");
    const editor = await newMember(db, organization);
    const projectId = await newProject(db, owner, { organizationId });
    const share = (role: ShareRole | undefined, removeUsers: string[] = []) =>
      shareProject(owner, db, { projectId, emails: removeUsers.length > 0 ? [] : [editor.email], removeUsers, role });
    expect(await share("editor")).toMatchObject({ added: [editor.email], changed: [], role: "editor" });
    expect(await share(undefined), "without a role, a known one stays").toMatchObject({ added: [], changed: [] });
    expect(await listShares(owner, db, projectId)).toMatchObject([{ role: "editor", isMember: true }]);
    const draftId = await createDraft(editor, db, { projectId, name: "Hers", document: text("Words.") });
    const chatId = await newChat(db, editor, projectId);
    expect(await share("commenter")).toMatchObject({ added: [], changed: [editor.email] });
    const save = { draftId, version: 1, document: text("More."), kind: "typed", summary: "" } as const;
    await expect(saveDraft(editor, db, save)).rejects.toMatchObject({ status: 403 });
    await expect(renameChat(editor, db, chatId, "Mine")).rejects.toMatchObject({ status: 403 });
    expect(await getDraft(editor, db, draftId)).toMatchObject({ canChange: false });
    await share(undefined, [editor.userId]);
    await expect(saveDraft(editor, db, save)).rejects.toMatchObject({ status: 404 });
    await expect(renameChat(editor, db, chatId, "Mine")).rejects.toMatchObject({ status: 404 });
    await share("editor");
    await leaveOrganization(editor, db);
    const left = { ...editor, memberships: [] };
    expect((await sql`select 1 from chats where id = ${chatId}`.execute(actAs(left, db))).rows).toEqual([]);
    expect((await sql`select 1 from chats where id = ${chatId}`.execute(actAs(owner, db))).rows.length).toBe(1);
  });

  test("only members who are no guests can be more than viewers", async () => {
    const { db } = await open();
    const organization = await newOrganization(db);
    const { organizationId } = organization;
    const [owner, guest] = [await newMember(db, organization), await newMember(db, organization, "guest")];
    const projectId = await newProject(db, owner, { organizationId });
    const given = { projectId, emails: [guest.email], removeUsers: [] };
    await expect(shareProject(owner, db, { ...given, role: "editor" })).rejects.toMatchObject({ status: 400 });
    await shareProject(owner, db, { ...given, role: "viewer" });
    const own = await newProject(db, owner);
    const personal = { ...owner, organizationId: null };
    const outside = { projectId: own, emails: ["outside@example.test"], removeUsers: [] };
    await expect(shareProject(personal, db, { ...outside, role: "editor" })).rejects.toMatchObject({ status: 400 });
    await shareProject(personal, db, outside);
    // Once a member is a guest, their role is a viewer's.
    const member = await newMember(db, organization);
    await shareProject(owner, db, { projectId, emails: [member.email], removeUsers: [], role: "editor" });
    const demoted = { ...member, memberships: [{ ...organization, role: "guest" as const }] };
    await db.updateTable("member").set({ role: "guest" }).where("userId", "=", member.userId).execute();
    expect(await getProject(demoted, db, projectId)).toMatchObject({ role: "viewer", isOwner: false });
    const shares = await listShares(owner, db, projectId);
    expect(shares.map(({ role, isMember }) => [role, isMember])).toEqual([
      ["viewer", false],
      ["viewer", false],
    ]);
  });

  test("those who manage the organization know that a project exists, by its name and people, and no one else", async () => {
    const { db } = await open();
    const organization = await newOrganization(db);
    const { organizationId } = organization;
    const [owner, editor] = [await newMember(db, organization), await newMember(db, organization)];
    const projectId = await newProject(db, owner, { organizationId, sharedWith: editor, sharedAs: "editor" });
    await newProject(db, owner, { organizationId, isRemoved: true });
    await newProject(db, owner);
    for (const role of ["owner", "admin"] as const) {
      const manager = await newMember(db, organization, role);
      const seen = { id: projectId, name: "A project", owner: owner.name, members: [editor.name] };
      expect(await listProjectsOfOthers(manager, db)).toEqual({ projects: [seen], next: null });
      await expect(getProject(manager, db, projectId)).rejects.toMatchObject({ status: 404 });
      const shared = await newProject(db, owner, { organizationId, sharedWith: manager });
      expect((await listProjectsOfOthers(manager, db)).projects.map(({ id }) => id)).toEqual([projectId]);
      await db.deleteFrom("projects").where("id", "=", shared).execute();
    }
    for (const role of ["member", "guest"] as const)
      await expect(listProjectsOfOthers(await newMember(db, organization, role), db)).rejects.toMatchObject({ status: 404 });
  });

  test("the projects of others are read page by page, each once, whatever they are called", async () => {
    const { db } = await open();
    const organization = await newOrganization(db);
    const { organizationId } = organization;
    const [owner, manager] = [await newMember(db, organization), await newMember(db, organization, "admin")];
    const made = new Set<string>();
    for (let nth = 0; nth < 2 * projectsOfOthersPerPage + 3; nth++) {
      const id = await newProject(db, owner, { organizationId });
      // Most have the same name, in different letters.
      await sql`update projects set name = ${nth % 3 === 0 ? `Matter ${nth}` : nth % 2 === 0 ? "LEASE" : "Lease"} where id = ${id}`.execute(
        db,
      );
      made.add(id);
    }
    const seen: string[] = [];
    for (let after: string | null = null, pages = 0; pages === 0 || after !== null; pages++) {
      const page = await listProjectsOfOthers(manager, db, after);
      expect(page.projects.length).toBeLessThanOrEqual(projectsOfOthersPerPage);
      seen.push(...page.projects.map(({ id }) => id));
      after = page.next;
    }
    expect(seen.length).toBe(made.size);
    expect(new Set(seen)).toEqual(made);
  });
});
