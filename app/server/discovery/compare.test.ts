/* What belongs together is found over the whole of a collection, which is read and marked some documents at a time. */
import { expect, test } from "vitest";
import type { CollectedMember } from "#core/discovery/collected.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { eachDatabase } from "#test/databases.ts";
import { newPerson, newProject } from "#test/people.ts";
import { storeFamilies } from "../data/discovery/collected-documents.ts";
import { createCollection } from "../data/discovery/collections.ts";
import { readBefore } from "../files/collecting/collect.ts";
import { compareDocuments } from "./compare.ts";

const count = 2_300;
/** Each of the last 200 says what one of the first 200 says. */
const wordsOf = (at: number) => `Letter ${at < count - 200 ? at : at - (count - 200)}: ${"abcdefghij"[at % 10]!.repeat(5)}.`;

function email(at: number): CollectedMember {
  const text = wordsOf(at);
  const read = readBefore({ name: "Letter.txt", kind: "text", size: 1, sha256: text, pageCount: null, problem: null, text });
  const sentAt = new Date(Date.UTC(2024, 0, 1, 0, at)).toISOString();
  // The last is an answer to the first.
  const references = at === count - 1 ? ["<0@example>"] : [];
  const about = { from: "", to: "", cc: "", subject: `Matter ${at}`, people: [], references, sentAt, messageId: `<${at}@example>` };
  return { ...read, kind: "email", email: about };
}

eachDatabase((open) => {
  test("duplicates and threads are marked wherever they stand, and what was marked before and is none is not", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const projectId = await newProject(db, me);
    const id = await createCollection(me, db, { projectId, name: "Emails", prefix: "AB" });
    const source = { id: uuidv7(), collection_id: id, batch_id: uuidv7(), name: "Box.mbox", custodian: "", made_by: me.userId };
    await db.insertInto("discovery_sources").values(source).execute();
    const read = {
      id: source.id,
      collectionId: id,
      projectId,
      fileId: null,
      name: "Box.mbox",
      custodian: "",
      done: 0,
      total: null,
    };
    const families = Array.from({ length: count }, (_, at) => [email(at)]);
    await storeFamilies(me, db, read, { families, done: count, total: count, isDone: true });
    const marked = () =>
      db
        .selectFrom("discovery_documents as document")
        .leftJoin("discovery_documents as same", "same.id", "document.duplicate_of")
        .leftJoin("discovery_documents as thread", "thread.id", "document.thread_id")
        .select(["document.number", "same.number as same", "thread.number as thread"])
        .where("document.collection_id", "=", id)
        .orderBy("document.number")
        .execute();
    await db
      .updateTable("discovery_documents")
      .set({ duplicate_of: uuidv7(), thread_id: uuidv7() })
      .where("number", "=", 1_000)
      .execute();
    const expected = Array.from({ length: count }, (_, at) => ({
      number: at + 1,
      same: at < 200 ? at + 1 : at >= count - 200 ? at - (count - 200) + 1 : null,
      thread: at === 0 || at === count - 1 ? 1 : null,
    }));
    await compareDocuments(me, db, id, new AbortController().signal);
    expect(await marked()).toEqual(expected);
    const left = await db.selectFrom("discovery_documents").select("thread_id").where("number", "=", 1_000).executeTakeFirst();
    expect(left).toEqual({ thread_id: null });
    // Again, from the beginning, as after a kill: the same.
    await compareDocuments(me, db, id, new AbortController().signal);
    expect(await marked()).toEqual(expected);
  });
});
