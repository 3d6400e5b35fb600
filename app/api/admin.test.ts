/* Connecting models over the API: a key is tried, sealed, used, and never comes back. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ModelSetup } from "#core/models/connection.ts";
import { createLog } from "#server/log.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { sendEvents, startProvider, type Provider } from "#test/provider.ts";

let app: TestApp;
let provider: Provider;
let head: TestPerson;
let other: TestPerson;
const logged: string[] = [];

const key = "sk-test-canary-of-a-secret-4242";
const replacement = "sk-test-another-canary-4343";

beforeAll(async () => {
  provider = await startProvider();
  provider.answer(openAi("sk-test-"));
  app = await startApp({ OPENAI_BASE_URL: `${provider.url}/v1`, LOCAL_MODEL_SERVERS: provider.url });
  Object.assign(app.stet.log, createLog({ ...app.stet.env, LOG_LEVEL: "debug" }, { write: (line) => void logged.push(line) }));
  head = await app.person();
  other = await app.person();
});
afterAll(async () => {
  await app.close();
  await provider.stop();
});

/** Takes keys with this beginning, for both of OpenAI's wires and for its list. */
function openAi(beginning: string, models = ["llama3.2"]): Parameters<Provider["answer"]>[0] {
  return (response, { url, headers }) => {
    if (url === "/v1/models") return response.end(JSON.stringify({ data: models.map((id) => ({ id })) }));
    const given = String(headers.authorization ?? "");
    if (!given.startsWith(`Bearer ${beginning}`))
      return response.writeHead(401).end(JSON.stringify({ error: { message: `Incorrect API key provided: ${given}` } }));
    if (url === "/v1/responses")
      return sendEvents(response, [
        { type: "response.output_text.delta", delta: "Yes." },
        { type: "response.completed", response: { status: "completed", usage: { input_tokens: 1, output_tokens: 1 } } },
      ]);
    sendEvents(response, [{ choices: [{ delta: { content: "Yes." }, finish_reason: "stop" }] }]);
  };
}

const connect = (body: object, as = head) => app.request("/api/admin/models", { body, as });
const setup = async () => (await (await app.request("/api/admin/models", { as: head })).json()) as ModelSetup;
const said = async (answer: Response) => {
  const body = (await answer.json()) as { detail?: string; sentence?: string };
  return `${answer.status} ${body.detail ?? body.sentence}`;
};
const models = async (as: TestPerson) =>
  (await (await app.request("/api/models", { as })).json()) as {
    models: { id: string; available: boolean }[];
    defaultModel: string;
    connect: string | null;
  };
const isUsable = async (id: string) => (await models(other)).models.some((model) => model.id === id && model.available);

describe("a key", () => {
  test("that is refused is not stored, and the sentence does not quote it", async () => {
    const answer = await connect({ provider: "openai", key: "wrong-key-of-some-length" });
    expect(await said(answer)).toBe("400 OpenAI refused the key. Check that it is complete and still active. Nothing was changed.");
    expect((await setup()).connections).toEqual([]);
    expect(await said(await connect({ provider: "openai", key: "" }))).toBe("400 Enter the key.");
    expect((await connect({ provider: "openai", key: "with\nnewline" })).status).toBe(400);
    expect((await models(head)).connect).toBe("needed");
    expect((await models(other)).connect).toBeNull();
  });

  test("that works is used at once, tested, replaced and removed; each is a security event", async () => {
    expect(await isUsable("gpt-6-luna")).toBe(false);
    expect(await said(await connect({ provider: "openai", key: ` ${key} ` }))).toBe("200 It works.");
    expect(await isUsable("gpt-6-luna")).toBe(true);
    expect((await models(head)).connect).toBe("possible");
    const [connection] = (await setup()).connections;
    expect(connection).toMatchObject({ name: "OpenAI", lastFour: "4242", setting: null, isReadable: true, isOverruled: false });
    const test_ = () => app.request(`/api/admin/models/${connection!.id}/test`, { body: {}, as: head });
    expect(await said(await test_())).toBe("200 It works.");

    // A mistyped one does not replace it.
    expect((await connect({ provider: "openai", key: "mistyped" })).status).toBe(400);
    expect((await setup()).connections[0]!.lastFour).toBe("4242");
    expect((await connect({ provider: "openai", key: replacement })).status).toBe(200);
    expect((await setup()).connections.map(({ id, lastFour }) => [id, lastFour])).toEqual([[connection!.id, "4343"]]);

    provider.answer(openAi("nothing"));
    expect(await said(await test_())).toBe("400 OpenAI refused the key. Check that it is complete and still active.");
    provider.answer((response) => response.socket?.destroy());
    expect((await test_()).status).not.toBe(500);
    provider.answer(openAi("sk-test-"));

    const removed = await app.request(`/api/admin/models/${connection!.id}`, { method: "DELETE", body: {}, as: head });
    expect(removed.status).toBe(200);
    expect(await isUsable("gpt-6-luna")).toBe(false);
    const { rows } = await sql<{ kind: string; subject: string; email: string }>`select kind, subject, email from security_events
      where kind like 'model-%' order by id`.execute(app.stet.database.db);
    expect(rows).toEqual(
      ["model-connected", "model-key-replaced", "model-disconnected"].map((kind) => ({
        kind,
        subject: "OpenAI",
        email: head.email,
      })),
    );
  });

  test("is in no answer, no table, no log line and no file", async () => {
    await connect({ provider: "openai", key });
    const answers = ["/api/admin/models", "/api/models", "/api/account/profile"].map(async (path) =>
      (await app.request(path, { as: head })).text(),
    );
    const { rows } = await sql<{ row: string }>`select row_to_json(one)::text as row from model_connections one
      union all select row_to_json(one)::text from security_events one`.execute(app.stet.database.db);
    const seen = [...(await Promise.all(answers)), ...rows.map(({ row }) => row), ...logged];
    expect(rows.length).toBeGreaterThan(1);
    expect(logged.length).toBeGreaterThan(5);
    for (const text of seen) expect(text).not.toMatch(/canary-of-a-secret|another-canary/);
    const folder = app.stet.env.STET_DATA;
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
    for (const file of files) expect(readFileSync(join(file.parentPath, file.name)).includes("canary-of-a-secret")).toBe(false);
  });
});

describe("a server", () => {
  test("is found on this machine and used with one button; after that it is no longer offered", async () => {
    const { found } = await setup();
    expect(found).toEqual([{ name: expect.stringContaining("127.0.0.1"), address: provider.url, models: 1 }]);
    expect(await said(await connect({ provider: "compatible", address: provider.url, name: "Ollama" }))).toBe(
      "200 It works: 1 model.",
    );
    expect(await isUsable("local:llama3.2")).toBe(true);
    expect((await setup()).found).toEqual([]);
  });

  test("people who do not administer make Stet ask nothing", async () => {
    provider.asked.length = 0;
    for (const path of ["/api/admin/models", "/api/admin/administrators"]) {
      expect((await app.request(path, { as: other })).status).toBe(404);
      expect((await app.request(path)).status).toBe(401);
    }
    expect((await connect({ provider: "compatible", address: provider.url }, other)).status).toBe(404);
    expect(provider.asked).toEqual([]);
  });

  test.each([
    ["nothing there", "http://127.0.0.1:9", /^400 127\.0\.0\.1:9 could not be reached/],
    ["no address", "not an address at all", /^400 Enter an address/],
    ["a scheme that is not the web's", "ftp://127.0.0.1", /^400 Enter an address/],
    ["a key in the address", "http://user:secret@127.0.0.1:1", /^400 Enter the key in its own field/],
  ])("%s: the sentence says so", async (_what, address, sentence) => {
    expect(await said(await connect({ provider: "compatible", address }))).toMatch(sentence);
  });

  test.each<[string, Parameters<Provider["answer"]>[0], RegExp]>([
    ["no models", openAi("sk-", []), /has no models to chat with/],
    ["another program", (response) => response.end("<html></html>"), /not as an OpenAI-compatible server/],
    ["not found", (response) => response.writeHead(404).end(), /not as an OpenAI-compatible server/],
    ["a key needed", (response) => response.writeHead(401).end(), /refused the key/],
    ["a list for everyone, and a wrong key", openAi("sk-"), /refused the key/],
  ])("%s: the sentence says so", async (what, answer, sentence) => {
    provider.answer(answer);
    const given = { provider: "compatible", address: `${provider.url}/other`, ...(what.includes("wrong key") && { key: "wrong" }) };
    const { address } = given;
    const plain = { ...given, address: what.includes("wrong key") ? provider.url : address };
    if (what === "no models") plain.address = `${provider.url}/v1`;
    expect(await said(await connect(plain))).toMatch(sentence);
    provider.answer(openAi("sk-test-"));
  });
});

test("the default model is chosen among what can be used", async () => {
  const choose = (model: string | null) => app.request("/api/admin/default-model", { method: "PUT", body: { model }, as: head });
  expect((await choose("claude-sonnet-5-5")).status).toBe(400);
  expect((await choose("gpt-6-luna")).status).toBe(200);
  expect((await models(other)).defaultModel).toBe("gpt-6-luna");
  expect((await choose(null)).status).toBe(200);
  expect((await models(other)).defaultModel).toBe("local:llama3.2");
});

test("administrators are added and removed with the password; the last one stays", async () => {
  const path = "/api/admin/administrators";
  const add = (password: string) => app.request(path, { body: { email: other.email, password }, as: head });
  expect((await add("not it")).status).toBe(403);
  expect((await add(head.password)).status).toBe(200);
  const { administrators } = (await (await app.request(path, { as: other })).json()) as {
    administrators: { id: string; isMe: boolean }[];
  };
  const remove = (id: string) => app.request(`${path}/${id}`, { method: "DELETE", body: { password: head.password }, as: head });
  expect((await remove(administrators.find(({ isMe }) => isMe)!.id)).status).toBe(200);
  expect((await app.request(path, { as: other })).status).toBe(404);
  expect(await said(await remove(administrators.find(({ isMe }) => !isMe)!.id))).toMatch(/^400 This is the only administrator/);
});
