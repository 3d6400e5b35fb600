/* Who may make an account: every way to one, with each of the rules. */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { uuidv7 } from "#core/text/uuid.ts";
import { orderSignUp } from "#server/accounts/sign-up.ts";
import { cookieOf, startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { startIdentityServer, type IdentityServer } from "#test/identity-server.ts";
import { startMailServer, type MailServer } from "#test/mail-server.ts";

let mail: MailServer;
let office: IdentityServer;
let app: TestApp;
let head: TestPerson;
let other: TestPerson;

const office_ = (url: string) => ({ OIDC_ISSUER: url, OIDC_CLIENT_ID: "stet", OIDC_CLIENT_SECRET: "secret" });

beforeAll(async () => {
  [mail, office] = await Promise.all([startMailServer(), startIdentityServer("stet")]);
  app = await startApp({ SMTP_URL: mail.url, ...office_(office.url) });
  head = await app.person();
  other = await app.person();
  await app.request("/api/organizations", { body: { name: "Chambers", slug: "chambers" }, as: head });
});
afterAll(async () => {
  await app.close();
  await Promise.all([mail.close(), office.close()]);
});

const change = (body: object, as = head) => app.request("/api/admin/sign-up", { method: "PUT", body, as });
beforeEach(async () => {
  expect((await change({ who: "anyone" })).status).toBe(200);
});

const newAddress = (domain = "elsewhere.test") => `${uuidv7()}@${domain}`;
const hasAccount = async (email: string, at = app) =>
  (await sql`select 1 from "user" where email = ${email}`.execute(at.stet.database.db)).rows.length === 1;
const refusalOf = async (answer: Response) => {
  const { code, detail } = (await answer.json()) as { code?: string; detail?: string };
  return `${answer.status} ${code} ${detail}`;
};

async function invite(email: string, { status = "pending", days = 7 } = {}): Promise<void> {
  await sql`insert into invitation (id, "organizationId", email, role, status, "expiresAt", "inviterId")
    values (${uuidv7()}, (select id from organization where slug = 'chambers'), ${email}, 'member', ${status}, now() + make_interval(days => ${days}),
      (select id from "user" where email = ${head.email}))`.execute(app.stet.database.db);
}

/** The ways to an account. Each resolves to what it answered. */
const ways: Record<string, (email: string) => Promise<string>> = {
  "the sign-up form": async (email) => {
    const answer = await app.request("/api/auth/sign-up/email", { body: { name: "New", email, password: "correct horse" } });
    return answer.ok ? "made" : refusalOf(answer);
  },
  "the accounts library, past our own address": async (email) => {
    const body = { name: "New", email, password: "correct horse" };
    return app.stet.auth.api.signUpEmail({ body }).then(
      () => "made",
      (error: Error) => error.message,
    );
  },
  "single sign-on": (email) => throughOffice({ email, email_verified: true }),
  "single sign-on with an address that is not verified there": (email) => throughOffice({ email, email_verified: false }),
};

async function throughOffice(claims: { email: string; email_verified: boolean }, at = app): Promise<string> {
  office.be({ sub: claims.email, name: "New", ...claims });
  const begun = await at.request("/api/auth/sign-in/with", { body: { provider: "sso" } });
  const { url } = (await begun.json()) as { url: string };
  const back = new URL((await fetch(url, { redirect: "manual" })).headers.get("location")!);
  const answer = await at.request(back.pathname + back.search, { headers: { cookie: cookieOf(begun) } });
  const there = new URL(answer.headers.get("location")!, at.stet.env.url);
  return there.searchParams.get("error") ?? there.pathname;
}

describe.each(Object.entries(ways))("by %s", (_way, enter) => {
  test("anyone, while sign-up is open", async () => {
    const email = newAddress();
    await enter(email);
    expect(await hasAccount(email)).toBe(true);
  });

  test("only those with an open invitation, when it is by invitation", async () => {
    await change({ who: "invited" });
    const [stranger, expired, revoked, invited] = [newAddress(), newAddress(), newAddress(), newAddress()];
    await invite(expired, { days: -1 });
    await invite(revoked, { status: "revoked" });
    await invite(invited);
    for (const email of [stranger, expired, revoked]) {
      expect(await enter(email)).toMatch(/SIGN_UP_REFUSED|by invitation only/);
      expect(await hasAccount(email)).toBe(false);
    }
    await enter(invited);
    expect(await hasAccount(invited)).toBe(true);
  });

  test("only addresses at the domains, and those invited, when it is by domain", async () => {
    await change({ who: "domains", domains: "office.test\n@chambers.test" });
    const [inside, invited] = [newAddress("chambers.test"), newAddress()];
    await invite(invited);
    for (const email of [newAddress(), newAddress("mail.office.test"), newAddress("notoffice.test")]) {
      expect(await enter(email)).toMatch(/SIGN_UP_REFUSED|Only addresses at office\.test or chambers\.test/);
      expect(await hasAccount(email)).toBe(false);
    }
    for (const email of [inside, invited]) {
      await enter(email);
      expect(await hasAccount(email)).toBe(true);
    }
  });
});

test("the refusal is the same whether or not the address has an account", async () => {
  await change({ who: "invited" });
  await app.stet.mail.carried();
  const before = mail.letters.length;
  const enter = ways["the sign-up form"]!;
  expect(await enter(other.email)).toBe(await enter(newAddress()));
  await app.stet.mail.carried();
  expect(mail.letters).toHaveLength(before);
});

test("those who have an account sign in as before, by password and by single sign-on", async () => {
  await change({ who: "invited" });
  const { email, password } = other;
  expect((await app.request("/api/auth/sign-in/email", { body: { email, password } })).status).toBe(200);
  expect(await throughOffice({ email, email_verified: true })).toBe("/chat");
});

test("a passkey makes no account", async () => {
  const begun = (await (await app.request("/api/auth/passkey/begin", { body: {} })).json()) as { id: string };
  const before = await sql`select 1 from "user"`.execute(app.stet.database.db);
  const answer = await app.request("/api/auth/passkey/sign-in", { body: { id: begun.id, response: { id: "unknown" } } });
  expect(answer.status).toBe(400);
  expect((await sql`select 1 from "user"`.execute(app.stet.database.db)).rows).toHaveLength(before.rows.length);
});

test("administrators change it, with a sentence for what does not fit and a line in the log; to others it does not exist", async () => {
  expect(await refusalOf(await change({ who: "domains", domains: " , " }))).toBe(
    "400 bad-request Enter at least one domain, such as example.org.",
  );
  expect(await refusalOf(await change({ who: "domains", domains: "office.test localhost" }))).toContain(
    "“localhost” isn’t a domain",
  );
  expect((await change({ who: "domains", domains: "office.test" }, other)).status).toBe(404);
  expect((await app.request("/api/admin/sign-up", { as: other })).status).toBe(404);
  const shown = await app.request("/api/admin/sign-up", { as: head });
  expect(await shown.json()).toEqual({ rules: { who: "anyone" }, isLocked: false, sendsEmail: true });
  await change({ who: "domains", domains: "office.test" });
  const { rows } = await sql<{ subject: string }>`select subject from security_events where kind = 'sign-up-changed'
    order by id desc limit 1`.execute(app.stet.database.db);
  expect(rows).toEqual([{ subject: "addresses at office.test, and by invitation" }]);
});

test("the command changes it too", async () => {
  const { db } = app.stet;
  expect(await orderSignUp({ who: "office.test chambers.test" }, db)).toBe(
    "Who can create an account: addresses at office.test or chambers.test, and by invitation. Those who have one keep it.",
  );
  expect(await ways["the sign-up form"]!(newAddress())).toContain("Only addresses at office.test or chambers.test");
  await expect(orderSignUp({ who: "some people" }, db)).rejects.toThrow("Say who: npm run sign-up");
});

test("what the environment sets wins and is locked; the first account is always let in", async () => {
  const locked = await startApp({ SIGN_UP: "invitation", ...office_(office.url) });
  // Of an installation that is being set up, an account that was never used is not the first.
  await locked.stet.auth.api.signUpEmail({ body: { name: "Typo", email: newAddress(), password: "correct horse" } });
  const first = await locked.person();
  const email = newAddress();
  expect(await throughOffice({ email, email_verified: true }, locked)).toBe("SIGN_UP_REFUSED");
  expect(await hasAccount(email, locked)).toBe(false);
  const body = { name: "New", email, password: "correct horse" };
  expect((await locked.request("/api/auth/sign-up/email", { body })).status).toBe(403);
  const shown = await locked.request("/api/admin/sign-up", { as: first });
  expect(await shown.json()).toEqual({ rules: { who: "invited" }, isLocked: true, sendsEmail: false });
  const changed = await locked.request("/api/admin/sign-up", { method: "PUT", body: { who: "anyone" }, as: first });
  expect(await refusalOf(changed)).toContain("SIGN_UP is set in the environment");
  await locked.close();
});
