/* Files read into a collection: families, exceptions, duplicates and threads, and going on after a stop. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { theServer } from "#core/workspace/policy.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { boardEmails, emailOf, mboxOf } from "#test/collected-emails.ts";
import { collectionsOf, type Collections } from "#test/collections.ts";
import { zipOf } from "#test/documents.ts";
import { msgOf } from "#test/old-office.ts";
import { actAs } from "../db/acting.ts";
import { addSources } from "../data/discovery/collections.ts";
import { isArchive } from "../files/collecting/containers.ts";

let app: TestApp;
let me: TestPerson;
let collections: Collections;
beforeAll(async () => {
  app = await startApp({ MODEL_SERVER_URL: "" });
  me = await app.person();
  collections = collectionsOf(app, me);
});
afterAll(() => app.close());

test(
  "a mailbox, an archive and single files become documents with families, exceptions, duplicates and threads",
  { timeout: 120_000 },
  async () => {
    const note = "A note about the offer, which nobody else has seen.";
    const within = mboxOf([emailOf({ id: "inner", subject: "In a mailbox in an archive", day: "2024-04-01", text: "Deep." })]);
    const archive = zipOf([
      { name: "folder/note.txt", data: note },
      { name: "folder/old.mbox", data: within },
      { name: "setup.exe", data: "MZ\u0000\u0001" },
    ]);
    const message = msgOf({
      subject: "From Outlook",
      from: ["Dora", "dora@example.org"],
      to: [["Bo", "bo@example.org"]],
      sent: new Date("2024-05-01T10:00:00Z"),
      text: "Outlook text",
    });
    const id = await collections.make(
      ["Board.mbox", mboxOf(boardEmails)],
      ["Files.zip", archive],
      ["Message.msg", message],
      ["Note.txt", note],
    );
    const collection = await collections.read(id, "Miller");
    expect(collection).toMatchObject({ documents: 14, run: null });
    expect(collection.sources.map(({ name, documents, isDone }) => [name, documents, isDone])).toEqual([
      ["Board.mbox", 9, true],
      ["Files.zip", 3, true],
      ["Message.msg", 1, true],
      ["Note.txt", 1, true],
    ]);

    // A family is kept together, under the date of its email.
    const offer = await collections.open(id, '"here is our offer"');
    expect(offer.text).toContain("\n\nFrom now on it stands for a month.");
    expect(offer.family.map(({ title }) => title)).toEqual(["Offer for 2024", "Terms.txt", "Broken.pdf"]);
    expect(await collections.open(id, "name:terms date:2024-01")).toMatchObject({ isAttachment: true, custodian: "Miller" });
    // Nothing is left out silently.
    const failed = await collections.find(id, "has:exception");
    expect(failed.map(({ name }) => name).toSorted()).toEqual(["Broken.pdf", "setup.exe"]);
    for (const { problem } of failed) expect(problem).toMatch(/\.$/);
    expect(collection.exceptions).toBe(2);
    // The third message of the thread names none, and follows by its subject.
    expect(offer.thread.map(({ title }) => title)).toEqual(["Offer for 2024", "Re: Offer for 2024", "AW: Offer for 2024"]);
    expect((await collections.find(id, "has:duplicate")).map(({ name, subject }) => subject || name)).toEqual([
      "Lunch",
      "Lunch",
      "note.txt",
      "Note.txt",
    ]);
    const near = await collections.open(id, 'name:"new terms"');
    expect(near.nearDuplicates.map(({ title }) => title)).toEqual(["Terms.txt"]);
    expect(await collections.find(id, "deep")).toMatchObject([{ subject: "In a mailbox in an archive" }]);
    expect(await collections.find(id, "from:dora")).toMatchObject([{ kind: "msg", subject: "From Outlook" }]);

    // A file is read into a collection once.
    expect(await collections.ask(`/api/discovery/${id}/sources`, {})).toEqual({ files: 0 });
  },
);

test("reading is stopped in the middle and continues, with every email once", { timeout: 120_000 }, async () => {
  const emails = Array.from({ length: 1_200 }, (_, at) =>
    emailOf({ id: `m${at}`, subject: `Subject ${at}`, day: "2024-01-01", text: `Body number${at}` }),
  );
  const id = await collections.make(["Large.mbox", mboxOf(emails)]);
  const actor = await app.stet.actorOf(new Headers({ cookie: me.cookie }));
  if (actor.kind !== "person") throw new Error("not signed in");
  // Without the queue, so that it stops at a known place.
  const added = await addSources(actor, app.stet.db, { id, custodian: "" }, async () => {});
  const attempt = (stopsAfter: number) => {
    const stopped = new AbortController();
    let stored = 0;
    const progress = async () => {
      if (++stored === stopsAfter) stopped.abort(new Error("stopped"));
      stopped.signal.throwIfAborted();
    };
    const data = { batchId: added!.batchId, fileName: "Emails" };
    const { signal } = stopped;
    const isStopped = async () => signal.aborted;
    const owner = { ownerId: actor.userId, organizationId: null };
    return app.stet.collecting.work({ id: "job", data, ...owner, isLast: false, signal, progress, isStopped });
  };
  const state = () => collections.get(id);
  await expect(attempt(1)).rejects.toThrow("stopped");
  const { documents } = await state();
  expect(documents).toBeGreaterThan(0);
  expect(documents).toBeLessThan(1_200);
  await attempt(Number.POSITIVE_INFINITY);
  expect(await state()).toMatchObject({ documents: 1_200, sources: [{ documents: 1_200, isDone: true }] });
  for (const at of [0, documents - 1, documents, 1_199]) expect(await collections.find(id, `number${at}`)).toHaveLength(1);
});

test("what is kept as an archive but is a document is none, and neither is an archive under another name", async () => {
  expect(await isArchive(zipOf([{ name: "a.txt", data: "a" }]), "a.zip")).toBe(true);
  expect(await isArchive(zipOf([{ name: "a.txt", data: "a" }]), "a.docx")).toBe(false);
  expect(await isArchive(zipOf([{ name: "[Content_Types].xml", data: "<Types/>" }]), "a.zip")).toBe(false);
  expect(await isArchive(Buffer.from("PK nothing"), "a.zip")).toBe(false);
});

test("the database knows how many documents and threads there are as soon as they are read", { timeout: 60_000 }, async () => {
  const emails = Array.from({ length: 60 }, (_, at) =>
    emailOf({ id: `m${at}`, subject: `${at}`, day: "2024-01-10", text: "Yes.", ...(at > 0 && { inReplyTo: `m${at - 1}` }) }),
  );
  const id = await collections.make(["Many.mbox", mboxOf(emails)]);
  await collections.read(id);
  type Known = { documents: number; words: number; alone: number; all: number; areAlone: number };
  const { rows } = await sql<Known>`select
      (select reltuples::int from pg_class where relname = 'discovery_documents') as documents,
      (select reltuples::int from pg_class where relname = 'discovery_words') as words,
      (select null_frac::float8 from pg_stats where tablename = 'discovery_documents' and attname = 'thread_id') as alone,
      (select count(*)::int from discovery_documents) as all,
      (select count(*)::int from discovery_documents where thread_id is null) as "areAlone"`.execute(actAs(theServer, app.stet.db));
  const { documents, words, alone, all, areAlone } = rows[0]!;
  expect([documents, words]).toEqual([all, all]);
  expect(alone).toBeCloseTo(areAlone / all, 3);
});
