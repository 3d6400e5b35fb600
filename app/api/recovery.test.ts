/* Proving ownership of the mailbox recovers the account: anything a squatter or thief added is removed, and nothing
   can be added unverified. */
import { boundToken } from "#server/accounts/bound-token.ts";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { newKey } from "#test/api-key.ts";
import { cookieOf, startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { newAuthenticator } from "#test/authenticator.ts";
import { startMailServer, type MailServer } from "#test/mail-server.ts";
import { stopClock, totpCode } from "#test/totp.ts";

const site = "https://stet.example";
let mail: MailServer;
let mailing: TestApp;
/** Without a mail server: accounts can be used and set up before their address is verified. */
let alone: TestApp;
beforeAll(async () => {
  mail = await startMailServer();
  mailing = await startApp({ SMTP_URL: mail.url, STET_URL: site });
  alone = await startApp({ STET_URL: site });
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  await Promise.all([mailing.close(), alone.close()]);
  await mail.close();
});

const codeOf = async (answer: Response) => ((await answer.json()) as { code?: string }).code;
const knows = async (app: TestApp, cookie: string) => (await app.stet.actorOf(new Headers({ cookie }))).kind === "person";

async function addPasskey(app: TestApp, as: TestPerson) {
  const device = newAuthenticator(site);
  const begun = await app.request("/api/account/passkeys/begin", { body: { password: as.password }, as });
  const { id, options } = (await begun.json()) as { id: string; options: never };
  const added = await app.request("/api/account/passkeys", { body: { id, name: "Laptop", response: device.make(options) }, as });
  expect(added.status).toBe(200);
  return async () => {
    const asked = (await (await app.request("/api/auth/passkey/begin", { body: {} })).json()) as { id: string; options: never };
    return app.request("/api/auth/passkey/sign-in", { body: { id: asked.id, response: device.show(asked.options) } });
  };
}

async function addSecondStep(app: TestApp, as: TestPerson): Promise<void> {
  const started = await app.request("/api/account/second-step", { body: { password: as.password }, as });
  const { secret } = (await started.json()) as { secret: string };
  stopClock();
  const done = await app.request("/api/account/second-step/confirm", { body: { code: totpCode(secret) }, as });
  expect(done.status).toBe(200);
}

async function idOf(app: TestApp, { email }: TestPerson): Promise<string> {
  return (await app.stet.database.db.selectFrom("user").select("id").where("email", "=", email).executeTakeFirstOrThrow()).id;
}

/** The token from the email, which only the mailbox's owner can read. */
async function resetToken(app: TestApp, person: TestPerson): Promise<string> {
  await app.request("/api/auth/request-password-reset", { body: { email: person.email } });
  const { identifier } = await app.stet.database.db
    .selectFrom("verification")
    .select("identifier")
    .where("value", "=", await idOf(app, person))
    .where("identifier", "like", "reset-password:%")
    .executeTakeFirstOrThrow();
  return identifier.slice("reset-password:".length);
}
const owners = "the owner's own password";
const reset = async (app: TestApp, person: TestPerson, rest: object = {}, headers: Record<string, string> = {}) =>
  app.request("/api/auth/reset-password", {
    body: { token: await resetToken(app, person), newPassword: owners, ...rest },
    headers,
  });
const signIn = (app: TestApp, { email }: TestPerson, password: string) =>
  app.request("/api/auth/sign-in/email", { body: { email, password } });

describe("an account that was made with another's address", () => {
  test("is its owner's alone after a new password by email: no passkey, no two-factor authentication, no account elsewhere opens it", async () => {
    const squatter = await alone.person({ isVerified: false });
    const usePasskey = await addPasskey(alone, squatter);
    await addSecondStep(alone, squatter);
    const id = await idOf(alone, squatter);
    await sql`insert into account (id, "accountId", "providerId", "userId") values (${randomUUID()}, 'x', 'google', ${id})`.execute(
      alone.stet.database.db,
    );
    expect((await reset(alone, squatter, { keepMethods: true })).status).toBe(200);
    const inside = await signIn(alone, squatter, owners);
    expect([inside.status, await knows(alone, cookieOf(inside))]).toEqual([200, true]);
    expect(await codeOf(await usePasskey())).toBe("passkey-refused");
    expect((await signIn(alone, squatter, squatter.password)).status).toBe(401);
    expect(await knows(alone, squatter.cookie)).toBe(false);
    const { rows } = await sql`select 1 from account where "userId" = ${id} and "providerId" = 'google'`.execute(
      alone.stet.database.db,
    );
    expect(rows).toEqual([]);
  });

  test("loses what was added and who was signed in, once the address is verified; who verifies it stays", async () => {
    const me = await alone.person({ isVerified: false });
    const usePasskey = await addPasskey(alone, me);
    const other = cookieOf(await signIn(alone, me, me.password));
    const context = await alone.stet.auth.$context;
    const { createEmailVerificationToken } = await import("better-auth/api");
    const own = await createEmailVerificationToken(context.secret, me.email, undefined, 3600);
    const token = boundToken(own, await idOf(alone, me), context.secret);
    const verified = await alone.request("/api/account/verify-email", { body: { token }, as: me });
    expect(verified.status).toBe(200);
    expect(await codeOf(await usePasskey())).toBe("passkey-refused");
    expect([await knows(alone, me.cookie), await knows(alone, other)]).toEqual([true, false]);
  });

  test.each([
    ["/api/account/passkeys/begin", { password: "x" }],
    ["/api/account/passkeys", { id: "x", name: "x", response: {} }],
    ["/api/account/connections", { provider: "google", password: "x" }],
    ["/api/account/second-step", { password: "x" }],
    ["/api/account/second-step/confirm", { code: "000000" }],
  ])("can be given nothing that opens it where letters go out: %s", async (path, body) => {
    const squatter = await mailing.person({ isVerified: false });
    const answer = await mailing.request(path, { body, as: squatter });
    expect([answer.status, await codeOf(answer)]).toEqual([403, "not-verified"]);
  });
});

test("where emails go out, a passkey from before that opens nothing until the address is proven", async () => {
  const me = await mailing.person();
  const usePasskey = await addPasskey(mailing, me);
  const { internalAdapter } = await mailing.stet.auth.$context;
  await internalAdapter.updateUser(await idOf(mailing, me), { emailVerified: false });
  const refused = await usePasskey();
  expect([refused.status, await codeOf(refused), refused.headers.getSetCookie()]).toEqual([403, "not-verified", []]);
  await mail.letterTo(me.email, /Verify/);
});

describe("a new password for a proven account", () => {
  test("removes every other way to sign in, and the keys; two-factor authentication stays", async () => {
    const me = await mailing.person();
    const usePasskey = await addPasskey(mailing, me);
    await addSecondStep(mailing, me);
    const { keyId } = await newKey(mailing);
    const id = await idOf(mailing, me);
    await sql`update api_keys set created_by = ${id} where id = ${keyId}::uuid`.execute(mailing.stet.database.db);
    // A client's own headers have no effect.
    expect((await reset(mailing, me, {}, { "x-stet-keep-methods": "yes" })).status).toBe(200);
    expect(await codeOf(await usePasskey())).toBe("passkey-refused");
    const { rows } = await sql`select 1 from api_keys where id = ${keyId}::uuid and revoked_at is null`.execute(
      mailing.stet.database.db,
    );
    expect(rows).toEqual([]);
    expect(await (await signIn(mailing, me, owners)).json()).toMatchObject({ twoFactorRedirect: true });
  });

  test("keeps them where its owner says so", async () => {
    const me = await mailing.person();
    const usePasskey = await addPasskey(mailing, me);
    expect((await reset(mailing, me, { keepMethods: true })).status).toBe(200);
    expect((await usePasskey()).status).toBe(200);
  });
});
