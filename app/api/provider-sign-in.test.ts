/* Signing in with an external account, against a real OpenID Connect server. */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { theServer } from "#core/workspace/policy.ts";
import { suspendAccount } from "#server/data/upkeep/account-access.ts";
import { providerToConfirm } from "#server/accounts/proven-sessions.ts";
import { cookieOf, startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { startIdentityServer, type IdentityServer } from "#test/identity-server.ts";
import { linkIn, startMailServer, type MailServer } from "#test/mail-server.ts";
import { awayFromTheEdge, totpCode } from "#test/totp.ts";

let mail: MailServer;
let office: IdentityServer;
let microsoft: IdentityServer;
let app: TestApp;
beforeAll(async () => {
  [mail, office, microsoft] = await Promise.all([
    startMailServer(),
    startIdentityServer("stet"),
    startIdentityServer("stet-ms", { tenant: "common" }),
  ]);
  app = await startApp({
    SMTP_URL: mail.url,
    OIDC_ISSUER: office.url,
    OIDC_CLIENT_ID: "stet",
    OIDC_CLIENT_SECRET: "secret",
    MICROSOFT_CLIENT_ID: "stet-ms",
    MICROSOFT_CLIENT_SECRET: "secret",
    MICROSOFT_AUTHORITY: microsoft.url,
    GOOGLE_CLIENT_ID: "google-id",
    GOOGLE_CLIENT_SECRET: "secret",
    GITHUB_CLIENT_ID: "github-id",
    GITHUB_CLIENT_SECRET: "secret",
  });
});
afterAll(async () => {
  await app.close();
  await Promise.all([mail.close(), office.close(), microsoft.close()]);
});

let count = 0;
let id: string;
let email: string;
beforeEach(() => {
  id = `subject-${++count}`;
  email = `${id}@office.test`;
  office.be({ sub: id, email, email_verified: true, name: "Grace" });
  office.forgeNext({});
});

type Begun = { url: string; cookie: string };
async function begin(provider = "sso", rest: { from?: string } = {}, at = app): Promise<Begun> {
  const answer = await at.request("/api/auth/sign-in/with", { body: { provider, ...rest } });
  expect(answer.status).toBe(200);
  return { url: ((await answer.json()) as { url: string }).url, cookie: cookieOf(answer) };
}

/** Follows the sign-in URL to the provider and returns through its redirect. */
async function comeBack({ url, cookie }: Begun, at = app): Promise<Response> {
  const there = await fetch(url, { redirect: "manual" });
  const back = new URL(there.headers.get("location")!);
  expect(back.origin).toBe(at.stet.env.url);
  return at.request(back.pathname + back.search, { headers: { cookie } });
}

const signIn = async (provider?: string, rest?: { from?: string }, at = app) => comeBack(await begin(provider, rest, at), at);
const whoIs = (answer: Response, at = app) => at.stet.actorOf(new Headers({ cookie: cookieOf(answer) }));
const errorOf = (answer: Response) => {
  const url = new URL(answer.headers.get("location")!, app.stet.env.url);
  return url.pathname === "/auth/error" ? url.searchParams.get("error") : `${answer.status} ${url.pathname}`;
};

describe("coming in", () => {
  test("someone new gets an account, and the next time the same one", async () => {
    const first = await signIn("sso", { from: "/settings/account" });
    expect([first.status, first.headers.get("location")]).toEqual([302, "/onboarding/user?from=%2Fsettings%2Faccount"]);
    const me = await whoIs(first);
    expect(me).toMatchObject({ kind: "person", name: "Grace", email, isVerified: true });
    // The provider's email may change; the subject id does not.
    office.be({ sub: id, email: `new-${email}`, email_verified: true });
    const second = await signIn("sso", { from: "/settings/account" });
    expect([await whoIs(second), second.headers.get("location")]).toEqual([me, "/settings/account"]);
  });

  test("each time is a line of the security log, with where it came from", async () => {
    const me = await whoIs(await signIn());
    const lines = async () =>
      (
        await sql<{ kind: string; address: string | null }>`select kind, address from security_events
          where user_id = ${me.kind === "person" ? me.userId : ""} and kind = 'sign-in'`.execute(app.stet.database.db)
      ).rows;
    expect(await lines()).toEqual([{ kind: "sign-in", address: expect.any(String) }]);
    await signIn();
    expect(await lines()).toHaveLength(2);
  });

  test("someone whose account is suspended sees the reason", async () => {
    const first = await whoIs(await signIn());
    const userId = first.kind === "person" ? first.userId : "";
    await suspendAccount(theServer, app.stet.database.db, userId, null);
    const again = await signIn();
    expect([errorOf(again), await whoIs(again)]).toEqual(["ACCOUNT_SUSPENDED", { kind: "visitor" }]);
  });

  test("nothing of theirs is kept but who it is: no tokens, no picture", async () => {
    await signIn();
    const context = await app.stet.auth.$context;
    const found = await context.internalAdapter.findUserByEmail(email, { includeAccounts: true });
    expect(found?.user.image ?? null).toBeNull();
    expect(found?.accounts).toHaveLength(1);
    expect(found?.accounts[0]).toMatchObject({ accountId: id, accessToken: null, refreshToken: null, idToken: null });
  });

  test("with an address that is not verified there, no one is in before our own email has proven it", async () => {
    office.be({ sub: id, email, email_verified: false });
    const first = await signIn();
    expect([errorOf(first), await whoIs(first)]).toEqual(["EMAIL_NOT_VERIFIED", { kind: "visitor" }]);
    const letter = await mail.letterTo(email, /Verify/);
    expect(letter.text).toContain("by signing in with single sign-on");
    // Once, and again on every attempt.
    expect(mail.letters.filter(({ recipients }) => recipients.includes(email))).toHaveLength(1);
    expect(await whoIs(await signIn())).toEqual({ kind: "visitor" });
    await mail.letterTo(email, /Verify/);

    const token = new URL(linkIn(letter, "/auth/verify-email")).searchParams.get("token")!;
    expect(await providerToConfirm(app.stet, token)).toBe("single sign-on");
    expect((await app.request("/api/account/verify-email", { body: { token } })).status).toBe(200);
    // The sign-in method the account was created with is the one its owner has confirmed.
    expect(await whoIs(await signIn())).toMatchObject({ kind: "person", email, isVerified: true, name: id });
  });

  test("with such an address, where no email goes out, no one is in and no account is made", async () => {
    const quiet = await startApp({ OIDC_ISSUER: office.url, OIDC_CLIENT_ID: "stet", OIDC_CLIENT_SECRET: "secret" });
    office.be({ sub: id, email, email_verified: false });
    const answer = await signIn("sso", {}, quiet);
    expect([errorOf(answer), await whoIs(answer, quiet)]).toEqual(["address_not_verified", { kind: "visitor" }]);
    expect(await (await quiet.stet.auth.$context).internalAdapter.findUserByEmail(email)).toBeNull();
    office.be({ sub: id, email, email_verified: true });
    expect(await whoIs(await signIn("sso", {}, quiet), quiet)).toMatchObject({ kind: "person", email, isVerified: true });
    await quiet.close();
  });

  test("a squatter's account elsewhere does not open what the owner of its address recovered", async () => {
    office.be({ sub: id, email, email_verified: false });
    await signIn();
    await app.request("/api/auth/request-password-reset", { body: { email } });
    const token = new URL(linkIn(await mail.letterTo(email, /Choose a new/), "/auth/reset-password")).searchParams.get("token");
    const body = { token, newPassword: "the owner's own password", keepMethods: true };
    expect((await app.request("/api/auth/reset-password", { body })).status).toBe(200);
    const answer = await signIn();
    expect([errorOf(answer), await whoIs(answer)]).toEqual(["account_not_linked", { kind: "visitor" }]);
  });

  test("Microsoft, by its own library and its own addresses", async () => {
    microsoft.be({ sub: "pairwise", oid: id, email, name: "Grace" });
    const begun = await begin("microsoft");
    expect(new URL(begun.url).pathname).toBe("/common/oauth2/v2.0/authorize");
    expect(new URL(begun.url).searchParams.get("scope")).toBe("openid profile email");
    // Microsoft does not state whether the address is verified.
    expect(errorOf(await comeBack(begun))).toBe("EMAIL_NOT_VERIFIED");
    expect((await mail.letterTo(email, /Verify/)).text).toContain("by signing in with Microsoft");
  });

  test.each([
    ["google", "accounts.google.com", "google-id"],
    ["github", "github.com", "github-id"],
  ])("%s is asked at its own address, with what proves that the answer is to us", async (provider, host, clientId) => {
    const { hostname, searchParams } = new URL((await begin(provider)).url);
    expect(hostname).toBe(host);
    expect(searchParams.get("client_id")).toBe(clientId);
    expect(searchParams.get("redirect_uri")).toBe(`${app.stet.env.url}/api/auth/callback/${provider}`);
    expect(searchParams.get("state")).toMatch(/^[\w-]{32}$/);
  });

  test("two-factor authentication is asked for here too", async () => {
    const ada = await app.person();
    const started = await app.request("/api/account/second-step", { body: { password: ada.password }, as: ada });
    const { secret } = (await started.json()) as { secret: string };
    await awayFromTheEdge();
    await app.request("/api/account/second-step/confirm", { body: { code: totpCode(secret, -1) }, as: ada });
    office.be({ sub: id, email: ada.email, email_verified: true });
    const answer = await signIn("sso", { from: "/chat?x=1" });
    expect(answer.headers.get("location")).toBe("/auth/totp?from=%2Fchat%3Fx%3D1");
    expect(await whoIs(answer)).toEqual({ kind: "visitor" });
    const inside = await app.request("/api/auth/two-factor/verify-totp", {
      body: { code: totpCode(secret) },
      headers: { cookie: cookieOf(answer) },
    });
    expect(await whoIs(inside)).toMatchObject({ kind: "person", email: ada.email });
  });
});

describe("coming in is refused", () => {
  test("where the address has an account here that no one has verified", async () => {
    const ada = await app.person({ isVerified: false });
    office.be({ sub: id, email: ada.email, email_verified: true });
    const answer = await signIn();
    expect([errorOf(answer), await whoIs(answer)]).toEqual(["account_not_linked", { kind: "visitor" }]);
  });

  test("where the address has an account here and is not verified there", async () => {
    const ada = await app.person();
    office.be({ sub: id, email: ada.email, email_verified: false });
    expect(errorOf(await signIn())).toBe("account_not_linked");
  });

  test.each(["access_denied", "temporarily_unavailable"])("when the other side says %s", async (error) => {
    office.refuseNext(error);
    expect(errorOf(await signIn())).toBe(error);
  });

  test("without an address", async () => {
    office.be({ sub: id });
    expect(errorOf(await signIn())).not.toMatch(/^302/);
  });

  test.each([
    ["for another client", { aud: "another" }],
    ["of another issuer", { iss: "https://evil.test" }],
    ["that has expired", { exp: 1 }],
    ["with another nonce", { nonce: "guessed" }],
  ])("with a token %s", async (_what, claims) => {
    office.forgeNext(claims);
    expect(errorOf(await signIn())).toBe("unable_to_get_user_info");
  });

  test("by a way back that someone else began, or that is walked twice", async () => {
    const mine = await begin();
    expect(errorOf(await comeBack({ url: mine.url, cookie: (await begin()).cookie }))).toBe("state_mismatch");
    expect(errorOf(await comeBack({ url: mine.url, cookie: "" }))).toBe("state_mismatch");
    const { url, cookie } = await begin();
    const back = new URL((await fetch(url, { redirect: "manual" })).headers.get("location")!);
    const walk = () => app.request(back.pathname + back.search, { headers: { cookie } });
    expect(await whoIs(await walk())).toMatchObject({ kind: "person" });
    expect(errorOf(await walk())).toBe("state_mismatch");
    expect(errorOf(await app.request(`${back.pathname}?code=x&state=${"y".repeat(32)}`))).toBe("state_mismatch");
    expect(errorOf(await app.request(`${back.pathname}?code=x`))).toBe("state_not_found");
  });

  test("A08 and never leads to another site afterwards", async () => {
    for (const from of ["//evil.test", "https://evil.test/x", "/\\evil.test"])
      expect((await signIn("sso", { from })).headers.get("location")).toMatch(/^(\/onboarding\/user\?from=%2Fchat|\/chat)$/);
  });
});

test("providers that are not among the settings do not exist, nor does the library's own way to them", async () => {
  const plain = await startApp();
  for (const provider of ["google", "sso", "apple", "credential"]) {
    expect((await plain.request("/api/auth/sign-in/with", { body: { provider } })).status).toBe(404);
    expect((await plain.request(`/api/auth/callback/${provider}?code=x&state=y`)).status).toBe(404);
  }
  await plain.close();
  for (const path of ["/sign-in/social", "/link-social", "/unlink-account", "/get-access-token", "/refresh-token"])
    expect((await app.request(`/api/auth${path}`, { body: { provider: "sso" } })).status).toBe(404);
});

test("an office's server that is down costs no one else anything, and is asked again", async () => {
  const late = await startIdentityServer("stet");
  const url = new URL(late.url);
  await late.close();
  const lonely = await startApp({ OIDC_ISSUER: url.origin, OIDC_CLIENT_ID: "stet", OIDC_CLIENT_SECRET: "secret" });
  const ask = () => lonely.request("/api/auth/sign-in/with", { body: { provider: "sso" } });
  expect((await ask()).status).toBe(502);
  await lonely.person();
  const back = await startIdentityServer("stet", { port: Number(url.port) });
  expect((await ask()).status).toBe(200);
  await lonely.close();
  await back.close();
});

describe("connected accounts", () => {
  const listed = async (as: TestPerson) =>
    (
      (await (await app.request("/api/account/connections", { as })).json()) as {
        connections: { id: string; providerId: string }[];
      }
    ).connections;
  async function connect(as: TestPerson): Promise<Response> {
    const body = { provider: "sso", password: as.password };
    const answer = await app.request("/api/account/connections", { body, as });
    expect(answer.status).toBe(200);
    const { url } = (await answer.json()) as { url: string };
    return comeBack({ url, cookie: `${as.cookie}; ${cookieOf(answer)}` });
  }
  const disconnect = (as: TestPerson, connection: string, body: object = { password: as.password }) =>
    app.request(`/api/account/connections/${connection}`, { method: "DELETE", body, as });

  test("are added with the password, listed, open the account, and are removed", async () => {
    const ada = await app.person();
    expect((await app.request("/api/account/connections", { body: { provider: "sso" }, as: ada })).status).toBe(403);
    const answer = await connect(ada);
    expect(answer.headers.get("location")).toBe("/settings/account/security?done=connect");
    const [connection] = await listed(ada);
    expect(connection).toMatchObject({ providerId: "sso" });
    expect(await whoIs(await signIn())).toMatchObject({ email: ada.email });
    expect((await disconnect(ada, connection!.id, { password: "wrong" })).status).toBe(403);
    const other = await app.person();
    expect((await disconnect(other, connection!.id)).status).toBe(404);
    expect((await disconnect(ada, connection!.id)).status).toBe(200);
    expect(await listed(ada)).toEqual([]);
  });

  test("are not taken from another account, nor added where the address is not verified", async () => {
    await signIn();
    const back = (answer: Response) => new URL(answer.headers.get("location")!, app.stet.env.url);
    const taken = back(await connect(await app.person()));
    expect([taken.pathname, taken.searchParams.get("error")]).toEqual([
      "/settings/account/security",
      "account_already_linked_to_different_user",
    ]);
    office.be({ sub: `${id}-other`, email: `other-${email}`, email_verified: false });
    expect(back(await connect(await app.person())).searchParams.get("error")).toBe("unable_to_link_account");
  });

  test("the only sign-in method is never removed, and a fresh sign-in stands for the password", async () => {
    const grace = { name: "Grace", email, password: "", cookie: cookieOf(await signIn()) };
    const [only] = await listed(grace);
    const refused = await disconnect(grace, only!.id, {});
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([409, "last-way-in"]);
    await app.request("/api/auth/request-password-reset", { body: { email } });
    const token = new URL(linkIn(await mail.letterTo(email, /Choose a new/), "/auth/reset-password")).searchParams.get("token");
    await app.request("/api/auth/reset-password", { body: { token, newPassword: "a password at last", keepMethods: true } });
    const again = { ...grace, cookie: cookieOf(await signIn()), password: "a password at last" };
    expect((await disconnect(again, only!.id, {})).status).toBe(403);
    expect((await disconnect(again, only!.id)).status).toBe(200);
  });
});
