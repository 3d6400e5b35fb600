/* Numbers of productions: given once in a project, also where two collections ask in the same moment. */
import { expect, test } from "vitest";
import type { CollectedMember } from "#core/discovery/collected.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import type { Person } from "#core/workspace/policy.ts";
import { eachDatabase } from "#test/databases.ts";
import { newPerson, newProject } from "#test/people.ts";
import type { BoundDb } from "../../db/acting.ts";
import { readBefore } from "../../files/collecting/collect.ts";
import { storeFamilies } from "./collected-documents.ts";
import { createCollection } from "./collections.ts";
import { createProduction, listProductions } from "./productions.ts";
import { redactWords } from "./redactions.ts";
import { searchDocuments } from "./search-documents.ts";

function member(text: string): CollectedMember {
  return readBefore({ kind: "text", size: text.length, sha256: uuidv7(), pageCount: null, problem: null, name: "a.txt", text });
}

async function newCollection(db: BoundDb, me: Person, projectId: string, families: CollectedMember[][]): Promise<string> {
  const id = await createCollection(me, db, { projectId, name: "Letters", prefix: "AB" });
  const source = uuidv7();
  await db
    .insertInto("discovery_sources")
    .values({ id: source, collection_id: id, batch_id: uuidv7(), name: "Box.zip", made_by: me.userId })
    .execute();
  const read = { id: source, collectionId: id, projectId, fileId: null, name: "Box.zip", custodian: "", done: 0, total: null };
  await storeFamilies(me, db, read, { families, done: families.length, total: families.length, isDone: true });
  return id;
}

const asked = { name: "First", query: "", prefix: "PROD-", firstNumber: 1, width: 6 };
const queue = () => Promise.resolve();

eachDatabase((open) => {
  test("two collections of a project that ask for the same numbers at once: one gets them", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const projectId = await newProject(db, me);
    const one = await newCollection(db, me, projectId, [[member("a letter")]]);
    const other = await newCollection(db, me, projectId, [[member("another letter")]]);
    for (let round = 0; round < 10; round++) {
      const numbers = { ...asked, prefix: `R${round}-` };
      const made = await Promise.allSettled(
        [one, other].map((collectionId) => createProduction(me, db, { ...numbers, collectionId }, queue)),
      );
      expect(made.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    }
    const all = [...(await listProductions(me, db, one)), ...(await listProductions(me, db, other))];
    expect(all.map(({ prefix }) => prefix).toSorted()).toEqual(Array.from({ length: 10 }, (_, at) => `R${at}-`));
  });

  test("words of a family that is too large are redacted nowhere, rather than in a part of it", { timeout: 120_000 }, async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const family = Array.from({ length: 2_002 }, (_, at) => member(`falcon ${at}`));
    const id = await newCollection(db, me, await newProject(db, me), [family]);
    const { documents } = await searchDocuments(me, db, { collectionId: id, query: "", sort: "number" });
    const request = { operationId: uuidv7(), documentId: documents[0]!.id, start: 0, end: 6, reason: "privileged" } as const;
    const refused = await redactWords(me, db, id, { ...request, scope: "family" }).catch((error: unknown) => error as Response);
    expect(refused).toBeInstanceOf(Response);
    expect(await (refused as Response).json()).toMatchObject({
      detail: expect.stringContaining("more than 2,000 documents") as string,
    });
    expect(await db.selectFrom("discovery_redactions").select("id").where("collection_id", "=", id).execute()).toEqual([]);
    expect(await redactWords(me, db, id, { ...request, scope: "document" })).toEqual({ redactions: 1, documents: 1 });
  });
});
