/* Passkeys with a software authenticator: what opens an account, and what does not. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cookieOf, startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { newAuthenticator } from "#test/authenticator.ts";
import { startMailServer, type MailServer } from "#test/mail-server.ts";
import { totpCode } from "#test/totp.ts";

const site = "https://stet.example";
let mail: MailServer;
let app: TestApp;
beforeAll(async () => {
  mail = await startMailServer();
  app = await startApp({ SMTP_URL: mail.url, STET_URL: site });
});
afterAll(async () => {
  await app.close();
  await mail.close();
});

type Begun = { id: string; options: { challenge: string; user: { id: string }; excludeCredentials: { id: string }[] } };
type Device = ReturnType<typeof newAuthenticator>;

async function begin(as: TestPerson): Promise<Begun> {
  const answer = await app.request("/api/account/passkeys/begin", { body: { password: as.password }, as });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Begun;
}
const finish = (as: TestPerson, id: string, response: object, name = "Laptop") =>
  app.request("/api/account/passkeys", { body: { id, name, response }, as });

async function withPasskey(): Promise<TestPerson & { device: Device }> {
  const ada = await app.person();
  const device = newAuthenticator(site);
  const { id, options } = await begin(ada);
  expect((await finish(ada, id, device.make(options))).status).toBe(200);
  return { ...ada, device };
}

async function challenge(): Promise<Begun> {
  return (await (await app.request("/api/auth/passkey/begin", { body: {} })).json()) as Begun;
}
const bring = (id: string, response: object) => app.request("/api/auth/passkey/sign-in", { body: { id, response } });
const whoIs = (answer: Response) => app.stet.actorOf(new Headers({ cookie: cookieOf(answer) }));
const listed = async (as: TestPerson) =>
  (
    (await (await app.request("/api/account/passkeys", { as })).json()) as {
      passkeys: { id: string; name: string; usedAt: unknown }[];
    }
  ).passkeys;

test("is made after the password, announced by email, and opens the account", async () => {
  const ada = await withPasskey();
  await mail.letterTo(ada.email, /passkey was added/);
  expect(await listed(ada)).toMatchObject([{ name: "Laptop", usedAt: null }]);
  const { id, options } = await challenge();
  const inside = await bring(id, ada.device.show(options));
  expect(await inside.json()).toEqual({ user: { email: ada.email } });
  expect(await whoIs(inside)).toMatchObject({ kind: "person", email: ada.email });
  expect((await listed(ada))[0]!.usedAt).not.toBeNull();
});

test("is two steps in one: no code is asked for after it", async () => {
  const ada = await withPasskey();
  const started = await app.request("/api/account/second-step", { body: { password: ada.password }, as: ada });
  const { secret } = (await started.json()) as { secret: string };
  await app.request("/api/account/second-step/confirm", { body: { code: totpCode(secret) }, as: ada });
  const { id, options } = await challenge();
  expect(await whoIs(await bring(id, ada.device.show(options)))).toMatchObject({ email: ada.email });
});

describe("a new one is refused", () => {
  test("A15 without the password", async () => {
    const ada = await app.person();
    for (const password of [undefined, "wrong"])
      expect((await app.request("/api/account/passkeys/begin", { body: { password }, as: ada })).status).toBe(403);
    expect((await app.request("/api/account/passkeys/begin", { body: {} })).status).toBe(401);
  });

  test.each([
    ["made for another site", { origin: "https://evil.test" }],
    ["of another host", { host: "evil.test" }],
    ["of another challenge", { challenge: "AAAA" }],
    ["that did not ask its owner", { isVerified: false }],
  ])("%s", async (_what, ways) => {
    const ada = await app.person();
    const { id, options } = await begin(ada);
    expect((await finish(ada, id, newAuthenticator(site).make(options, ways))).status).toBe(400);
    expect(await listed(ada)).toEqual([]);
  });

  test("for another's challenge, for a used one, for a sign-in's, and when it is known already", async () => {
    const [ada, eve] = [await app.person(), await app.person()];
    const { id, options } = await begin(ada);
    expect((await finish(eve, id, newAuthenticator(site).make(options))).status).toBe(400);
    expect((await finish(ada, id, newAuthenticator(site).make(options))).status).toBe(400);
    const open = await challenge();
    expect((await finish(ada, open.id, newAuthenticator(site).make(open.options))).status).toBe(400);

    const grace = await withPasskey();
    const again = await begin(eve);
    expect((await finish(eve, again.id, grace.device.make(again.options))).status).toBe(400);
    expect(await listed(eve)).toEqual([]);
  });

  test("as nonsense", async () => {
    const ada = await app.person();
    for (const response of [{}, { id: 5 }, { id: "x", rawId: "x", type: "public-key", response: { clientDataJSON: "e30" } }]) {
      const { id } = await begin(ada);
      expect((await finish(ada, id, response)).status).toBe(400);
      const open = await challenge();
      expect((await bring(open.id, response)).status).toBe(400);
    }
  });
});

describe("a sign-in is refused", () => {
  test.each([
    ["at another site", { origin: "https://evil.test" }],
    ["for another host", { host: "evil.test" }],
    ["for another challenge", { challenge: "AAAA" }],
    ["that did not ask its owner", { isVerified: false }],
    ["by a copy of the device, which has counted less", { counter: 1 }],
  ])("%s", async (_what, ways) => {
    const { device } = await withPasskey();
    const { id, options } = await challenge();
    const answer = await bring(id, device.show(options, ways));
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([400, []]);
  });

  test("twice with one answer, also at the same time", async () => {
    const { device } = await withPasskey();
    const { id, options } = await challenge();
    const shown = device.show(options);
    const answers = await Promise.all([bring(id, shown), bring(id, shown)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await bring(id, shown)).status).toBe(400);
  });

  test("with another's key under a known name, and with a key that is not known", async () => {
    const { device } = await withPasskey();
    const stranger = newAuthenticator(site);
    const first = await challenge();
    const { id } = device.show(first.options);
    expect((await bring(first.id, { ...stranger.show(first.options), id, rawId: id })).status).toBe(400);
    const second = await challenge();
    expect((await bring(second.id, stranger.show(second.options))).status).toBe(400);
  });
});

test("is named and removed by its owner alone, removed after the password, and then opens nothing", async () => {
  const [ada, eve] = [await withPasskey(), await app.person()];
  const { id } = (await listed(ada))[0]!;
  const path = `/api/account/passkeys/${id}`;
  expect((await app.request(path, { method: "PATCH", body: { name: "Mine now" }, as: eve })).status).toBe(404);
  expect((await app.request(path, { method: "DELETE", body: { password: eve.password }, as: eve })).status).toBe(404);
  expect((await app.request(path, { method: "PATCH", body: { name: "Phone" }, as: ada })).status).toBe(200);
  expect((await app.request(path, { method: "PATCH", body: { name: " " }, as: ada })).status).toBe(400);
  expect(await listed(ada)).toMatchObject([{ name: "Phone" }]);
  expect((await app.request(path, { method: "DELETE", body: {}, as: ada })).status).toBe(403);
  expect((await app.request(path, { method: "DELETE", body: { password: ada.password }, as: ada })).status).toBe(200);
  await mail.letterTo(ada.email, /passkey was removed/);
  const begun = await challenge();
  expect((await bring(begun.id, ada.device.show(begun.options))).status).toBe(400);
});
