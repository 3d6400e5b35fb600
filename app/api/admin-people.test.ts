/* Ended means ended for an account: what an administrator suspends has no access left, and gets all of it back. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PeoplePage } from "#core/installation/known-person.ts";
import type { Project } from "#core/workspace/project.ts";
import { newKey } from "#test/api-key.ts";
import { cookieOf, startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { newAuthenticator } from "#test/authenticator.ts";
import { startMailServer, type MailServer } from "#test/mail-server.ts";
import { startMockModel, type MockModel } from "#test/mock-model.ts";
import { awayFromTheEdge, totpCode } from "#test/totp.ts";
import { ask, question, send } from "#test/turns.ts";

const site = "https://stet.example";
let mail: MailServer;
let mock: MockModel;
let app: TestApp;
let head: TestPerson;
beforeAll(async () => {
  [mail, mock] = await Promise.all([startMailServer(), startMockModel()]);
  app = await startApp({ MODEL_SERVER_URL: `${mock.url}/v1`, STET_URL: site, SMTP_URL: mail.url });
  head = await app.person();
});
afterAll(async () => {
  await app.close();
  await Promise.all([mail.close(), mock.stop()]);
});

const slow = "Write it. [[mock tps=20 chars=20000]]";

async function idOf({ email }: TestPerson): Promise<string> {
  const { people } = (await (await app.request(`/api/admin/people?query=${email}`, { as: head })).json()) as PeoplePage;
  return people[0]!.id;
}
const change = async (who: TestPerson, what: string, body: object = {}) =>
  app.request(`/api/admin/people/${await idOf(who)}/${what}`, { as: head, body });
const signIn = ({ email, password }: TestPerson) => app.request("/api/auth/sign-in/email", { body: { email, password } });
const codeOf = async (answer: Response) => ((await answer.json()) as { code?: string }).code;

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

test("a suspended account's streams and answers end at once, those of others go on; it signs in nowhere until it is restored", async () => {
  const [me, other] = [await app.person(), await app.person()];
  const bystander = follow(await app.request("/api/updates", { as: other }));
  const updates = follow(await app.request("/api/updates", { as: me }));
  const asked = question(slow);
  const answer = await send(app, me, asked);
  const runId = answer.headers.get("x-stet-run")!;
  const own = follow(answer);
  const watched = follow(await app.request(`/api/runs/${runId}/events`, { as: me }));
  await expect.poll(() => own.text.includes("text-delta")).toBe(true);

  expect((await change(me, "suspend")).status).toBe(200);
  for (const stream of [updates, own, watched]) await expect.poll(() => stream.isOver, { timeout: 10_000 }).toBe(true);
  const statusOf = () => app.stet.database.db.selectFrom("runs").select("status").where("id", "=", runId).executeTakeFirstOrThrow();
  await expect.poll(async () => (await statusOf()).status).toBe("stopped");
  await expect.poll(async () => (await mock.stats()).active).toBe(0);
  expect(bystander.isOver).toBe(false);
  expect((await app.request("/api/chat-sessions", { as: me })).status).toBe(401);
  const refused = await signIn(me);
  expect([refused.status, await codeOf(refused)]).toEqual([403, "ACCOUNT_SUSPENDED"]);
  // Only to those who know the password.
  const guessed = await signIn({ ...me, password: "not the password" });
  expect([guessed.status, await codeOf(guessed)]).toEqual([401, "sign-in-refused"]);

  expect((await change(me, "restore")).status).toBe(200);
  expect((await app.request("/api/chat-sessions", { as: me })).status).toBe(401);
  const back = { ...me, cookie: cookieOf(await signIn(me)) };
  const { sessions } = (await (await app.request("/api/chat-sessions", { as: back })).json()) as { sessions: { id: string }[] };
  expect(sessions.map(({ id }) => id)).toEqual([asked.chatId]);
  const { rows } = await sql<{ kind: string; email: string }>`select kind, email from security_events
    where subject = ${me.email} order by id`.execute(app.stet.database.db);
  expect(rows).toEqual(["account-suspended", "account-restored"].map((kind) => ({ kind, email: head.email })));
});

test("its keys refuse, and the answer one of them asked for ends", async () => {
  const { secret, me } = await newKey(app);
  const headers = { authorization: `Bearer ${secret}` };
  const body = { model: "local:mock-model", stream: true, messages: [{ role: "user", content: slow }] };
  const answer = follow(await app.request("/v1/chat/completions", { headers, body }));
  await expect.poll(() => answer.text.length).toBeGreaterThan(500);
  const path = `/api/admin/people/${me.userId}`;
  expect((await app.request(`${path}/suspend`, { as: head, body: {} })).status).toBe(200);
  await expect.poll(() => answer.isOver, { timeout: 10_000 }).toBe(true);
  expect(answer.text).not.toContain("[DONE]");
  const refused = await app.request("/v1/models", { headers });
  expect(refused.status).toBe(401);
  expect(await refused.text()).toContain("The account of the person who created this key is suspended.");
  await app.request(`${path}/restore`, { as: head, body: {} });
  expect((await app.request("/v1/models", { headers })).status).toBe(200);
});

test("its links to chats show nothing while it is suspended; what it shares with a person stays open to them", async () => {
  const [me, viewer] = [await app.person(), await app.person()];
  const project = (await (await app.request("/api/projects", { as: me, body: { name: "Merger" } })).json()) as Project;
  await app.request("/api/functions/shareProject", { as: me, body: { projectId: project.id, emails: [viewer.email] } });
  const asked = question("Write it. [[mock tps=0 text=Once]]");
  await ask(app, me, asked);
  const shared = (await (await app.request(`/api/chats/${asked.chatId}/share`, { as: me, body: {} })).json()) as {
    data: { shareUrl: string };
  };
  const { getSharedChat } = await import("#server/data/chats/chat-shares.ts");
  const shown = () =>
    getSharedChat({ kind: "visitor" }, app.stet.database.db, shared.data.shareUrl.split("/").at(-1)!).then(
      () => 200,
      (refusal: Response) => refusal.status,
    );
  expect(await shown()).toBe(200);
  await change(me, "suspend");
  expect(await shown()).toBe(404);
  expect((await app.request(`/api/projects/${project.id}`, { as: viewer })).status).toBe(200);
  await change(me, "restore");
  expect(await shown()).toBe(200);
});

test("an upload on its way is refused", async () => {
  const me = await app.person();
  const begun = Promise.withResolvers<void>();
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
      const start = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nwords';
      given.enqueue(new TextEncoder().encode(start));
    },
    pull: () => begun.resolve(),
  });
  const before = app.stet.revocations.watching;
  const answer = app.fetch(
    new Request(new URL("/api/upload", site), {
      method: "POST",
      headers: { origin: site, cookie: me.cookie, "content-type": "multipart/form-data; boundary=x" },
      body,
      duplex: "half",
    } as RequestInit),
  );
  await begun.promise;
  await expect.poll(() => app.stet.revocations.watching).toBeGreaterThan(before);
  await change(me, "suspend");
  expect((await answer).status).toBe(401);
  controller.error(new Error("given up"));
});

describe("a second factor", () => {
  test("is reset with the administrator's password; the person gets an email, and signs in with the password alone", async () => {
    const me = await app.person();
    const started = await app.request("/api/account/second-step", { body: { password: me.password }, as: me });
    const { secret } = (await started.json()) as { secret: string };
    await awayFromTheEdge();
    await app.request("/api/account/second-step/confirm", { body: { code: totpCode(secret) }, as: me });
    expect(await (await signIn(me)).json()).toMatchObject({ twoFactorRedirect: true });
    expect((await change(me, "reset-second-factor", { password: "not it" })).status).toBe(403);
    expect(await (await signIn(me)).json()).toMatchObject({ twoFactorRedirect: true });
    expect((await change(me, "reset-second-factor", { password: head.password })).status).toBe(200);
    expect(await (await signIn(me)).json()).toMatchObject({ user: { email: me.email } });
    await mail.letterTo(me.email, /two-factor.*off/i);
  });

  test("that is still asked for says that the account is suspended, and a passkey too", async () => {
    const me = await app.person();
    const device = newAuthenticator(site);
    const begun = await app.request("/api/account/passkeys/begin", { body: { password: me.password }, as: me });
    const { id, options } = (await begun.json()) as { id: string; options: never };
    await app.request("/api/account/passkeys", { body: { id, name: "Laptop", response: device.make(options) }, as: me });
    await change(me, "suspend");
    const asked = (await (await app.request("/api/auth/passkey/begin", { body: {} })).json()) as { id: string; options: never };
    const shown = await app.request("/api/auth/passkey/sign-in", { body: { id: asked.id, response: device.show(asked.options) } });
    expect([shown.status, await codeOf(shown)]).toEqual([403, "account-suspended"]);
  });
});

test("nothing of it exists for others, and a plan that does not exist is refused", async () => {
  const me = await app.person();
  const path = `/api/admin/people/${await idOf(me)}`;
  for (const what of ["suspend", "restore", "sign-out", "reset-second-factor"]) {
    expect((await app.request(`${path}/${what}`, { as: me, body: { password: me.password } })).status).toBe(404);
    expect((await app.request(`${path}/${what}`, { body: {} })).status).toBe(401);
  }
  expect((await app.request("/api/admin/people", { as: me })).status).toBe(404);
  const plan = (wish: string) => app.request(`${path}/plan`, { as: head, method: "PUT", body: { plan: wish } });
  expect((await plan("everything")).status).toBe(400);
  expect((await plan("professional")).status).toBe(200);
  expect((await app.stet.actorOf(new Headers({ cookie: me.cookie }))) as object).toMatchObject({ plan: "professional" });
});
