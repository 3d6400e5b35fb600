/* What is handed over: redacted words are in no part of it, and it is the same whenever it is made or fetched. */
import { createHash } from "node:crypto";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CollectedDocument } from "#core/discovery/discovery.ts";
import { noFields, type Production, type ProductionPreview } from "#core/discovery/production.ts";
import type { FrozenRedaction } from "#core/discovery/redaction.ts";
import { csvRows } from "#core/text/csv.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { emailOf, mboxOf } from "#test/collected-emails.ts";
import { collectionsOf, type Collections } from "#test/collections.ts";
import { readProduction, wordsFound } from "#test/productions.ts";
import { createProduction } from "../data/discovery/productions.ts";
import { drawProduced, type ToProduce } from "./draw-produced.ts";

let app: TestApp;
let me: TestPerson;
let collections: Collections;
beforeAll(async () => {
  app = await startApp({ MODEL_SERVER_URL: "" });
  me = await app.person();
  collections = collectionsOf(app, me);
});
afterAll(() => app.close());

const falcon = [
  emailOf({
    id: "plan",
    from: "Falcon Desk <projectfalcon@example.org>",
    subject: "Project Falcon: the price",
    day: "2024-01-10",
    text: "Dear Bo,\n\nWe call it project\nfalcon, and pay 42 million.\n\nAnna",
    attachments: [
      { name: "Falcon terms.txt", text: "The terms of project falcon are not yet agreed. Project Falcon ends in May." },
      { name: "Falcon.pdf", text: "%PDF-1.7 nothing" },
    ],
  }),
  emailOf({ id: "advice", subject: "Advice of counsel", day: "2024-01-11", text: "The zebra clause is void." }),
  emailOf({ id: "lunch", from: "Borgþór <thor@example.org>", subject: "Lunch", day: "2024-01-12", text: "At noon?" }),
];

type Redacting = { query: string; words: string; scope: "here" | "document" | "family"; reason?: string };

async function redact(id: string, { query, words, scope, reason = "privileged" }: Redacting): Promise<string> {
  const document = await collections.open(id, query);
  const start = document.text.indexOf(words);
  expect([words, start]).not.toEqual([words, -1]);
  const operationId = uuidv7();
  const place = { documentId: document.id, start, end: start + words.length };
  await collections.ask(`/api/discovery/${id}/redactions`, { operationId, ...place, reason, scope });
  return operationId;
}

async function code(id: string, query: string, set: string[]): Promise<void> {
  await collections.ask(`/api/discovery/${id}/coding`, { operationId: uuidv7(), query, set, clear: [] });
}

async function produce(id: string, asked: Partial<Production> = {}): Promise<Production> {
  const all = { name: "First", query: "", prefix: "PROD-", firstNumber: 1, width: 6, ...asked };
  const made = await collections.ask<{ id: string }>(`/api/discovery/${id}/productions`, all);
  await app.stet.jobs.settled();
  return (await listed(id)).find((one) => one.id === made.id)!;
}

async function listed(id: string): Promise<Production[]> {
  return (await collections.ask<{ productions: Production[] }>(`/api/discovery/${id}/productions`)).productions;
}

async function fetched(id: string, production: Pick<Production, "id">): Promise<Buffer> {
  const response = await app.request(`/api/discovery/${id}/productions/${production.id}/file`, { as: me });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

test("no part of a production says what is redacted or withheld", { timeout: 120_000 }, async () => {
  const id = await collections.make(["Falcon.mbox", mboxOf(falcon)]);
  await collections.read(id, "Miller");
  await redact(id, { query: "subject:falcon", words: "Falcon", scope: "family" });
  await redact(id, { query: "subject:falcon", words: "projectfalcon", scope: "document" });
  await redact(id, { query: "subject:falcon", words: "falcon, and", scope: "here" });
  await redact(id, { query: "subject:falcon", words: "pay 42 million", scope: "here", reason: "trade-secret" });
  await code(id, "zebra", ["privileged"]);

  const production = await produce(id);
  expect(production).toMatchObject({ documents: 5, done: 5, pages: 5, redacted: 2, withheld: 1, unread: 1, run: null });
  const zip = await fetched(id, production);
  const received = await readProduction(zip);
  const gone = ["falcon", "million", "zebra", "counsel", "clause"];
  expect(wordsFound(received, gone)).toEqual([]);
  expect(gone.filter((word) => zip.toString("latin1").toLowerCase().includes(word))).toEqual([]);
  expect(wordsFound(received, ["noon"])).toEqual(["noon"]);

  const [plan, terms, broken, advice, lunch] = received.documents;
  expect(plan!.pages[0]).toMatch(/We call it project\s*\[Redacted: Privileged\]\s*\[Redacted: Trade secret\]\./);
  expect(plan!.pages[0]).toContain("PROD-000001");
  expect(terms!.pages[0]).toContain("The terms of project [Redacted: Privileged] are not yet agreed.");
  expect(broken!.pages[0]).toContain("This document has no text that could be produced.");
  expect(advice!.pages[0]).toContain("This document is withheld as privileged.");
  expect(lunch!.pages[0]).toContain("At noon?");
  expect(received.names.filter((name) => name.startsWith("PDF/"))).toEqual(
    [1, 2, 3, 4, 5].map((number) => `PDF/PROD-00000${number}.pdf`),
  );
});

test("the load files say what each number is, and the hashes are right", { timeout: 120_000 }, async () => {
  const id = await collections.make(["Falcon.mbox", mboxOf(falcon)]);
  await collections.read(id, "Miller");
  await redact(id, { query: "subject:falcon", words: "Falcon", scope: "family" });
  await code(id, "zebra", ["privileged"]);
  const zip = await fetched(id, await produce(id));
  const { files } = await readProduction(zip);

  const dat = files["LOAD/production.dat"]!;
  expect(dat.startsWith("\ufeff\u00feBEGDOC\u00fe\u0014\u00feENDDOC\u00fe\u0014")).toBe(true);
  const rows = dat.slice(1).trimEnd().split("\r\n");
  const cells = rows.map((row) => row.split("\u0014").map((cell) => cell.slice(1, -1)));
  const [head, ...documents] = cells;
  const of = (number: number) => Object.fromEntries(head!.map((name, at) => [name, documents[number - 1]![at]]));
  expect(documents).toHaveLength(5);
  expect(of(1)).toMatchObject({
    ENDDOC: "PROD-000001",
    BEGATTACH: "PROD-000001",
    ENDATTACH: "PROD-000003",
    CUSTODIAN: "Miller",
    SUBJECT: "Project [Redacted]: the price",
    FROM: "[Redacted] Desk <[Redacted]@example.org>",
    DATE: "2024-01-10 09:00:00",
    REDACTED: "Yes",
    ORIGINAL_SHA256: "",
    FILE: "PDF\\PROD-000001.pdf",
  });
  expect(of(2)).toMatchObject({ FILENAME: "[Redacted] terms.txt", BEGATTACH: "PROD-000001", REDACTED: "Yes" });
  expect(of(3)).toMatchObject({ FILENAME: "[Redacted].pdf", NOTE: "No text", REDACTED: "No" });
  expect(of(4)).toMatchObject({ WITHHELD: "Privileged", SUBJECT: "", FROM: "", DATE: "", FILENAME: "", ORIGINAL_SHA256: "" });
  // A delimiter of the format is a letter of this name.
  expect(of(5)).toMatchObject({ FROM: "Borgthór <thor@example.org>", BEGATTACH: "", SUBJECT: "Lunch" });
  const csv = [...csvRows(files["LOAD/production.csv"]!.slice(1).trimEnd().replaceAll("\r\n", "\n"), ",")];
  expect(csv.map((row) => row.map((cell) => cell.replaceAll("þ", "th")))).toEqual(cells);
  expect(files["LOAD/production.opt"]!.split("\r\n")[3]).toBe("PROD-000004,PRODUCTION,PDF\\PROD-000004.pdf,Y,,,1");

  const entries = unzipSync(zip);
  const sums = files["SHA256SUMS.txt"]!.trimEnd().split("\n");
  expect(sums).toHaveLength(8);
  const hashOf = (name: string) => createHash("sha256").update(entries[name]!).digest("hex");
  expect(sums).toEqual(sums.map((line) => line.split("  ")[1]!).map((name) => `${hashOf(name)}  ${name}`));
});

test("a production stays as it was made, and the same one is made again byte for byte", { timeout: 120_000 }, async () => {
  const id = await collections.make(["Falcon.mbox", mboxOf(falcon)]);
  await collections.read(id);
  const operationId = await redact(id, { query: "subject:falcon", words: "Falcon", scope: "family" });
  const production = await produce(id);
  const first = await fetched(id, production);

  const change = (isRemoved: boolean) => collections.ask(`/api/discovery/${id}/redactions`, { operationId, isRemoved }, "PATCH");
  await change(true);
  await code(id, "lunch", ["privileged"]);
  expect((await fetched(id, production)).equals(first)).toBe(true);
  const { firstNumber, pages } = production;
  const other = await produce(id, { name: "Second", firstNumber: firstNumber + pages });
  expect(wordsFound(await readProduction(await fetched(id, other)), ["falcon"])).toEqual(["falcon"]);

  await change(false);
  await collections.ask(`/api/discovery/${id}/coding`, { operationId: uuidv7(), query: "lunch", set: [], clear: ["privileged"] });
  const setRemoved = (isRemoved: boolean) =>
    collections.ask(`/api/discovery/${id}/productions/${production.id}`, { isRemoved }, "PATCH");
  await setRemoved(true);
  expect((await listed(id)).map(({ name }) => name)).toEqual(["Second"]);
  // Another has those numbers.
  await expect(produce(id)).rejects.toThrow("The numbers PROD-000006 to PROD-000010 are used by “Second”. Begin at 11");
  await collections.ask(`/api/discovery/${id}/productions/${other.id}`, { isRemoved: true }, "PATCH");
  const again = await produce(id);
  expect(again.id).not.toBe(production.id);
  expect((await fetched(id, again)).equals(first)).toBe(true);
  // Deleting it can be undone only while nothing else has its numbers.
  await expect(setRemoved(false)).rejects.toThrow("The numbers PROD-000001 to PROD-000005 are used by “First”.");
  await collections.ask(`/api/discovery/${id}/productions/${again.id}`, { isRemoved: true }, "PATCH");
  await setRemoved(false);
  expect((await listed(id)).map((one) => one.id)).toEqual([production.id]);
});

test("a production is stopped in the middle and continues with the next number", { timeout: 120_000 }, async () => {
  const emails = Array.from({ length: 30 }, (_, at) =>
    emailOf({ id: `m${at}`, subject: `Subject ${at}`, day: "2024-01-01", text: `Body number${at}` }),
  );
  const id = await collections.make(["Some.mbox", mboxOf(emails)]);
  await collections.read(id);
  const whole = await fetched(id, await produce(id, { prefix: "OUT" }));
  await collections.ask(`/api/discovery/${id}/productions/${(await listed(id))[0]!.id}`, { isRemoved: true }, "PATCH");

  const actor = await app.stet.actorOf(new Headers({ cookie: me.cookie }));
  if (actor.kind !== "person") throw new Error("not signed in");
  const asked = { name: "First", query: "", prefix: "OUT", firstNumber: 1, width: 6 };
  // Without the queue, so that it stops at a known place.
  const productionId = await createProduction(actor, app.stet.db, { ...asked, collectionId: id }, async () => {});
  const attempt = (stopsAfter: number) => {
    const stopped = new AbortController();
    let stored = 0;
    const progress = async () => {
      if (++stored === stopsAfter) stopped.abort(new Error("stopped"));
    };
    const { signal } = stopped;
    const work = { id: "job", data: { productionId, fileName: "First" }, ownerId: actor.userId, organizationId: null };
    return app.stet.producing.work({ ...work, isLast: false, signal, progress, isStopped: async () => signal.aborted });
  };
  await expect(attempt(1)).rejects.toThrow("stopped");
  const [stopped] = await listed(id);
  expect(stopped!.done).toBeGreaterThan(0);
  expect(stopped!.done).toBeLessThan(30);
  const early = await app.request(`/api/discovery/${id}/productions/${productionId}/file`, { as: me });
  expect([early.status, await early.text()]).toEqual([400, expect.stringContaining("Not all of its documents are produced yet.")]);
  await attempt(Number.POSITIVE_INFINITY);
  expect(await listed(id)).toMatchObject([{ done: 30, pages: 30 }]);
  expect((await fetched(id, { id: productionId })).equals(whole)).toBe(true);
});

test("a redaction is listed, taken back and made again, also at the head of an email", async () => {
  const id = await collections.make(["Falcon.mbox", mboxOf(falcon)]);
  await collections.read(id);
  const words = (document: CollectedDocument) => document.redactions.map(({ start, end }) => document.text.slice(start, end));
  const plan = () => collections.open(id, "subject:falcon");
  const first = await redact(id, { query: "subject:falcon", words: "ject\nfalc", scope: "here", reason: "personal-data" });
  // Whole words; and no word is left in the subject, which is repeated there.
  expect(words(await plan())).toEqual(["Project Falcon", "project\nfalcon"]);
  expect((await plan()).redactions[0]).toMatchObject({ reason: "personal-data", by: me.name });
  // What is redacted already is not redacted again.
  await redact(id, { query: "subject:falcon", words: "project\nfalcon", scope: "here", reason: "personal-data" });
  expect(words(await plan())).toHaveLength(2);

  const change = (body: object) => collections.ask(`/api/discovery/${id}/redactions`, body, "PATCH");
  expect(await change({ operationId: first, isRemoved: true })).toEqual({ redactions: 2 });
  await expect(change({ operationId: first, isRemoved: true })).rejects.toThrow("409");
  expect(await change({ operationId: first, isRemoved: false })).toEqual({ redactions: 2 });
  const [one] = (await plan()).redactions;
  await change({ id: one!.id, isRemoved: true });
  expect(words(await plan())).toEqual(["project\nfalcon"]);
  const nothing = { operationId: uuidv7(), documentId: (await plan()).id, start: 0, end: 0, reason: "privileged", scope: "here" };
  await expect(collections.ask(`/api/discovery/${id}/redactions`, nothing)).rejects.toThrow("400");
});

test("what a reviewer may have overlooked is said before", async () => {
  const lunch = emailOf({ id: "lunch", subject: "Lunch", day: "2024-02-01", text: "At noon?" });
  const id = await collections.make(["Twice.mbox", mboxOf([lunch, lunch, ...falcon.slice(1, 2)])]);
  await collections.read(id);
  const preview = async () =>
    (await collections.ask<{ preview: ProductionPreview }>(`/api/discovery/${id}/productions/preview?query=`)).preview;
  const nothing = { documents: 3, redacted: 0, withheld: 0, unread: 0, likePrivileged: 0, likeRedacted: 0 };
  expect(await preview()).toEqual(nothing);
  await redact(id, { query: "lunch", words: "noon", scope: "here" });
  expect(await preview()).toEqual({ ...nothing, redacted: 1, likeRedacted: 1 });
  await redact(id, { query: "lunch", words: "noon", scope: "family" });
  expect(await preview()).toEqual({ ...nothing, redacted: 2 });
  const [one] = await collections.find(id, "lunch");
  const coding = { operationId: uuidv7(), documentIds: [one!.id], set: ["privileged"], clear: [] };
  await collections.ask(`/api/discovery/${id}/coding`, coding);
  expect(await preview()).toEqual({ ...nothing, redacted: 1, withheld: 1, likePrivileged: 1 });
});

test("what is drawn does not depend on what was drawn before", { timeout: 60_000 }, async () => {
  const redactions: FrozenRedaction[] = [{ start: 4, end: 9, reason: "privileged" }];
  const common = { treatment: "text", passages: [], fields: noFields } as const;
  const one = { ...common, position: 1, text: "A short text in English.", redactions: [] };
  const other = { ...common, position: 2, text: "Der zweite Satz: 日本語, العربية.\n\tEnde", redactions };
  const numbering = { prefix: "OUT", width: 4, first: 8 };
  const draw = (documents: ToProduce[], first: number) =>
    drawProduced({ documents: structuredClone(documents), numbering: { ...numbering, first } });
  const together = await draw(
    [
      { ...one, passages: [] },
      { ...other, passages: [] },
    ],
    8,
  );
  const [alone] = await draw([{ ...other, passages: [] }], 9);
  expect(together.map(({ first, pages }) => [first, pages])).toEqual([
    [8, 1],
    [9, 1],
  ]);
  expect(Buffer.from(together[1]!.pdf).equals(Buffer.from(alone!.pdf))).toBe(true);
});
