import { afterAll, beforeAll, expect, test } from "vitest";
import { createApi } from "#api/index.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { saysText, startTranscriber, type Transcriber } from "#test/transcriber.ts";

let server: Transcriber;
let app: TestApp;
beforeAll(async () => {
  server = await startTranscriber();
  app = await startApp({ TRANSCRIPTION_URL: server.url });
});
afterAll(async () => {
  await app?.close();
  await server?.stop();
});

const recorded = new File(["opus"], "recording.webm", { type: "audio/webm;codecs=opus" });

function send(form: FormData, as: TestPerson | null, headers: Record<string, string> = {}, to: TestApp = app): Promise<Response> {
  const request = new Request(new URL("/api/transcribe", to.stet.env.url), {
    method: "POST",
    body: form,
    headers: { origin: to.stet.env.url, ...(as === null ? {} : { cookie: as.cookie }), ...headers },
  });
  return Promise.resolve(createApi(to.stet).fetch(request, {}));
}

function formOf(file: File | string | null): FormData {
  const form = new FormData();
  if (file !== null) form.set("file", file);
  return form;
}

async function codeOf(answer: Response): Promise<[number, string]> {
  return [answer.status, ((await answer.json()) as { code: string }).code];
}

test("a recording becomes text", async () => {
  server.answer(saysText("To be, or not to be."));
  const answer = await send(formOf(recorded), await app.person());
  expect([answer.status, await answer.json()]).toEqual([200, { text: "To be, or not to be." }]);
  expect(server.heard.at(-1)?.audio.toString()).toBe("opus");
});

test("only a person's own page may ask", async () => {
  expect(await codeOf(await send(formOf(recorded), null))).toEqual([401, "not-signed-in"]);
  const foreign = await send(formOf(recorded), await app.person(), { origin: "https://elsewhere.example" });
  expect(await codeOf(foreign)).toEqual([403, "wrong-origin"]);
});

test.each([
  ["no file", formOf(null), 400],
  ["a text in place of a file", formOf("opus"), 400],
  ["an empty file", formOf(new File([], "recording.webm", { type: "audio/webm" })), 400],
  ["another kind of file", formOf(new File(["%PDF"], "a.pdf", { type: "application/pdf" })), 400],
  ["too much", formOf(new File([new Uint8Array(23 * 1024 * 1024 + 1)], "recording.webm", { type: "audio/webm" })), 413],
])("%s is refused before anyone is asked", async (_what, form, status) => {
  const before = server.heard.length;
  expect((await send(form, await app.person())).status).toBe(status);
  expect(server.heard).toHaveLength(before);
});

test("what is no form is refused", async () => {
  const answer = await app.request("/api/transcribe", { body: { file: "opus" }, as: await app.person() });
  expect(await codeOf(answer)).toEqual([415, "wrong-content-type"]);
});

test("a server that fails is said in a sentence, and one person cannot keep it busy for all", async () => {
  server.answer((response) => response.writeHead(500).end("boom"));
  const person = await app.person();
  const api = createApi(app.stet);
  const codes = new Set<number>();
  for (let i = 0; i < 61; i++) {
    const headers = { origin: app.stet.env.url, cookie: person.cookie };
    const url = new URL("/api/transcribe", app.stet.env.url);
    const answer = await api.fetch(new Request(url, { method: "POST", body: formOf(recorded), headers }), {});
    if (i === 0) expect(await codeOf(answer)).toEqual([502, "transcription-failed"]);
    codes.add(answer.status);
  }
  expect([...codes]).toEqual([502, 429]);
});

test("where nothing transcribes, nothing is taken", async () => {
  const silent = await startApp();
  expect(await codeOf(await send(formOf(recorded), await silent.person(), {}, silent))).toEqual([
    409,
    "transcription-not-configured",
  ]);
  await silent.close();
});
