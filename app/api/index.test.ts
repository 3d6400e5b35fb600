import { afterAll, beforeAll, expect, test } from "vitest";
import { cookieOf, startApp, type TestApp } from "#test/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test("live and ready", async () => {
  expect((await app.request("/health/live")).status).toBe(200);
  expect(await (await app.request("/health/ready")).json()).toEqual({ status: "ready", database: "embedded" });
});

test("a person signs up, is known by the cookie, and is a stranger again after signing out", async () => {
  const me = await app.person();
  const who = () => app.stet.actorOf(new Headers({ cookie: me.cookie }));
  expect(await who()).toMatchObject({ kind: "person", email: me.email, plan: "professional", memberships: [] });
  expect((await app.request("/api/auth/sign-out", { body: {}, as: me })).status).toBe(200);
  expect(await who()).toEqual({ kind: "visitor" });
});

test("people get the plan of the settings, and cannot give themselves another", async () => {
  const free = await startApp({ DEFAULT_PLAN: "free" });
  const planOf = async (body: object) => {
    await free.request("/api/auth/sign-up/email", { body });
    const response = await free.request("/api/auth/sign-in/email", { body });
    const me = await free.stet.actorOf(new Headers({ cookie: cookieOf(response) }));
    return me.kind === "person" ? me.plan : response.status;
  };
  expect(await planOf({ name: "Ann", email: "ann@example.test", password: "password ann" })).toBe("free");
  expect(await planOf({ name: "Eve", email: "eve@example.test", password: "password eve", plan: "professional" })).toBe("free");
  await free.close();
});

test("the cookie is hidden from scripts and stays on this site", async () => {
  const { email, password } = await app.person();
  const response = await app.request("/api/auth/sign-in/email", { body: { email, password } });
  const cookie = response.headers.getSetCookie().find((each) => each.startsWith("stet_s="));
  expect(cookie).toMatch(/HttpOnly/i);
  expect(cookie).toMatch(/SameSite=Lax/i);
});

test("a wrong password and an unknown address get the same answer, and guessing is stopped", async () => {
  const me = await app.person();
  const attempt = (email: string) => app.request("/api/auth/sign-in/email", { body: { email, password: "not the password" } });
  const [wrong, unknown] = [await attempt(me.email), await attempt("nobody@example.test")];
  expect(wrong.status).toBe(401);
  expect(unknown.status).toBe(401);
  expect(await wrong.text()).toBe(await unknown.text());
  for (let tries = 0; tries < 5; tries++) await attempt(me.email);
  const refused = await attempt(me.email);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
});

test.each([
  ["another site's form", { origin: "https://evil.example" }],
  ["no origin at all", { origin: "" }],
  ["a cross-site request that a browser marked", { "sec-fetch-site": "cross-site" }],
])("%s is refused", async (_, headers) => {
  const response = await app.request("/api/auth/sign-out", { body: {}, headers });
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ code: "wrong-origin" });
});

test("a body that is not JSON is refused before anyone reads it", async () => {
  const response = await app.request("/api/auth/sign-in/email", { body: {}, headers: { "content-type": "text/plain" } });
  expect(response.status).toBe(415);
});

test("what does not exist answers 404 in the catalogue's form", async () => {
  const response = await app.request("/api/nothing");
  expect(response.status).toBe(404);
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(await response.json()).toMatchObject({ code: "not-found", status: 404 });
});
