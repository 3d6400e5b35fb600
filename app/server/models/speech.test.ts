import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { saysText, startTranscriber, type Transcriber } from "#test/transcriber.ts";
import { readEnv } from "../env.ts";
import { speechOf } from "./speech.ts";

let server: Transcriber;
beforeAll(async () => {
  server = await startTranscriber();
});
afterAll(() => server.stop());
beforeEach(() => server.answer(saysText(" Heard. ")));

const audio = new Blob(["opus"], { type: "audio/webm;codecs=opus" });
const never = new AbortController().signal;
const speech = (settings: Record<string, string>, limitMs?: number) => speechOf(readEnv(settings), limitMs);

test("nothing set up, nothing there; a key for OpenAI is enough", () => {
  expect(speech({})).toBeNull();
  expect(speech({ MODEL_SERVER_URL: "http://127.0.0.1:11434/v1" })).toBeNull();
  expect(speech({ OPENAI_API_KEY: "sk-one" })).not.toBeNull();
});

test("the recording goes to the server as OpenAI's wire has it, and its text comes back", async () => {
  const answer = await speech({ TRANSCRIPTION_URL: server.url, TRANSCRIPTION_KEY: "k", TRANSCRIPTION_MODEL: "tiny" })!.transcribe(
    audio,
    never,
  );
  expect(answer).toEqual({ text: "Heard." });
  expect(server.heard.at(-1)).toMatchObject({
    path: "/v1/audio/transcriptions",
    key: "Bearer k",
    model: "tiny",
    fileName: "recording.webm",
  });
  expect(server.heard.at(-1)?.audio.toString()).toBe("opus");
});

test("OpenAI's key goes to OpenAI's address, never to another server", async () => {
  await speech({ OPENAI_API_KEY: "sk-one", OPENAI_BASE_URL: server.url })!.transcribe(audio, never);
  expect(server.heard.at(-1)).toMatchObject({ key: "Bearer sk-one", model: "whisper-1" });
  await speech({ OPENAI_API_KEY: "sk-one", TRANSCRIPTION_URL: server.url })!.transcribe(audio, never);
  expect(server.heard.at(-1)?.key).toBeUndefined();
});

test.each([
  ["refuses", 500, "boom", /status 500: boom/],
  ["sends what is no answer", 200, "<html>", /no text/],
])("a server that %s is a failure with its reason, not a throw", async (_what, status, body, why) => {
  server.answer((response) => response.writeHead(status).end(body));
  const answer = await speech({ TRANSCRIPTION_URL: server.url })!.transcribe(audio, never);
  expect(answer).toEqual({ code: "transcription-failed", why: expect.stringMatching(why) as string });
});

test("a redirect is not followed: the recording would go to someone else", async () => {
  server.answer((response) => response.writeHead(307, { location: "http://127.0.0.1:9/" }).end());
  expect(await speech({ TRANSCRIPTION_URL: server.url })!.transcribe(audio, never)).toMatchObject({ code: "transcription-failed" });
});

test("a server that is off is a failure, one that never answers is late", async () => {
  expect(await speech({ TRANSCRIPTION_URL: "http://127.0.0.1:9" })!.transcribe(audio, never)).toMatchObject({
    code: "transcription-failed",
  });
  server.answer(() => {});
  expect(await speech({ TRANSCRIPTION_URL: server.url }, 50)!.transcribe(audio, never)).toMatchObject({
    code: "transcription-silent",
  });
});
