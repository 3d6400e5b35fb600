/* Checks our session lookup against better-auth, which creates the sessions. */
import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { joinOrganization, newOrganization } from "#test/people.ts";
import { signedToken } from "./actor.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const actor = (cookie: string) => app.stet.actorOf(new Headers({ cookie }));
const userOf = async (person: TestPerson) =>
  (await app.stet.auth.api.getSession({ headers: new Headers({ cookie: person.cookie }) }))?.user;

test("a signed-in person is who better-auth says, with their memberships", async () => {
  const person = await app.person();
  const user = await userOf(person);
  expect(await actor(person.cookie)).toMatchObject({ kind: "person", userId: user!.id, email: person.email, memberships: [] });
  const { organizationId, slug } = await newOrganization(app.stet.database.db);
  await joinOrganization(app.stet.database.db, user!.id, organizationId, "admin");
  expect(await actor(`other=1; ${person.cookie}; more=2`)).toMatchObject({
    memberships: [{ organizationId, slug, name: slug, role: "admin" }],
  });
});

test("a cookie that is not signed by us, or is of an ended session, is a visitor's", async () => {
  const person = await app.person();
  const [name, value] = [
    person.cookie.slice(0, person.cookie.indexOf("=")),
    decodeURIComponent(person.cookie.slice(person.cookie.indexOf("=") + 1)),
  ];
  const token = value.slice(0, value.lastIndexOf("."));
  const forged = createHmac("sha256", "another secret").update(token).digest("base64");
  for (const cookie of [
    "",
    `${name}=`,
    `${name}=${token}`,
    `${name}=${token}.`,
    `${name}=${encodeURIComponent(`${token}.${forged}`)}`,
    `${name}=%`,
  ]) {
    expect([cookie, await actor(cookie)]).toEqual([cookie, { kind: "visitor" }]);
  }
  expect((await actor(person.cookie)).kind).toBe("person");
  await app.request("/api/auth/sign-out", { method: "POST", as: person, body: {} });
  expect((await actor(person.cookie)).kind).toBe("visitor");
});

test("an expired session is a visitor's; one in use for a day is prolonged", async () => {
  const person = await app.person();
  const { id } = (await userOf(person))!;
  const expire = (interval: string) =>
    sql`update session set "expiresAt" = now() + ${interval}::interval where "userId" = ${id}`.execute(app.stet.database.db);
  await expire("5 days");
  await app.stet.actorOf(new Headers({ cookie: person.cookie }), () => undefined);
  const { rows } = await sql<{
    days: number;
  }>`select extract(day from "expiresAt" - now())::int as days from session where "userId" = ${id}`.execute(app.stet.database.db);
  expect(rows[0]!.days).toBeGreaterThanOrEqual(6);
  await expire("5 days");
  const answer = await app.request("/api/chat-sessions", { as: person });
  expect(answer.headers.getSetCookie().join()).toMatch(/stet_s=[^;]+;.*Max-Age=604800/i);
  await expire("-1 second");
  expect((await actor(person.cookie)).kind).toBe("visitor");
});

test("many who come together are each told who they are", async () => {
  const people = await Promise.all([app.person(), app.person(), app.person()]);
  const cookies = [...people, ...people].map((person) => person.cookie).concat("");
  const actors = await Promise.all(cookies.map(actor));
  const emails = actors.map((one) => (one.kind === "person" ? one.email : null));
  expect(emails).toEqual([...people, ...people].map((person) => person.email as string | null).concat(null));
});

test("a token is read whatever it holds", () => {
  const sign = (value: string) => createHmac("sha256", "s").update(value).digest("base64");
  for (const token of ["abc", "a.b", "å=;"]) {
    expect(signedToken(`x=${encodeURIComponent(`${token}.${sign(token)}`)}`, "x", "s")).toBe(token);
  }
});
