/* Documents of a collection as rows of a review: what a search found, with the words they had, and only with both rights. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DocumentPage } from "#core/discovery/discovery.ts";
import { reviewLimits } from "#core/review/review.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { emailOf, mboxOf } from "#test/collected-emails.ts";
import { agreementColumns, readReview, readRows, uploadTo, type Ask } from "#test/reviews.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ MODEL_SERVER_URL: "" });
});
afterAll(() => app.close());

const asking =
  (as: TestPerson): Ask =>
  async <T>(path: string, body?: unknown, method?: string) => {
    const options = { as, ...(body !== undefined && { body }), ...(method !== undefined && { method }) };
    const response = await app.request(path, options);
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
    return JSON.parse(text) as T;
  };

const begins = "This agreement begins on 1 March 2020.";
const emails = [
  emailOf({ id: "one", subject: "Lease/annex", day: "2024-01-10", text: begins }),
  emailOf({ id: "two", subject: "Lunch", day: "2024-01-11", text: "Shall we meet at noon?" }),
  emailOf({
    id: "three",
    subject: "Lease, signed",
    day: "2024-01-12",
    text: "Attached is what we signed.",
    attachments: [{ name: "Broken.pdf", text: "%PDF-1.7 nothing" }],
  }),
];

type Added = { added: number; documentIds: string[]; withoutText: number };

async function begin(files: Record<string, string>) {
  const me = await app.person();
  const ask = asking(me);
  const { id: projectId } = await ask<{ id: string }>("/api/projects", { name: "Leases" });
  for (const [name, text] of Object.entries(files)) {
    const fetcher = (request: Request) => app.fetch(request);
    await uploadTo(app.stet.env.url, me.cookie, fetcher, projectId, new File([text], name));
  }
  const { id: collectionId } = await ask<{ id: string }>("/api/discovery", { projectId, name: "Emails", prefix: "AB" });
  await ask(`/api/discovery/${collectionId}/sources`, { custodian: "" });
  await app.stet.jobs.settled();
  const { id } = await ask<{ id: string }>("/api/reviews", { projectId, name: "Leases" });
  const add = (which: object, by = ask) => by<Added>(`/api/reviews/${id}/documents`, { collected: { collectionId, ...which } });
  const names = async () => (await readRows(ask, id)).map(({ name }) => name);
  return { me, ask, projectId, collectionId, id, add, names };
}

test("what a search found becomes rows with its words, is answered, added once, and taken out together", async () => {
  const { ask, me, collectionId, id, add, names } = await begin({ "Board.mbox": mboxOf(emails), "Lease.txt": begins });
  const all = await add({ query: "" });
  // The mailbox's three emails, a file that stays itself, and an attachment in which there is nothing to read.
  expect(all).toMatchObject({ added: 4, withoutText: 1 });
  const rows = ["AB-0000001 Lease-annex.txt", "AB-0000002 Lunch.txt", "AB-0000003 Lease, signed.txt", "Lease.txt"];
  expect(await names()).toEqual(rows);
  expect(await add({ query: "lease" })).toEqual({ added: 0, documentIds: [], withoutText: 0, notInForce: 0 });

  await ask(`/api/reviews/${id}/columns`, { columns: agreementColumns.slice(0, 1) });
  await ask(`/api/reviews/${id}/runs`, { all: true });
  await app.stet.jobs.settled();
  const stored = await readRows(ask, id);
  const [first, lease] = [stored[0], stored.find(({ name }) => name === "Lease.txt")];
  expect(first!.cells).toMatchObject([{ found: { state: "found", value: "2020-03-01" } }]);

  const taken = { documentIds: all.documentIds, isRemoved: true };
  // The words of an email go with its row; the file of the project stays.
  const statuses = () =>
    Promise.all(
      [first!, lease!].map(async ({ fileId }) => (await app.request(`/api/documents/${fileId}/view`, { as: me })).status),
    );
  expect(await statuses()).toEqual([200, 200]);
  await ask(`/api/reviews/${id}/documents`, taken, "PATCH");
  expect(await names()).toEqual([]);
  expect(await statuses()).toEqual([404, 200]);
  await ask(`/api/reviews/${id}/documents`, { ...taken, isRemoved: false }, "PATCH");
  expect(await names()).toEqual(rows);
  expect(await statuses()).toEqual([200, 200]);
  expect((await readRows(ask, id))[0]!.cells).toEqual(first!.cells);
  await ask(`/api/reviews/${id}/documents`, taken, "PATCH");

  // Some of them; again, they are the same files.
  const { documents } = await ask<DocumentPage>(`/api/discovery/${collectionId}/documents?query=lunch`);
  const lunch = await add({ documentIds: documents.map(({ id: one }) => one) });
  expect(lunch.documentIds).toHaveLength(1);
  expect(all.documentIds).toContain(lunch.documentIds[0]);
  expect(await names()).toEqual(["AB-0000002 Lunch.txt"]);
});

test("it takes a collection of the same project, and the right to change the review", async () => {
  const { ask, me, collectionId, id, add, names } = await begin({ "Board.mbox": mboxOf(emails) });
  const other = await begin({ "Board.mbox": mboxOf(emails) });
  await expect(add({ query: "" }, other.ask)).rejects.toThrow("404");
  const foreign = { collected: { collectionId: other.collectionId, query: "" } };
  await expect(ask(`/api/reviews/${id}/documents`, foreign)).rejects.toThrow("404");
  // Both are theirs, but in two projects: what is said in one would be read in the other.
  const { id: elsewhere } = await ask<{ id: string }>("/api/projects", { name: "Elsewhere" });
  const { id: review } = await ask<{ id: string }>("/api/reviews", { projectId: elsewhere, name: "Elsewhere" });
  await expect(ask(`/api/reviews/${review}/documents`, { collected: { collectionId, query: "" } })).rejects.toThrow("404");
  for (const [method, body] of [
    ["POST", { collected: { collectionId, query: "" } }],
    ["PATCH", { documentIds: [id], isRemoved: true }],
  ] as const)
    await expect(asking(other.me)(`/api/reviews/${id}/documents`, body, method)).rejects.toThrow("404");
  await expect(add({ query: "(lease" })).rejects.toThrow("This parenthesis is never closed.");
  await expect(add({})).rejects.toThrow("Name documents, or a query.");
  expect(await names()).toEqual([]);
  expect(await readReview(asking(me), id)).toMatchObject({ documents: 0 });
});

test("more than can be added at once are refused with their number, and nothing is added", async () => {
  const count = reviewLimits.collectedAtOnce + 1;
  const many = Array.from({ length: count }, (_, at) =>
    emailOf({ id: `${at}`, subject: `Note ${at}`, day: "2024-01-10", text: `Note ${at}.` }),
  );
  const { add, names } = await begin({ "Many.mbox": mboxOf(many) });
  await expect(add({ query: "note" })).rejects.toThrow(
    `These are ${count} documents; at most ${reviewLimits.collectedAtOnce} can be added at once.`,
  );
  expect(await names()).toEqual([]);
});
