/* Account actions reach the security log, and guesses at unknown addresses leave no trace in it. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp, type TestApp } from "#test/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ TRUSTED_PROXIES: "1" });
});
afterAll(() => app.close());

const logged = async (email: string) => {
  const { rows } = await sql<{ event: string }>`select kind || ' ' || result || ' ' || address as event from security_events
    where email = ${email} and organization_id is null order by id`.execute(app.stet.database.db);
  return rows.map((row) => row.event);
};
const headers = { "x-forwarded-for": "192.0.2.9" };

test("sign-ins, right and wrong", async () => {
  const me = await app.person();
  const signIn = (email: string, password: string) =>
    app.request("/api/auth/sign-in/email", { body: { email, password }, headers });
  await signIn(me.email, "not the password");
  await signIn("nobody@example.test", "not the password");
  await signIn(me.email, me.password);
  await expect
    .poll(async () => (await logged(me.email)).filter((event) => event.endsWith("192.0.2.9")).sort())
    .toEqual(["sign-in done 192.0.2.9", "sign-in refused 192.0.2.9"]);
  expect(await logged("nobody@example.test")).toEqual([]);
});

test("a changed password, and the try without the old one", async () => {
  const me = await app.person();
  await expect.poll(() => logged(me.email)).toHaveLength(1);
  const change = (password: string) =>
    app.request("/api/account/change-password", { body: { password, newPassword: "a brand new password" }, as: me, headers });
  expect((await change("a guess")).status).toBe(403);
  expect((await change(me.password)).status).toBe(200);
  expect((await logged(me.email)).slice(1)).toEqual(["password-changed refused 192.0.2.9", "password-changed done 192.0.2.9"]);
});
