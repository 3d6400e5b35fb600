/* Coding: one document or a whole result, taken back operation by operation, by those who may. */
import { expect, test } from "vitest";
import type { CollectedMember } from "#core/discovery/collected.ts";
import type { CodingRequest } from "#core/requests/discovery.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import type { Person } from "#core/workspace/policy.ts";
import { eachDatabase } from "#test/databases.ts";
import { newPerson, newProject } from "#test/people.ts";
import type { BoundDb } from "../../db/acting.ts";
import { readBefore } from "../../files/collecting/collect.ts";
import { addIssue, changeIssue, codeDocuments, codingOf, undoCoding } from "./coding.ts";
import { storeFamilies } from "./collected-documents.ts";
import { createCollection, getCollection } from "./collections.ts";
import { countFacets, searchDocuments } from "./search-documents.ts";

const none: Pick<CodingRequest, "set" | "clear"> = { set: [], clear: [] };

function member(text: string): CollectedMember {
  return readBefore({ kind: "text", size: text.length, sha256: uuidv7(), pageCount: null, problem: null, name: "a.txt", text });
}

async function newCollection(db: BoundDb, me: Person, count: number, sharing: object = {}): Promise<string> {
  const projectId = await newProject(db, me, { organizationId: null, ...sharing });
  const id = await createCollection(me, db, { projectId, name: "Emails", prefix: "AB" });
  const source = uuidv7();
  await db
    .insertInto("discovery_sources")
    .values({ id: source, collection_id: id, batch_id: uuidv7(), name: "Box.mbox", made_by: me.userId })
    .execute();
  const families = Array.from({ length: count }, (_, at) => [member(`letter ${at % 2 === 0 ? "even" : "odd"}`)]);
  const read = { id: source, collectionId: id, projectId, fileId: null, name: "Box.mbox", custodian: "", done: 0, total: null };
  await storeFamilies(me, db, read, { families, done: count, total: count, isDone: true });
  return id;
}

eachDatabase((open) => {
  test("a thousand documents are coded in one operation, and taken back as one", { timeout: 120_000 }, async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const id = await newCollection(db, me, 1_000);
    const find = async (query: string) => (await countFacets(me, db, { collectionId: id, query })).total;
    const first = { ...none, operationId: uuidv7(), query: "", set: ["responsive"] };
    expect(await codeDocuments(me, db, id, first)).toBe(1_000);
    expect(await find("code:responsive")).toBe(1_000);
    // Responsive and not responsive exclude each other.
    const second = { ...none, operationId: uuidv7(), query: "even", set: ["not-responsive", "privileged"] };
    expect(await codeDocuments(me, db, id, second)).toBe(500);
    expect([await find("code:responsive"), await find("code:not-responsive")]).toEqual([500, 500]);
    const facets = await countFacets(me, db, { collectionId: id, query: "even" });
    expect(facets.codes).toEqual([
      { value: "not-responsive", count: 500 },
      { value: "privileged", count: 500 },
    ]);
    expect(await undoCoding(me, db, { collectionId: id, operationId: second.operationId })).toBe(500);
    expect([await find("code:responsive"), await find("code:privileged")]).toEqual([1_000, 0]);
    // A second time there is nothing to take back.
    await expect(undoCoding(me, db, { collectionId: id, operationId: second.operationId })).rejects.toBeInstanceOf(Response);
  });

  test("what was said later of a document stays when an earlier operation is taken back", { timeout: 120_000 }, async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const id = await newCollection(db, me, 2);
    const { documents } = await searchDocuments(me, db, { collectionId: id, query: "", sort: "number" });
    const [one, other] = documents.map((document) => document.id) as [string, string];
    const early = { ...none, operationId: uuidv7(), documentIds: [one, other], set: ["privileged"] };
    await codeDocuments(me, db, id, early);
    await codeDocuments(me, db, id, { ...none, operationId: uuidv7(), documentIds: [one], clear: ["privileged"] });
    await codeDocuments(me, db, id, { ...none, operationId: uuidv7(), documentIds: [one], set: ["privileged"] });
    expect(await undoCoding(me, db, { collectionId: id, operationId: early.operationId })).toBe(1);
    expect((await codingOf(me, db, one)).codes).toEqual(["privileged"]);
    expect((await codingOf(me, db, other)).codes).toEqual([]);
    const { changes } = await codingOf(me, db, one);
    expect(changes.map(({ isSet, by }) => [isSet, by])).toEqual([
      [true, me.name],
      [false, me.name],
      [true, me.name],
    ]);
  });

  test("issues are coded and searched by name, and one that is removed takes nothing with it", { timeout: 120_000 }, async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const id = await newCollection(db, me, 3);
    const issueId = await addIssue(me, db, id, "Überhöhte Preise");
    expect(await addIssue(me, db, id, "ÜBERHÖHTE PREISE")).toBe(issueId);
    await codeDocuments(me, db, id, { ...none, operationId: uuidv7(), query: "odd", set: [issueId] });
    const find = async (query: string) => (await countFacets(me, db, { collectionId: id, query })).total;
    expect([await find('code:"überhöhte preise"'), await find("code:none")]).toEqual([1, 2]);
    await changeIssue(me, db, { collectionId: id, issueId, to: { isRemoved: true } });
    expect((await getCollection(me, db, id)).issues).toEqual([]);
    expect(await find('code:"überhöhte preise"')).toBe(0);
    const again = { ...none, operationId: uuidv7(), query: "", set: [issueId] };
    await expect(codeDocuments(me, db, id, again)).rejects.toBeInstanceOf(Response);
    await changeIssue(me, db, { collectionId: id, issueId, to: { isRemoved: false } });
    expect(await find('code:"überhöhte preise"')).toBe(1);
  });

  test(
    "viewers see what is coded and code nothing, and a document of another collection is not coded",
    { timeout: 120_000 },
    async () => {
      const { db } = await open();
      const [me, viewer] = [await newPerson(db), await newPerson(db)];
      const id = await newCollection(db, me, 1, { sharedWith: viewer });
      const coding = { ...none, operationId: uuidv7(), query: "", set: ["privileged"] };
      const refusal: unknown = await codeDocuments(viewer, db, id, coding).catch((error: unknown) => error);
      expect((refusal as Response).status).toBe(403);
      await codeDocuments(me, db, id, coding);
      const seen = await searchDocuments(viewer, db, { collectionId: id, query: "code:privileged", sort: "number" });
      expect(seen.documents.map(({ codes }) => codes)).toEqual([["privileged"]]);
      const other = await newCollection(db, me, 1);
      const foreign = { ...none, operationId: uuidv7(), documentIds: [seen.documents[0]!.id], set: ["second-look"] };
      expect(await codeDocuments(me, db, other, foreign)).toBe(0);
    },
  );
});
