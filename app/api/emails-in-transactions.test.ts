/* An action and its email share one transaction: if the email cannot be queued, nothing happens, and a retry does
   both. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidv7 } from "#core/text/uuid.ts";
import { deleteDueAccounts } from "#server/accounts/delete-due-accounts.ts";
import { deleteDueOrganizations } from "#server/organizations/delete-due-organizations.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";

let app: TestApp;
let owner: TestPerson;
let member: TestPerson;
let organizationId: string;
beforeAll(async () => {
  app = await startApp();
  [owner, member] = [await app.person(), await app.person()];
  await app.request("/api/organizations", { as: owner, body: { name: "Firm", slug: "letters" } });
  const { rows } = await sql<{ id: string }>`select id from organization where slug = 'letters'`.execute(app.stet.database.db);
  organizationId = rows[0]!.id;
  await join(member);
});
afterAll(() => app.close());

async function join({ email }: TestPerson): Promise<void> {
  await sql`insert into member (id, "organizationId", "userId", role)
    select ${uuidv7()}, ${organizationId}, id, 'member' from "user" where email = ${email}`.execute(app.stet.database.db);
}

/** Simulates a power failure between the action and its email. */
async function withoutQueue<T>(act: () => Promise<T>): Promise<T> {
  const { db } = app.stet.database;
  await sql`alter table letters rename to letters_away`.execute(db);
  try {
    return await act();
  } finally {
    await sql`alter table letters_away rename to letters`.execute(db);
  }
}

const count = async (table: string, where: ReturnType<typeof sql>) =>
  (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)} where ${where}`.execute(app.stet.database.db))
    .rows[0]!.n;
const lettersTo = ({ email }: TestPerson, subject: string) =>
  count("letters", sql`recipient = ${email} and subject like ${subject}`);

test("a member is not removed without the email that says so", async () => {
  const { rows } = await sql<{ id: string }>`select id from "user" where email = ${member.email}`.execute(app.stet.database.db);
  const remove = () =>
    app.request(`/api/members/${rows[0]!.id}`, {
      as: owner,
      method: "DELETE",
      headers: { "x-organization-slug": "letters" },
      body: {},
    });
  expect((await withoutQueue(remove)).status).toBe(500);
  expect(await count("member", sql`"userId" = ${rows[0]!.id}`)).toBe(1);
  await holdLetters();
  expect((await remove()).status).toBe(200);
  expect(await lettersTo(member, "%Firm%")).toBe(1);
  await join(member);
});

test("an organization is not deleted without the email to its members", async () => {
  await sql`update organization set delete_at = now() where id = ${organizationId}`.execute(app.stet.database.db);
  await expect(withoutQueue(() => deleteDueOrganizations(app.stet))).rejects.toThrow();
  expect(await count("organization", sql`id = ${organizationId}`)).toBe(1);
  await deleteDueOrganizations(app.stet);
  expect(await count("organization", sql`id = ${organizationId}`)).toBe(0);
  expect(await lettersTo(member, "Firm was deleted")).toBe(1);
});

test("an account is not deleted without the email to its owner", async () => {
  const leaver = await app.person();
  await sql`update "user" set delete_at = now() where email = ${leaver.email}`.execute(app.stet.database.db);
  await expect(withoutQueue(() => deleteDueAccounts(app.stet))).rejects.toThrow();
  expect(await count("user", sql`email = ${leaver.email}`)).toBe(1);
  await deleteDueAccounts(app.stet);
  expect(await count("user", sql`email = ${leaver.email}`)).toBe(0);
  expect(await lettersTo(leaver, "%deleted%")).toBe(1);
});

/** Keeps emails in the queue so that they can be counted. */
function holdLetters(): Promise<void> {
  return app.stet.mail.close();
}
