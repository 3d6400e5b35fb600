/* Files that were made to be rows of reviews: there as long as they are rows, and never among the files of the project. */
import { expect, test } from "vitest";
import { reviewLimits } from "#core/review/review.ts";
import { theServer, type Person } from "#core/workspace/policy.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { eachDatabase } from "#test/databases.ts";
import { joinOrganization, newOrganization, newPerson, newProject } from "#test/people.ts";
import { newFile, newReview } from "#test/stored-reviews.ts";
import { actAs, type BoundDb } from "../../db/acting.ts";
import { createFile, findFile, listFiles } from "../files/files.ts";
import { listProjects } from "../organizations/projects.ts";
import { addDocuments, setDocumentRemoved, setDocumentsRemoved } from "./review-parts.ts";
import { listRowCandidates } from "./row-candidates.ts";
import { listRows } from "./review-rows.ts";
import { changeReview, createReview } from "./reviews.ts";

async function freeze(me: Person, db: BoundDb, projectId: string, text = uuidv7()): Promise<{ id: string; isKnown: boolean }> {
  const stored = { kind: "text", contentType: "text/plain", size: 1, status: "ready", problem: null, modifiedAt: null } as const;
  const file = { key: uuidv7(), originalName: "Lunch.txt", sha256: text, projectId, document: { text, blocks: [] } };
  const frozen = { from: "collected", documentId: uuidv7() } as const;
  const made = await createFile(me, db, { ...stored, ...file, frozen });
  return { id: made.file.id, isKnown: made.isKnown };
}

const isThere = (me: Person, db: BoundDb, id: string) =>
  findFile(me, db, id).then(
    () => true,
    () => false,
  );

const removedAt = async (db: BoundDb, id: string) => {
  const files = actAs(theServer, db).selectFrom("files").select("removed_at").where("id", "=", id);
  return (await files.executeTakeFirstOrThrow()).removed_at;
};

eachDatabase((open) => {
  test("one is there from when it is a row until it is none, and never among the files of the project", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const { id: reviewId, projectId } = await newReview(me, db, { documents: 1 });
    const { id } = await freeze(me, db, projectId);
    expect(await isThere(me, db, id)).toBe(false);
    // Not without being named as such: it is no file that anyone can choose.
    expect(await addDocuments(me, db, reviewId, [id])).toEqual([]);

    const documentIds = await addDocuments(me, db, reviewId, undefined, [id]);
    expect(documentIds).toHaveLength(1);
    expect((await listRows(me, db, { reviewId })).map(({ name }) => name)).toEqual(["Agreement 1.txt", "Lunch.txt"]);
    expect(await isThere(me, db, id)).toBe(true);
    expect((await listFiles(me, db, { projectId, limit: 10 })).map(({ originalName }) => originalName)).toEqual([
      "Agreement 1.txt",
    ]);
    expect((await listProjects(me, db)).own.find((one) => one.id === projectId)?.counts.files).toBe(1);
    const other = await createReview(me, db, { projectId, name: "Other" });
    expect(await listRowCandidates(me, db, { reviewId: other, words: "" })).toMatchObject({ allFiles: 1 });
    expect(await addDocuments(me, db, other, undefined)).toHaveLength(1);

    const set = (isRemoved: boolean) => setDocumentsRemoved(me, db, { reviewId, documentIds, isRemoved });
    await set(true);
    expect(await isThere(me, db, id)).toBe(false);
    await set(false);
    expect(await isThere(me, db, id)).toBe(true);
    await setDocumentRemoved(me, db, { reviewId, id: documentIds[0]!, isRemoved: true });
    expect(await isThere(me, db, id)).toBe(false);
    await setDocumentRemoved(me, db, { reviewId, id: documentIds[0]!, isRemoved: false });
    await changeReview(me, db, reviewId, { isRemoved: true });
    expect(await isThere(me, db, id)).toBe(false);
    await changeReview(me, db, reviewId, { isRemoved: false });
    expect(await isThere(me, db, id)).toBe(true);
    await changeReview(me, db, reviewId, { name: "Renamed" });
    expect(await isThere(me, db, id)).toBe(true);
  });

  test("a row of two reviews stays until it is none of either; an upload of the same is a file of its own", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const { id: one, projectId } = await newReview(me, db, { documents: 0 });
    const other = await createReview(me, db, { projectId, name: "Other" });
    const { id } = await freeze(me, db, projectId, "the same");
    const [first] = await addDocuments(me, db, one, undefined, [id]);
    expect(await freeze(me, db, projectId, "the same")).toEqual({ id, isKnown: true });
    const [second] = await addDocuments(me, db, other, undefined, [id]);
    await setDocumentsRemoved(me, db, { reviewId: one, documentIds: [first!], isRemoved: true });
    expect(await isThere(me, db, id)).toBe(true);
    const plain = { kind: "text", contentType: "text/plain", size: 1, status: "ready", problem: null, modifiedAt: null } as const;
    const upload = { key: uuidv7(), originalName: "Lunch.txt", sha256: "the same", projectId, document: null, ...plain };
    expect(await createFile(me, db, upload)).toMatchObject({ isKnown: false });
    await setDocumentsRemoved(me, db, { reviewId: other, documentIds: [second!], isRemoved: true });
    expect(await isThere(me, db, id)).toBe(false);
  });

  test("what is refused leaves nothing, and what is frozen again is not purged before it is a row", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const { id: reviewId, projectId } = await newReview(me, db, { documents: 1 });
    const fill = Array.from({ length: reviewLimits.documents - 1 }, () => ({ id: uuidv7(), review_id: reviewId, position: 9 }));
    const server = actAs(theServer, db);
    const files = await server.selectFrom("files").selectAll().where("project_id", "=", projectId).execute();
    const copies = fill.map(({ id }) => ({ ...files[0]!, id, key: id, sha256: id }));
    for (let at = 0; at < fill.length; at += 1000) {
      await server
        .insertInto("files")
        .values(copies.slice(at, at + 1000).map((copy) => Object.assign(copy, { scanned_pages: null, frozen: null })))
        .execute();
      const rows = fill.slice(at, at + 1000).map((row) => Object.assign(row, { file_id: row.id }));
      await server.insertInto("review_documents").values(rows).execute();
    }
    const { id } = await freeze(me, db, projectId, "one too many");
    await expect(addDocuments(me, db, reviewId, undefined, [id])).rejects.toMatchObject({ status: 400 });
    expect(await isThere(me, db, id)).toBe(false);

    const before = await server
      .updateTable("files")
      .set({ removed_at: new Date("2026-01-01") })
      .where("id", "=", id)
      .returning("removed_at")
      .executeTakeFirstOrThrow();
    expect(await freeze(me, db, projectId, "one too many")).toEqual({ id, isKnown: true });
    expect((await removedAt(db, id))!.getTime()).toBeGreaterThan(before.removed_at!.getTime());
  });

  test("an editor takes rows out and brings them back whose files someone else made; others do not", async () => {
    const { db } = await open();
    const organization = await newOrganization(db);
    const { organizationId } = organization;
    const join = async () => {
      const person = await newPerson(db, { memberships: [organization], organizationId });
      await joinOrganization(db, person.userId, organizationId);
      return person;
    };
    const [owner, editor, viewer] = [await join(), await join(), await join()];
    const projectId = await newProject(db, owner, { organizationId, sharedWith: editor, sharedAs: "editor" });
    await newFile(owner, db, projectId, "Lease.txt");
    const reviewId = await createReview(owner, db, { projectId, name: "Leases" });
    const { id } = await freeze(owner, db, projectId);
    const documentIds = await addDocuments(owner, db, reviewId, undefined, [id]);
    await expect(setDocumentsRemoved(viewer, db, { reviewId, documentIds, isRemoved: true })).rejects.toMatchObject({
      status: 404,
    });
    expect(await isThere(owner, db, id)).toBe(true);
    await setDocumentsRemoved(editor, db, { reviewId, documentIds, isRemoved: true });
    expect(await isThere(owner, db, id)).toBe(false);
    await setDocumentsRemoved(editor, db, { reviewId, documentIds, isRemoved: false });
    expect(await isThere(owner, db, id)).toBe(true);
  });
});
