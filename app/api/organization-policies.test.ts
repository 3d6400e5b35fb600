/* An organization that requires two-factor authentication, through the API. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clientOf, newKey } from "#test/api-key.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { startMailServer, type MailServer } from "#test/mail-server.ts";
import { joinOrganization, newOrganization } from "#test/people.ts";

let mail: MailServer;
let app: TestApp;
beforeAll(async () => {
  mail = await startMailServer();
  app = await startApp({ SMTP_URL: mail.url });
});
afterAll(async () => {
  await app.close();
  await mail.close();
});

const setTwoFactor = (email: string, isOn: boolean) =>
  sql`update "user" set "twoFactorEnabled" = ${isOn} where email = ${email}`.execute(app.stet.database.db);

async function newFirm() {
  const { db } = app.stet.database;
  const organization = await newOrganization(db);
  const join = async (role: "owner" | "member"): Promise<TestPerson> => {
    const person = await app.person();
    const { rows } = await sql<{ id: string }>`select id from "user" where email = ${person.email}`.execute(db);
    await joinOrganization(db, rows[0]!.id, organization.organizationId, role);
    return person;
  };
  const there = (as: TestPerson) => ({ as, headers: { "x-organization-slug": organization.slug } });
  return { organization, owner: await join("owner"), member: await join("member"), there };
}
type Firm = Awaited<ReturnType<typeof newFirm>>;

const requireIt = ({ owner, there }: Firm, twoFactor = true) =>
  app.request("/api/organization/policies", { ...there(owner), method: "PATCH", body: { twoFactor } });
const problemIn = async (answer: Response) => ((await answer.json()) as { code: string; detail?: string }) ?? {};

test("who requires it must use it", async () => {
  const firm = await newFirm();
  expect((await problemIn(await requireIt(firm))).code).toBe("two-factor-first");
  await setTwoFactor(firm.owner.email, true);
  expect((await requireIt(firm)).status).toBe(200);
  const log = (await (await app.request("/api/organization/log", firm.there(firm.owner))).json()) as { events: object[] };
  expect(log.events).toContainEqual(
    expect.objectContaining({ kind: "policy-changed", subject: "two-factor authentication required" }),
  );
});

test("without it, every address of the organization is refused with a sentence; the rest of Stet stays", async () => {
  const firm = await newFirm();
  const { member, there } = firm;
  await setTwoFactor(firm.owner.email, true);
  await requireIt(firm);
  const letter = await mail.letterTo(member.email, /requires two-factor authentication/);
  expect(letter.text).toContain(`/settings/account/security?for=${firm.organization.slug}`);

  for (const path of ["/api/members", "/api/projects", "/api/chat-sessions", "/api/models", "/api/updates"]) {
    const answer = await app.request(path, there(member));
    expect({ path, status: answer.status, code: (await problemIn(answer)).code }).toEqual({
      path,
      status: 403,
      code: "two-factor-required",
    });
  }
  const refusal = await problemIn(await app.request("/api/members", there(member)));
  expect(refusal.detail).toContain(`${firm.organization.name} requires two-factor authentication.`);
  expect((await app.request("/api/projects", { as: member })).status).toBe(200);
  expect((await app.request("/api/members", there(await app.person()))).status).toBe(404);

  await setTwoFactor(member.email, true);
  expect((await app.request("/api/members", there(member))).status).toBe(200);
  await setTwoFactor(member.email, false);
  expect((await app.request("/api/members", there(member))).status).toBe(403);
  await requireIt(firm, false);
  expect((await app.request("/api/members", there(member))).status).toBe(200);
});

test("an open stream ends when the organization is closed to its reader", async () => {
  const firm = await newFirm();
  const stream = await app.request("/api/updates", firm.there(firm.member));
  expect(stream.status).toBe(200);
  const isOver = stream.text().then(() => true);
  await setTwoFactor(firm.owner.email, true);
  await requireIt(firm);
  expect(await isOver).toBe(true);
});

test("an API key works as long as the person who created it is admitted", async () => {
  const { secret, me, organization } = await newKey(app);
  const list = () => clientOf(app, secret).models.list();
  await list();
  await sql`update organization set require_two_factor = true where id = ${organization.organizationId}`.execute(
    app.stet.database.db,
  );
  await expect(list()).rejects.toMatchObject({ status: 401, message: expect.stringContaining("two-factor authentication") });
  await setTwoFactor(me.email, true);
  await list();
});
