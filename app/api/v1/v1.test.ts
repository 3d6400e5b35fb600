/* The public API as the official `openai` client sees it. */
import type OpenAI from "openai";
import { APIError } from "openai";
import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { countUsage } from "#server/data/accounts/api-usage.ts";
import { createApi } from "#api/index.ts";
import { clientOf, newKey, type KeyHolder } from "#test/api-key.ts";
import { startApp, type TestApp } from "#test/app.ts";
import { startMockModel, type MockModel } from "#test/mock-model.ts";

let mock: MockModel;
let app: TestApp;
let holder: KeyHolder;
let client: OpenAI;
beforeAll(async () => {
  mock = await startMockModel();
  app = await startApp({ MODEL_SERVER_URL: `${mock.url}/v1`, API_REQUESTS_PER_MINUTE: "1000" });
  holder = await newKey(app);
  client = clientOf(app, holder.secret);
});
afterAll(async () => {
  await app.close();
  await mock.stop();
});
beforeEach(() => mock.control({ tps: 0, chars: 100, kind: "plain" }));

const model = "local:mock-model";
const messages = [{ role: "user" as const, content: "Hello" }];
const hello = { model, messages };

/** What the client throws. */
async function errorOf(asked: Promise<unknown>): Promise<APIError> {
  const thrown = await asked.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof APIError)) throw new Error(`no refusal: ${String(thrown)}`);
  return thrown;
}

async function usageOf({ me }: KeyHolder) {
  await app.stet.usage.stored();
  return countUsage(me, app.stet.database.db, 1);
}

describe("models", () => {
  test("are listed, those that can be asked", async () => {
    const ids = (await client.models.list()).data.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(["stet-builtin", model]));
    expect(ids).not.toContain("gpt-6-astra");
    expect(await client.models.retrieve(model)).toMatchObject({ id: model, object: "model", owned_by: "this-server" });
    expect(await errorOf(client.models.retrieve("gpt-17"))).toMatchObject({ status: 404, code: "model_not_found" });
  });
});

describe("an answer", () => {
  test("comes whole, with what it used", async () => {
    await mock.control({ tps: 0, text: "Let it stand." });
    const answer = await client.chat.completions.create(hello);
    expect(answer).toMatchObject({
      object: "chat.completion",
      model,
      choices: [
        { index: 0, message: { role: "assistant", content: expect.stringContaining("Let it stand.") }, finish_reason: "stop" },
      ],
    });
    expect(answer.usage!.total_tokens).toBe(answer.usage!.prompt_tokens + answer.usage!.completion_tokens);
    expect(answer.usage!.completion_tokens).toBeGreaterThan(0);
  });

  test("comes as a stream whose pieces are the whole", async () => {
    await mock.control({ tps: 0, text: "One two three four five." });
    const stream = await client.chat.completions.create({ ...hello, stream: true, stream_options: { include_usage: true } });
    let text = "";
    const finishes: unknown[] = [];
    let usage: unknown;
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? "";
      if (chunk.choices[0]?.finish_reason) finishes.push(chunk.choices[0].finish_reason);
      if (chunk.usage) usage = chunk.usage;
    }
    expect(text).toContain("One two three four five.");
    expect(finishes).toEqual(["stop"]);
    expect(usage).toMatchObject({ prompt_tokens: expect.any(Number), completion_tokens: expect.any(Number) });
  });

  test("is put together by the client's own reader of streams, reasoning aside", async () => {
    await mock.control({ tps: 0, text: "Whole.", reasoning: 40 });
    const runner = client.chat.completions.stream(hello);
    expect(await runner.finalContent()).toContain("Whole.");
    const whole = await client.chat.completions.create(hello);
    expect((whole.choices[0]!.message as { reasoning_content?: string }).reasoning_content).toHaveLength(40);
  });

  test("ends before a stop sequence, also one that comes in pieces, and its use is counted", async () => {
    await mock.control({ tps: 0, text: "First line.\nSecond line.\nThird.", tokchars: 3 });
    const stop = ["\nSecond"];
    const whole = await client.chat.completions.create({ ...hello, stop });
    expect(whole.choices[0]).toMatchObject({ message: { content: "First line." }, finish_reason: "stop" });
    expect(whole.usage!.completion_tokens).toBeGreaterThan(0);
    const runner = client.chat.completions.stream({ ...hello, stop });
    expect(await runner.finalContent()).toBe("First line.");
  });

  test("passes tools to the model, its calls to the client, and the results back", async () => {
    await mock.control({ tps: 0, tool: "look_up", toolargs: '{"query":"bees"}', text: "Bees fly." });
    const tools = [
      {
        type: "function" as const,
        function: { name: "look_up", parameters: { type: "object", properties: { query: { type: "string" } } } },
      },
    ];
    const first = await client.chat.completions.create({ ...hello, tools });
    const { message, finish_reason: finish } = first.choices[0]!;
    expect(finish).toBe("tool_calls");
    const [call] = message.tool_calls!;
    expect(call).toMatchObject({ type: "function", function: { name: "look_up", arguments: '{"query":"bees"}' } });

    const streamed = await client.chat.completions.stream({ ...hello, tools }).finalMessage();
    expect(streamed.tool_calls![0]).toMatchObject({ function: { name: "look_up", arguments: '{"query":"bees"}' } });

    const history = [...messages, message, { role: "tool" as const, tool_call_id: call!.id, content: "They fly." }];
    const second = await client.chat.completions.create({ model, tools, messages: history });
    expect(second.choices[0]).toMatchObject({ message: { content: expect.stringContaining("Bees fly.") }, finish_reason: "stop" });
  });

  test("is written by the built-in editor with no key of a provider, its tools unseen", async () => {
    const asked = 'Fix the grammar: "Their is many reason why the the contract are void."';
    const answer = await client.chat.completions.create({ model: "stet-builtin", messages: [{ role: "user", content: asked }] });
    const { message, finish_reason: finish } = answer.choices[0]!;
    expect(finish).toBe("stop");
    expect(message.tool_calls).toBeUndefined();
    expect(message.content).toMatch(/There/);
  });

  test("stops at the model when the client goes, and what was written is counted", async () => {
    const own = await newKey(app);
    await mock.control({ tps: 50, chars: 20_000 });
    const stream = await clientOf(app, own.secret).chat.completions.create({ ...hello, stream: true });
    const before = (await mock.stats()).aborted;
    for await (const chunk of stream) if ((chunk.choices[0]?.delta.content ?? "") !== "") stream.controller.abort();
    await expect.poll(async () => (await mock.stats()).aborted).toBe(before + 1);
    await expect.poll(() => usageOf(own)).toMatchObject([{ model, requests: 1, failures: 0 }]);
    expect((await usageOf(own))[0]!.outputTokens).toBeGreaterThan(0);
  });
});

describe("what is wrong is said in the client's own errors", () => {
  test.each([
    [{ model: "gpt-17" }, 404, "model_not_found", null],
    [{ model: "gpt-6-astra" }, 400, "model_not_configured", null],
    [{ messages: [] }, 400, "bad_request", "messages"],
    [{ temperature: 7 }, 400, "bad_request", "temperature"],
    [{ n: 2 }, 400, "bad_request", "n"],
    [{ tool_choice: "required" }, 400, "bad_request", "tool_choice"],
    [{ messages: [{ role: "system", content: "Be kind." }] }, 400, "bad_request", "messages"],
    [{ messages: [{ role: "tool", tool_call_id: "x", content: "y" }] }, 400, "bad_request", "messages.0.tool_call_id"],
    [
      { messages: [{ role: "user", content: [{ type: "image_url", image_url: { url: "http://127.0.0.1/a.png" } }] }] },
      400,
      "bad_request",
      "messages.0.content.0",
    ],
  ])("%j is a %i %s", async (wrong, status, code, param) => {
    for (const stream of [false, true]) {
      const error = await errorOf(client.chat.completions.create({ ...hello, stream, ...wrong } as never));
      expect(error).toMatchObject({ status, code, param });
      expect(error.message).toMatch(/\w+ \w+/);
    }
  });

  test.each([
    ["401", 502, "model_key_refused"],
    ["429", 429, "rate_limit_exceeded"],
    ["cut", 502, "model_cut_off"],
  ])("a provider that answers %s before its first word is a %i", async (mode, status, code) => {
    await mock.control({ mode, cutat: 0, tps: 0, retryafter: 40 });
    for (const stream of [false, true])
      expect(await errorOf(client.chat.completions.create({ ...hello, stream } as never))).toMatchObject({ status, code });
  });

  test("a provider that breaks off in mid-stream is an error of the stream", async () => {
    await mock.control({ mode: "errevent", cutat: 40, tps: 0, chars: 400 });
    const stream = await client.chat.completions.create({ ...hello, stream: true });
    let text = "";
    const error = await errorOf(
      (async () => {
        for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? "";
      })(),
    );
    expect(text).not.toBe("");
    expect(error.message).not.toBe("");
  });

  test("a model that the organization's plan withholds", async () => {
    const withheld = await startApp({ OPENAI_API_KEY: "k", DEFAULT_PLAN: "free" });
    const free = await newKey(withheld);
    const error = await errorOf(clientOf(withheld, free.secret).chat.completions.create({ model: "o3", messages }));
    expect(error).toMatchObject({ status: 403, code: "model_not_in_plan" });
    expect((await clientOf(withheld, free.secret).models.list()).data.map(({ id }) => id)).not.toContain("o3");
    await withheld.close();
  });

  test("an address that is none", async () => {
    expect(await errorOf(client.get("/nothing"))).toMatchObject({ status: 404, code: "not_found" });
    expect(await errorOf(client.post("/models", { body: {} }))).toMatchObject({ status: 404 });
  });
});

describe("a key", () => {
  const list = (secret: string) => clientOf(app, secret).models.list();

  test("that is none, revoked, expired, or whose maker has left, opens nothing", async () => {
    for (const secret of ["stet_", "x", `stet_${"a".repeat(40)}`])
      expect(await errorOf(list(secret))).toMatchObject({ status: 401, code: "invalid_api_key" });
    const { db } = app.stet.database;
    for (const [column, said] of [
      ["revoked_at", /revoked/],
      ["expires_at", /expired/],
    ] as const) {
      const own = await newKey(app);
      await list(own.secret);
      await db
        .updateTable("api_keys")
        .set({ [column]: new Date() })
        .where("id", "=", own.keyId)
        .execute();
      const error = await errorOf(list(own.secret));
      expect(error).toMatchObject({ status: 401 });
      expect(error.message).toMatch(said);
    }
    const left = await newKey(app);
    await db.updateTable("member").set({ role: "guest" }).where("userId", "=", left.me.userId).execute();
    expect(await errorOf(list(left.secret))).toMatchObject({ status: 401 });
    await db.deleteFrom("member").where("userId", "=", left.me.userId).execute();
    expect(await errorOf(list(left.secret))).toMatchObject({ status: 401 });
  });

  test("that is guessed at is slowed, which those who have one do not feel", async () => {
    const guessed = await startApp();
    const own = await newKey(guessed);
    const guess = async () => (await guessed.request("/v1/models", { headers: { authorization: "Bearer stet_x" } })).status;
    const answers: number[] = [];
    for (let i = 0; i < 70; i++) answers.push(await guess());
    expect(answers[0]).toBe(401);
    expect(answers.at(-1)).toBe(429);
    await clientOf(guessed, own.secret).models.list();
    await guessed.close();
  });

  test("does what its scopes say, and nothing else", async () => {
    const reader = await newKey(app, ["models:read"]);
    await list(reader.secret);
    const error = await errorOf(clientOf(app, reader.secret).chat.completions.create(hello));
    expect(error).toMatchObject({ status: 403, code: "not_allowed" });
    expect(error.message).toMatch(/lacks the scope chat/);
    const writer = await newKey(app, ["chat"]);
    expect(await errorOf(list(writer.secret))).toMatchObject({ status: 403 });
  });

  test("is taken from its header alone: not from the address, not from a cookie", async () => {
    const at = (path: string, headers: Record<string, string> = {}) => app.request(path, { headers });
    const bearer = { authorization: `Bearer ${holder.secret}` };
    expect((await at("/v1/models", bearer)).status).toBe(200);
    for (const path of [`/v1/models?api_key=${holder.secret}`, `/v1/models?a=1&key=x${holder.secret}`]) {
      expect((await at(path)).status).toBe(401);
      expect((await at(path, bearer)).status).toBe(401);
    }
    expect((await at("/v1/models", { cookie: `authorization=Bearer ${holder.secret}` })).status).toBe(401);
    expect((await at("/v1/models", { authorization: holder.secret })).status).toBe(401);
    const person = await app.person();
    const refusal = await app.request("/v1/models", { as: person });
    expect(refusal.status).toBe(401);
    expect(refusal.headers.get("www-authenticate")).toBe("Bearer");
  });

  test("is for its own organization, and for nothing outside /v1", async () => {
    const bearer = { authorization: `Bearer ${holder.secret}` };
    const other = await newKey(app);
    const slug = (own: string) => app.request("/v1/models", { headers: { ...bearer, "x-organization-slug": own } });
    expect((await slug(holder.organization.slug)).status).toBe(200);
    expect((await slug(other.organization.slug)).status).toBe(404);
    for (const path of ["/api/chat-sessions", "/api/models"])
      expect((await app.request(path, { headers: bearer })).status).toBe(401);
  });

  test("needs no origin, and no other site may read what it gets", async () => {
    const headers = { authorization: `Bearer ${holder.secret}`, origin: "https://evil.test", "sec-fetch-site": "cross-site" };
    const answer = await app.request("/v1/chat/completions", { headers, body: hello });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    const preflight = await app.request("/v1/chat/completions", { method: "OPTIONS", headers: { origin: "https://evil.test" } });
    expect(preflight.ok).toBe(false);
    expect(preflight.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("has a rate, which every answer tells and each key has to itself", async () => {
    const slow = await startApp({ API_REQUESTS_PER_MINUTE: "3" });
    const [own, other] = [await newKey(slow), await newKey(slow)];
    const seen: (string | null)[] = [];
    for (let i = 0; i < 3; i++) {
      const { response } = await clientOf(slow, own.secret).models.list().withResponse();
      seen.push(response.headers.get("x-ratelimit-remaining-requests"));
      expect(response.headers.get("x-ratelimit-limit-requests")).toBe("3");
      expect(response.headers.get("x-ratelimit-reset-requests")).toMatch(/^\d+s$/);
      expect(response.headers.get("ratelimit-policy")).toBe('"requests";q=3;w=60');
    }
    expect(seen).toEqual(["2", "1", "0"]);
    const error = await errorOf(clientOf(slow, own.secret).models.list());
    expect(error).toMatchObject({ status: 429, code: "rate_limit_exceeded" });
    expect(Number(error.headers!.get("retry-after"))).toBeGreaterThan(0);
    expect(error.headers!.get("x-ratelimit-remaining-requests")).toBe("0");
    await clientOf(slow, other.secret).models.list();
    await slow.close();
  });
});

test("every request has its row: what it asked, what it used, how it ended", async () => {
  const own = await newKey(app);
  const mine = clientOf(app, own.secret);
  await mine.chat.completions.create(hello);
  await (await mine.chat.completions.create({ ...hello, stream: true })).toReadableStream().pipeTo(new WritableStream());
  await errorOf(mine.chat.completions.create({ ...hello, model: "gpt-17" }));
  await mine.models.list();
  await expect.poll(async () => (await usageOf(own)).reduce((sum, count) => sum + count.requests, 0)).toBe(4);
  const counts = await usageOf(own);
  expect(counts).toMatchObject([
    { keyId: own.keyId, model: null, requests: 1, failures: 0 },
    { keyId: own.keyId, model: "gpt-17", requests: 1, failures: 1, outputTokens: 0 },
    { keyId: own.keyId, model, requests: 2, failures: 0 },
  ]);
  expect(counts[2]!.outputTokens).toBeGreaterThan(0);
  const rows = await app.stet.database.db
    .selectFrom("api_usage")
    .select(["route", "status", "ms"])
    .where("key_id", "=", own.keyId)
    .orderBy("seq")
    .execute();
  expect(rows.map(({ route, status }) => `${route} ${status}`).sort()).toEqual([
    "GET /v1/models 200",
    "POST /v1/chat/completions 200",
    "POST /v1/chat/completions 200",
    "POST /v1/chat/completions 404",
  ]);
});

describe("the OpenAPI document", () => {
  const read = async () => (await (await app.request("/v1/openapi.json")).json()) as Record<string, any>;

  test("is valid, and needs no key", async () => {
    const { valid, errors } = await new Validator().validate(await read());
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
  });

  test("tells of every route there is, and of no other", async () => {
    const mounted = createApi(app.stet)
      .routes.filter(({ path, method }) => path.startsWith("/v1/") && method !== "ALL" && path !== "/v1/openapi.json")
      .map(({ method, path }) => `${method} ${path.replace(/:id(\{.*\})?(?=$|\/)/, "{id}")}`);
    const { paths, servers } = await read();
    const told = Object.entries(paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} /v1${path}`),
    );
    expect(mounted.length).toBeGreaterThan(2);
    expect(told.sort()).toEqual([...new Set(mounted)].sort());
    expect(servers).toEqual([{ url: `${app.stet.env.url}/v1` }]);
  });
});
