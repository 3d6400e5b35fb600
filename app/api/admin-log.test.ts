/* The administrators' log: what is in it, how it is narrowed and paged, and as a table. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LogPage } from "#core/installation/administration-log.ts";
import { csvRows } from "#core/text/csv.ts";
import { theServer } from "#core/workspace/policy.ts";
import { orderAccount } from "#server/accounts/account-order.ts";
import { recordEvent } from "#server/data/accounts/security-events.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";

let app: TestApp;
let head: TestPerson;
let second: TestPerson;
let bo: TestPerson;
beforeAll(async () => {
  app = await startApp();
  head = await app.person({ name: "Ada Head" });
  second = await app.person({ name: "Cecil Second" });
  bo = await app.person({ name: "Bo" });
  const { email } = second;
  await app.request("/api/admin/administrators", { body: { email, password: head.password }, as: head });
  const id = await idOf(bo);
  await app.request(`/api/admin/people/${id}/suspend`, { body: {}, as: head });
  await app.request(`/api/admin/people/${id}/restore`, { body: {}, as: second });
  await orderAccount({ action: "sign-out", email: bo.email }, app.stet.db);
});
afterAll(() => app.close());

async function idOf({ email }: TestPerson): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from "user" where email = ${email}`.execute(app.stet.database.db);
  return rows[0]!.id;
}

const log = async (query = "", as = head) => {
  const answer = await app.request(`/api/admin/log?${query}`, { as });
  expect(answer.status).toBe(200);
  return (await answer.json()) as LogPage;
};
const entries = ({ events }: LogPage) => events.map(({ kind, name, subject }) => `${kind} by ${name || "-"}: ${subject}`);

test("who, what, to whom, newest first; sign-ins and what others do to their own accounts are not in it", async () => {
  expect(entries(await log())).toEqual([
    `account-signed-out by -: ${bo.email}`,
    `account-restored by Cecil Second: ${bo.email}`,
    `account-suspended by Ada Head: ${bo.email}`,
    `administrator-added by Ada Head: ${second.email}`,
  ]);
});

test("narrowed by person, who did it or to whom it was done, and by kind", async () => {
  expect(entries(await log("person=CECIL"))).toEqual([`account-restored by Cecil Second: ${bo.email}`]);
  expect(entries(await log(`person=${second.email}`))).toHaveLength(2);
  expect(entries(await log("kind=account-suspended"))).toEqual([`account-suspended by Ada Head: ${bo.email}`]);
  // Not of this log, so it narrows nothing and shows nothing more.
  expect(entries(await log("kind=sign-in"))).toHaveLength(4);
  expect(entries(await log("person=%25"))).toEqual([]);
});

test("page by page, by key, each entry once", async () => {
  const many = Array.from({ length: 60 }, (_, nth) => nth);
  for (const nth of many) await recordEvent(theServer, app.stet.db, { kind: "job-retried", address: "", subject: `Job ${nth}` });
  const first = await log("kind=job-retried");
  // What is added meanwhile moves nothing.
  await recordEvent(theServer, app.stet.db, { kind: "job-retried", address: "", subject: "Later" });
  const next = await log(`kind=job-retried&before=${first.next}`);
  expect([...first.events, ...next.events].map(({ subject }) => subject)).toEqual(many.toReversed().map((nth) => `Job ${nth}`));
  expect(next.next).toBeNull();
  expect((await app.request("/api/admin/log?before=nonsense", { as: head })).status).toBe(400);
});

test("as a table, which no spreadsheet runs, and which is itself in the log", async () => {
  const subject = `=HYPERLINK("http://evil.test")`;
  await recordEvent(theServer, app.stet.db, { kind: "job-discarded", address: "", subject });
  const answer = await app.request("/api/admin/log.csv?kind=job-discarded", { as: head });
  expect(answer.headers.get("content-disposition")).toContain("stet-audit-log.csv");
  const [headings, row] = [...csvRows((await answer.text()).replaceAll("\r\n", "\n"))];
  expect(headings).toEqual(["when", "who", "e-mail", "what", "result", "subject", "address"]);
  expect(row?.slice(1)).toEqual(["", "", "Discarded a failed job", "done", `'${subject}`, ""]);
  expect(entries(await log("kind=administration-log-exported"))).toEqual(["administration-log-exported by Ada Head: "]);
  const all = await app.request("/api/admin/log.csv", { as: head });
  expect((await all.text()).split("\r\n").length).toBeGreaterThan(66);
});

test("to others it does not exist", async () => {
  const other = await app.person();
  for (const path of ["/api/admin/log", "/api/admin/log.csv"]) expect((await app.request(path, { as: other })).status).toBe(404);
});
