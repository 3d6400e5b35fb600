/* Long-lived responses end with the access to them and with their reader, however early that one left. */
import { once } from "node:events";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Project } from "#core/workspace/project.ts";
import { newKey } from "#test/api-key.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { startMockModel, type MockModel } from "#test/mock-model.ts";
import { joinOrganization, newOrganization } from "#test/people.ts";
import { question, send } from "#test/turns.ts";
import type { ApiEnv } from "./context.ts";
import { updates } from "./updates.ts";

let mock: MockModel;
let app: TestApp;
beforeAll(async () => {
  mock = await startMockModel();
  app = await startApp({ MODEL_SERVER_URL: `${mock.url}/v1` });
});
afterAll(async () => {
  await app.close();
  await mock.stop();
});

/** At reading speed: far from done when the test is. */
const slow = "Write it. [[mock tps=20 chars=20000]]";

function follow(response: Response) {
  expect(response.status).toBe(200);
  const stream = { text: "", isOver: false };
  const decoder = new TextDecoder();
  void (async () => {
    for await (const bytes of response.body!) stream.text += decoder.decode(bytes);
    stream.isOver = true;
  })();
  return stream;
}
const updatesOf = async (as: TestPerson, query = "") => follow(await app.request(`/api/updates${query}`, { as }));
async function isOver(stream: { isOver: boolean }): Promise<void> {
  await expect.poll(() => stream.isOver, { timeout: 10_000 }).toBe(true);
}

async function secondDevice(me: TestPerson): Promise<TestPerson> {
  const { email, password } = me;
  const answer = await app.request("/api/auth/sign-in/email", { body: { email, password } });
  return {
    ...me,
    cookie: answer.headers
      .getSetCookie()
      .map((one) => one.split(";", 1)[0])
      .join("; "),
  };
}

describe("A14 a stream ends with the session that opened it:", () => {
  const endings: Record<string, (thief: TestPerson, owner: TestPerson) => Promise<Response>> = {
    "signing out": (thief) => app.request("/api/auth/sign-out", { as: thief, method: "POST", body: {} }),
    "signing out everywhere else": (_, owner) => app.request("/api/account/sessions", { as: owner, method: "DELETE" }),
    "a new password": (_, owner) =>
      app.request("/api/account/change-password", { as: owner, body: { password: owner.password, newPassword: "another one 77" } }),
    "asking for the account's deletion": (_, owner) =>
      app.request("/api/account/deletion", { as: owner, body: { password: owner.password } }),
  };
  test.each(Object.entries(endings))("%s", async (_, end) => {
    const owner = await app.person();
    const bystander = await updatesOf(await app.person());
    const thief = await secondDevice(owner);
    const asked = question(slow);
    const answer = await send(app, owner, asked);
    const runId = answer.headers.get("x-stet-run")!;
    const updates = await updatesOf(thief);
    const run = follow(await app.request(`/api/runs/${runId}/events`, { as: thief }));
    await expect.poll(() => run.text.includes("text-delta")).toBe(true);
    expect((await end(thief, owner)).status).toBe(200);
    await Promise.all([isOver(updates), isOver(run)]);
    // What was sent after the end reached neither.
    expect(run.text).not.toContain('"finish"');
    await sql`update chats set title = 'TOP SECRET' where id = ${asked.chatId}::uuid`.execute(app.stet.database.db);
    app.stet.updates.publish((await personBy(owner.email)).id, { kind: "chat", chatId: asked.chatId });
    expect(updates.text).not.toContain("TOP SECRET");
    expect(bystander.isOver).toBe(false);
    await answer.body?.cancel();
    await app.request(`/api/runs/${runId}/stop`, { as: owner, body: { seenSeq: 1 } });
  });
});

async function personBy(email: string): Promise<{ id: string }> {
  return app.stet.database.db.selectFrom("user").select("id").where("email", "=", email).executeTakeFirstOrThrow();
}

test("answers of a member who is removed stop with the text so far, and those of others continue", async () => {
  const { organizationId, slug } = await newOrganization(app.stet.database.db);
  const [owner, member] = [await app.person(), await app.person()];
  await joinOrganization(app.stet.database.db, (await personBy(owner.email)).id, organizationId, "owner");
  const { id } = await personBy(member.email);
  await joinOrganization(app.stet.database.db, id, organizationId);
  const headers = { "x-organization-slug": slug };
  const project = (await (await app.request("/api/projects", { as: member, headers, body: { name: "Merger" } })).json()) as Project;
  const ask = async (as: TestPerson, body: object, place: Record<string, string> = headers) =>
    (await app.request("/api/chat", { as, headers: place, body })).headers.get("x-stet-run")!;
  const [inside, loose] = [await ask(member, { ...question(slow), projectId: project.id }), await ask(member, question(slow))];
  const [personal, others] = [await ask(member, question(slow), {}), await ask(owner, question(slow))];
  const stateOf = (runId: string) =>
    app.stet.database.db
      .selectFrom("runs")
      .innerJoin("messages", "messages.id", "runs.message_id")
      .select(["runs.status", "messages.content"])
      .where("runs.id", "=", runId)
      .executeTakeFirstOrThrow();
  for (const run of [inside, loose, personal, others])
    await expect.poll(() => app.stet.runs.find(run)?.seq ?? 0).toBeGreaterThan(3);

  const removed = await app.request(`/api/members/${id}`, { as: owner, headers, method: "DELETE", body: {} });
  expect(removed.status).toBe(200);
  for (const run of [inside, loose]) {
    await expect.poll(async () => (await stateOf(run)).status).toBe("stopped");
    expect((await stateOf(run)).content).not.toBe("");
  }
  for (const run of [personal, others]) expect((await stateOf(run)).status).toBe("running");
  app.stet.runs.forget([personal, others]);
});

test("a viewer who is unshared in the middle of an answer gets no more of it; its owner does", async () => {
  const [owner, viewer] = [await app.person(), await app.person()];
  const project = (await (await app.request("/api/projects", { as: owner, body: { name: "Merger" } })).json()) as Project;
  const share = (body: object) =>
    app.request("/api/functions/shareProject", { as: owner, body: { projectId: project.id, ...body } });
  await share({ emails: [viewer.email] });
  const answer = await send(app, owner, { ...question(slow), projectId: project.id });
  const runId = answer.headers.get("x-stet-run")!;
  const seen = follow(await app.request(`/api/runs/${runId}/events`, { as: viewer }));
  const own = follow(answer);
  await expect.poll(() => seen.text.includes("text-delta")).toBe(true);
  await share({ emails: [], removeUsers: [viewer.email] });
  await isOver(seen);
  expect(seen.text).not.toContain('"finish"');
  const soFar = own.text.length;
  await expect.poll(() => own.text.length).toBeGreaterThan(soFar);
  expect(own.isOver).toBe(false);
  await app.request(`/api/runs/${runId}/stop`, { as: owner, body: { seenSeq: 1 } });
});

test("who leaves an organization is out of the streams that were opened there, and only of those", async () => {
  const me = await app.person();
  const { organizationId, slug } = await newOrganization(app.stet.database.db);
  const { id } = await personBy(me.email);
  await joinOrganization(app.stet.database.db, id, organizationId);
  const there = await updatesOf(me, `?organization=${slug}`);
  const personal = await updatesOf(me);
  await sql`delete from member where "userId" = ${id}`.execute(app.stet.database.db);
  await isOver(there);
  expect(personal.isOver).toBe(false);
});

test("a key that is revoked ends the answer it asked for", async () => {
  const { secret, keyId } = await newKey(app);
  const body = { model: "local:mock-model", stream: true, messages: [{ role: "user", content: slow }] };
  const headers = { authorization: `Bearer ${secret}` };
  const active = async () => (await mock.stats()).active;
  const before = await active();
  const answer = follow(await app.request("/v1/chat/completions", { headers, body }));
  await expect.poll(() => answer.text.length).toBeGreaterThan(500);
  await sql`update api_keys set revoked_at = now() where id = ${keyId}::uuid`.execute(app.stet.database.db);
  await isOver(answer);
  expect(answer.text).not.toContain("[DONE]");
  await expect.poll(active, { timeout: 10_000 }).toBe(before);
});

test("an upload that is on its way when the session ends is refused, and leaves no file", async () => {
  const me = await app.person();
  const thief = await secondDevice(me);
  const begun = Promise.withResolvers<void>();
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
      const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nwords';
      given.enqueue(new TextEncoder().encode(head));
    },
    pull: () => begun.resolve(),
  });
  const answer = app.fetch(
    new Request(new URL("/api/upload", app.stet.env.url), {
      method: "POST",
      headers: { origin: app.stet.env.url, cookie: thief.cookie, "content-type": "multipart/form-data; boundary=x" },
      body,
      duplex: "half",
    } as RequestInit),
  );
  await begun.promise;
  await expect.poll(() => app.stet.revocations.watching).toBeGreaterThan(0);
  await app.request("/api/account/sessions", { as: me, method: "DELETE" });
  expect((await answer).status).toBe(401);
  controller.error(new Error("given up"));
  const { files } = (await (await app.request("/api/files", { as: me })).json()) as { files: unknown[] };
  expect(files).toEqual([]);
});

test("1,000 readers who left while their session was looked up hold nothing", async () => {
  const me = await app.person();
  const held = () => [app.stet.updates.subscribed, app.stet.revocations.watching];
  const before = held();
  let gate = Promise.resolve();
  const { headers } = new Request("http://localhost", { headers: { cookie: me.cookie } });
  // Without the door's checks, which do not allow a thousand requests a minute.
  const api = new Hono<ApiEnv>();
  api.use(async (c, next) => {
    c.set("actor", await app.stet.actorOf(headers));
    c.set("askAgain", () => app.stet.actorOf(headers));
    await gate;
    await next();
  });
  api.route("/", updates(app.stet));
  let asked = 0;
  let left = 0;
  const server = createServer((request, response) => {
    asked++;
    response.once("close", () => left++);
    void getRequestListener(api.fetch)(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  for (let round = 0; round < 10; round++) {
    const opened = Promise.withResolvers<void>();
    gate = opened.promise;
    const requests = Array.from({ length: 100 }, () => {
      const request = get({ port, host: "127.0.0.1", path: "/api/updates" });
      request.on("error", () => {});
      return request;
    });
    await expect.poll(() => asked, { timeout: 10_000 }).toBe((round + 1) * 100);
    for (const request of requests) request.destroy();
    await expect.poll(() => left, { timeout: 10_000 }).toBe((round + 1) * 100);
    opened.resolve();
  }
  await expect.poll(held, { timeout: 10_000 }).toEqual(before);
  server.close();
});
