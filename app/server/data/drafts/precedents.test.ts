/* Precedents: who marks and who finds them, and a new draft from one. */
import { expect, test } from "vitest";
import { fileImage } from "#core/document/document-image.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { shareRoles, type Membership, type Person } from "#core/workspace/policy.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { eachDatabase } from "#test/databases.ts";
import { joinOrganization, newOrganization, newPerson, newProject } from "#test/people.ts";
import type { BoundDb } from "../../db/acting.ts";
import { createFile, listFiles } from "../files/files.ts";
import { changePseudonyms, getPseudonyms } from "../pseudonyms/own-lists.ts";
import { copyDraft } from "./copied-drafts.ts";
import { createDraft, describeDraft, getDraft, setDraftRemoved } from "./drafts.ts";
import { listDraftVersions } from "./draft-versions.ts";
import { listDrafts } from "./list-drafts.ts";
import { BytesNotCopied } from "./moved-pictures.ts";
import { listPrecedents } from "./precedents.ts";

const newDraft = (db: BoundDb, me: Person, projectId: string, name: string, content = "The tenant pays the rent.") =>
  createDraft(me, db, { projectId, name, document: markdownToDocument(content) });
const mark = (db: BoundDb, me: Person, id: string, isPrecedent = true) => describeDraft(me, db, id, { isPrecedent });
const namesFor = async (db: BoundDb, me: Person, query = "") =>
  (await listPrecedents(me, db, { query })).precedents.map(({ name }) => name);
const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => "done",
    async (error: unknown) =>
      error instanceof Response ? ((await error.json()) as { code: string }).code : Promise.reject(error as Error),
  );

async function newMember(db: BoundDb, organization: Membership): Promise<Person> {
  const { organizationId } = organization;
  const person = await newPerson(db, { memberships: [{ ...organization, role: "member", plan: "professional" }], organizationId });
  await joinOrganization(db, person.userId, organizationId, "member");
  return person;
}

eachDatabase((open) => {
  test("those who write in its project mark a draft, and all who read it find it, until it is deleted", async () => {
    const { db } = await open();
    const organization = await newOrganization(db);
    const owner = await newMember(db, organization);
    for (const sharedAs of [...shareRoles, null]) {
      const other = await newMember(db, organization);
      const shared = sharedAs === null ? {} : { sharedWith: other, sharedAs };
      const projectId = await newProject(db, owner, { organizationId: organization.organizationId, ...shared });
      const id = await newDraft(db, owner, projectId, `Lease ${sharedAs}`);
      expect(await codeOf(mark(db, other, id))).toBe(
        sharedAs === "editor" ? "done" : sharedAs === null ? "not-found" : "not-allowed",
      );
      await mark(db, owner, id);
      expect(await namesFor(db, other)).toEqual(sharedAs === null ? [] : [`Lease ${sharedAs}`]);
      expect(await listDrafts(owner, db, projectId)).toMatchObject([{ isPrecedent: true }]);
      await setDraftRemoved(owner, db, id, true);
      expect(await namesFor(db, other)).toEqual([]);
      await setDraftRemoved(owner, db, id, false);
      await mark(db, owner, id, false);
      expect(await getDraft(owner, db, id)).toMatchObject({ isPrecedent: false });
      expect(await namesFor(db, other)).toEqual([]);
    }
  });

  test("they are found by all words of their name and text, and paged, the last marked first", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const projectId = await newProject(db, me);
    const ids: string[] = [];
    for (let at = 0; at < 43; at++)
      ids.push(await newDraft(db, me, projectId, `Draft ${at}`, at === 7 ? "Överlåtelse av hyresrätt" : "Words"));
    await newDraft(db, me, projectId, "Not marked", "Överlåtelse av hyresrätt");
    for (const id of ids) await mark(db, me, id);
    // It keeps its place.
    await mark(db, me, ids[0]!);
    expect(await namesFor(db, me, "HYRESRÄTT överlåtelse")).toEqual(["Draft 7"]);
    expect(await namesFor(db, me, "draft 7 hyresrätt")).toEqual(["Draft 7"]);
    const first = await listPrecedents(me, db, { query: "" });
    const second = await listPrecedents(me, db, { query: "", before: first.next! });
    expect(second.next).toBeNull();
    const names = [...first.precedents, ...second.precedents].map(({ name }) => name);
    expect(names).toEqual(ids.map((_, at) => `Draft ${at}`).reverse());
  });

  test("a new draft from one has its text, and leaves it as it is", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const from = await newProject(db, me);
    const id = await newDraft(db, me, from, "Lease", "# Lease\n\nThe **tenant** pays.");
    await describeDraft(me, db, id, { language: "sv" });
    await mark(db, me, id);
    const to = await newProject(db, me);
    const copyId = await copyDraft(me, db, { draftId: id, projectId: to });
    const [before, copy] = [await getDraft(me, db, id), await getDraft(me, db, copyId)];
    expect(copy).toMatchObject({ name: "Lease", language: "sv", version: 1, isPrecedent: false, projectId: to });
    expect(copy.document).toEqual(before.document);
    expect(await listDraftVersions(me, db, copyId)).toMatchObject([{ version: 1, kind: "created" }]);
    expect(await namesFor(db, me)).toEqual(["Lease"]);
  });

  test("who only reads it may copy it into a project of their own; others find nothing, and not in another workspace", async () => {
    const { db } = await open();
    const organization = await newOrganization(db);
    const [owner, reader, stranger] = [
      await newMember(db, organization),
      await newMember(db, organization),
      await newMember(db, organization),
    ];
    const { organizationId } = organization;
    const from = await newProject(db, owner, { organizationId, sharedWith: reader, sharedAs: "viewer" });
    const draftId = await newDraft(db, owner, from, "Lease");
    const own = await newProject(db, reader, { organizationId });
    expect(await codeOf(copyDraft(reader, db, { draftId, projectId: own }))).toBe("done");
    expect(await codeOf(copyDraft(reader, db, { draftId, projectId: from }))).toBe("not-allowed");
    expect(await codeOf(copyDraft(stranger, db, { draftId, projectId: await newProject(db, stranger, { organizationId }) }))).toBe(
      "not-found",
    );
    const alone = await newProject(db, reader);
    expect(await codeOf(copyDraft(reader, db, { draftId, projectId: alone }))).not.toBe("done");
  });

  test("names that are replaced in it are replaced in the copy, and never revealed unasked", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const [from, to] = [await newProject(db, me), await newProject(db, me)];
    const draftId = await newDraft(db, me, from, "Lease", "Maria Alder pays.");
    await changePseudonyms(me, db, { projectId: from }, { isOn: true });
    await changePseudonyms(me, db, { projectId: from }, { add: { kind: "person", forms: ["Maria Alder"] } });
    expect(await codeOf(copyDraft(me, db, { draftId, projectId: to }))).toBe("names-revealed");
    expect(await listDrafts(me, db, to)).toEqual([]);
    await copyDraft(me, db, { draftId, projectId: to, revealsNames: true });
    const { entries } = await getPseudonyms(me, db, { projectId: to });
    expect(entries.map(({ forms }) => forms)).toEqual([["Maria Alder"]]);
  });

  test("its pictures are copied, and each draft keeps its own", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const [from, to] = [await newProject(db, me), await newProject(db, me)];
    const name = uuidv7();
    const { file } = await createFile(me, db, {
      key: name,
      originalName: `${name}.png`,
      sha256: name,
      projectId: from,
      document: null,
      kind: "image",
      contentType: "image/png",
      size: 1,
      status: "ready" as const,
      problem: null,
      modifiedAt: null,
    });
    const fileId = file.id;
    const draftId = await newDraft(db, me, from, "Lease", `![A house](${fileImage(fileId)})`);
    const missing = await copyDraft(me, db, { draftId, projectId: to }).catch((error: unknown) => error);
    expect(missing).toBeInstanceOf(BytesNotCopied);
    expect(await listDrafts(me, db, to)).toEqual([]);
    const copyId = await copyDraft(me, db, { draftId, projectId: to }, new Map([[fileId, "copied"]]));
    const copied = (await listFiles(me, db, { projectId: to, limit: 10 }))[0]!;
    expect(copied.id).not.toBe(fileId);
    expect(JSON.stringify((await getDraft(me, db, copyId)).document)).toContain(copied.id);
    expect(JSON.stringify((await getDraft(me, db, draftId)).document)).toContain(fileId);
  });
});
