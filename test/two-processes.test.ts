/* Two servers on one database: a run written by one of them can be watched, stopped and outlived through the other. */
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { theServer } from "#core/workspace/policy.ts";
import { addPoints, limitDigest } from "#server/data/upkeep/limits-used.ts";
import { startApp, type TestApp, type TestPerson } from "./app.ts";
import { temporaryFolder } from "./databases.ts";
import { startMockModel, type MockModel } from "./mock-model.ts";
import { newPostgresDatabase } from "./postgres.ts";
import { foldFrames, framesOf, question, readUntil, send, threadOf } from "./turns.ts";

const folder = inject("postgresFolder");

describe.skipIf(folder === undefined)("two servers", () => {
  let mock: MockModel;
  let here: TestApp;
  let there: TestApp;
  let me: TestPerson;
  beforeAll(async () => {
    mock = await startMockModel();
    const settings = {
      STET_DATA: temporaryFolder(),
      DATABASE_URL: await newPostgresDatabase(folder!),
      AUTH_SECRET: "the same secret on both of the servers",
      MODEL_SERVER_URL: `${mock.url}/v1`,
    };
    here = await startApp(settings);
    there = await startApp(settings);
    me = await here.person();
  });
  afterAll(async () => {
    await here.close();
    await there.close();
    await mock.stop();
  });

  const told = (directive: string) => question(`Write it. [[mock ${directive}]]`);
  const events = (app: TestApp, runId: string | null, after: number) =>
    app.request(`/api/runs/${runId}/events?after=${after}`, { as: me });

  test("a process with a data folder of its own is refused, in words that say what to set", async () => {
    const { DATABASE_URL } = here.stet.env;
    const alone = startApp({ DATABASE_URL: DATABASE_URL!, AUTH_SECRET: "the same secret on both of the servers" });
    await expect(alone).rejects.toThrow(/another data folder[\s\S]+same STET_DATA[\s\S]+S3_ENDPOINT/);
  });

  test("the parts of a large file, sent to both, are one file on both", async () => {
    const parts = (app: TestApp, path: string, headers: Record<string, string>, method: string, body?: string) =>
      app.fetch(
        new Request(new URL(path, app.stet.env.url), {
          method,
          headers: { origin: app.stet.env.url, cookie: me.cookie, "tus-resumable": "1.0.0", ...headers },
          ...(body !== undefined && { body }),
        }),
      );
    const text = "A file that comes in two parts. ".repeat(40);
    const half = text.length / 2;
    const name = Buffer.from("parts.txt").toString("base64");
    const begun = await parts(
      here,
      "/api/uploads",
      { "upload-length": String(text.length), "upload-metadata": `filename ${name}` },
      "POST",
    );
    expect(begun.status).toBe(201);
    const place = new URL(begun.headers.get("location")!, here.stet.env.url).pathname;
    const type = { "content-type": "application/offset+octet-stream" };
    expect((await parts(here, place, { ...type, "upload-offset": "0" }, "PATCH", text.slice(0, half))).status).toBe(204);
    const whole = await parts(there, place, { ...type, "upload-offset": String(half) }, "PATCH", text.slice(half));
    const { files } = (await whole.json()) as { files: { url: string }[] };
    expect(await (await here.request(`${files[0]!.url}`, { as: me })).text()).toBe(text);
  });

  test("a run is watched through the other one, from any event on", async () => {
    const response = await send(here, me, told("tps=100 chars=400"));
    const runId = response.headers.get("x-stet-run");
    const live = framesOf(await (await events(there, runId, 0)).text());
    const whole = framesOf(await response.text());
    expect(live).toEqual(whole);
    for (const after of [1, 7, whole.length - 1]) {
      expect(framesOf(await (await events(there, runId, after)).text())).toEqual(whole.slice(after));
    }
  });

  test("the same question sent to both is one run", async () => {
    const asked = told("tps=200 chars=200");
    const responses = await Promise.all([send(here, me, asked), send(there, me, asked)]);
    expect(new Set(responses.map((response) => response.headers.get("x-stet-run"))).size).toBe(1);
    const [one, other] = await Promise.all(responses.map(async (response) => framesOf(await response.text())));
    expect(one).toEqual(other);
    expect((await threadOf(here, me, asked.chatId)).messages).toHaveLength(2);
  });

  test("a stop through the other one ends the text where its reader was", async () => {
    const asked = told("tps=100 chars=4000");
    const response = await send(here, me, asked);
    const runId = response.headers.get("x-stet-run");
    const seen = await readUntil(response, (frame) => frame.seq === 20);
    const stopped = await (await there.request(`/api/runs/${runId}/stop`, { as: me, body: { seenSeq: 12 } })).json();
    const expected = foldFrames(seen.filter((frame) => frame.seq <= 12)).content;
    expect(stopped).toMatchObject({ status: "stopped", content: expected });
    expect(foldFrames(framesOf(await (await events(there, runId, 0)).text())).content).toBe(expected);
    expect((await threadOf(here, me, asked.chatId)).messages[1]!.content).toBe(expected);
    await expect.poll(async () => (await mock.stats()).active).toBe(0);
  });

  test("of 66 questions of one person, half to each, as many are answered at once as one person may have", async () => {
    const [one, other] = [await here.person(), await here.person()];
    const asked = Array.from({ length: 66 }, (_, nth) => send(nth % 2 === 0 ? here : there, one, told("tps=4 chars=400")));
    const answers = await Promise.all(asked);
    const begun = answers.filter(({ status }) => status === 200);
    expect(begun).toHaveLength(30);
    for (const refused of answers.filter(({ status }) => status !== 200))
      expect([refused.status, (await refused.json()).code]).toEqual([429, "too-many-answers"]);
    const passage = { originalText: "He go home.", prompt: "Correct it. [[mock tps=0]]", model: "local:mock-model" };
    const modify = (app: TestApp, as: TestPerson) => app.request("/api/text-modify", { as, body: passage });
    expect((await Promise.all([modify(here, one), modify(there, one)])).map(({ status }) => status)).toEqual([429, 429]);
    expect((await modify(there, other)).status).toBe(200);
    await Promise.all(begun.map((answer, nth) => stop(nth % 2 === 0 ? there : here, answer)));
    expect((await modify(there, one)).status).toBe(200);

    function stop(app: TestApp, answer: Response) {
      return app.request(`/api/runs/${answer.headers.get("x-stet-run")}/stop`, { as: one, body: { seenSeq: 0 } });
    }
  });

  test("what one person asks models for in a minute is counted over both", async () => {
    const somebody = await here.person();
    const { id } = await here.stet.database.db
      .selectFrom("user")
      .select("id")
      .where("email", "=", somebody.email)
      .executeTakeFirstOrThrow();
    const digest = limitDigest("asking", id);
    await addPoints(theServer, here.stet.database.db, [{ digest, points: 119, seconds: 60 }]);
    const first = await send(here, somebody, told("tps=0 chars=40"));
    await first.text();
    const second = await send(there, somebody, told("tps=0 chars=40"));
    expect([first.status, second.status, (await second.json()).code]).toEqual([200, 429, "too-many-requests"]);
    expect(Number(second.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("news of a chat reaches windows that the other one serves", async () => {
    const response = await there.request("/api/updates", { as: me });
    const reader = response.body!.getReader();
    const decoder = new TextDecoder();
    let text = decoder.decode((await reader.read()).value);
    const asked = told("tps=0 chars=40");
    await (await send(here, me, asked)).text();
    const updates = () =>
      text
        .split("\n\n")
        .filter((block) => block.startsWith("data: "))
        .map((block) => JSON.parse(block.slice(6)) as { type: string; chat?: { id: string; running: boolean }; chatId?: string });
    while (!updates().some((update) => update.chat?.id === asked.chatId && !update.chat.running)) {
      text += decoder.decode((await reader.read()).value);
    }
    expect(updates().some((update) => update.type === "thread" && update.chatId === asked.chatId)).toBe(true);
    await reader.cancel();
  });

  test("an account that is suspended on one has nothing open on the other", async () => {
    const somebody = await here.person();
    const asked = told("tps=20 chars=20000");
    const answer = await send(there, somebody, asked);
    const runId = answer.headers.get("x-stet-run");
    const ended = [
      answer.text(),
      (await there.request("/api/updates", { as: somebody })).text(),
      (await here.request(`/api/runs/${runId}/events`, { as: somebody })).text(),
    ];
    // The first to sign in administers the installation.
    const { people } = (await (await here.request(`/api/admin/people?query=${somebody.email}`, { as: me })).json()) as {
      people: { id: string }[];
    };
    const suspended = await here.request(`/api/admin/people/${people[0]!.id}/suspend`, { as: me, body: {} });
    expect(suspended.status).toBe(200);
    await Promise.all(ended);
    expect((await there.request("/api/chat-sessions", { as: somebody })).status).toBe(401);
    const statusOf = () =>
      here.stet.database.db.selectFrom("runs").select("status").where("id", "=", runId!).executeTakeFirstOrThrow();
    await expect.poll(async () => (await statusOf()).status).toBe("stopped");
  });

  test("a server that stops leaves a whole message and says that it was interrupted", async () => {
    const third = await startApp({
      STET_DATA: here.stet.env.STET_DATA,
      DATABASE_URL: here.stet.env.DATABASE_URL!,
      AUTH_SECRET: "the same secret on both of the servers",
      MODEL_SERVER_URL: `${mock.url}/v1`,
    });
    const asked = told("tps=100 chars=4000");
    const response = await send(third, me, asked);
    const runId = response.headers.get("x-stet-run");
    const text = response.text();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await third.stet.drain();
    const refused = await send(third, me, told("tps=0"));
    expect([refused.status, (await refused.json()).code]).toEqual([503, "server-stopping"]);
    const read = foldFrames(framesOf(await text));
    expect(read.finish?.messageMetadata).toMatchObject({ status: "interrupted", problem: "server-stopping" });
    expect(read.content.length).toBeGreaterThan(20);
    await third.close();
    const [, reply] = (await threadOf(here, me, asked.chatId)).messages;
    expect(reply).toMatchObject({ content: read.content, run: { id: runId, status: "interrupted" } });
  });
});
