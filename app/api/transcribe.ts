/* POST /api/transcribe: turns a recording, the `file` of a form, into text. None of it is stored. */
import { Hono } from "hono";
import { recordingMaxBytes } from "#core/chat/voice.ts";
import { problem } from "#core/workspace/problem.ts";
import { createLimiter } from "#server/db/limiter.ts";
import { isOnAround } from "#server/data/pseudonyms/pseudonym-lists.ts";
import type { Stet } from "#server/stet.ts";
import { personOf } from "./edge.ts";
import type { ApiContext, ApiEnv } from "./context.ts";
import { consume } from "./email-limit.ts";

const recordingsStay =
  "Pseudonyms are on in this workspace or in one of its projects, and nothing can be replaced in a recording. It was not sent; type instead.";

export function transcribe(stet: Stet) {
  const perPerson = createLimiter(stet.db, { name: "transcribe", points: 60, seconds: 600 });
  return new Hono<ApiEnv>().post("/api/transcribe", async (c) => {
    const me = personOf(c);
    if (stet.speech === null) throw problem("transcription-not-configured");
    // A recording does not say which project it is about, and nothing can be replaced in it.
    if (await isOnAround(me, stet.db)) throw problem("not-allowed", recordingsStay);
    await consume(perPerson, me.userId);
    const audio = recordingIn(c);
    const { speech } = stet;
    const transcript = await stet.asking.during(me, () => speech.transcribe(audio, c.req.raw.signal));
    if ("text" in transcript) return c.json({ text: transcript.text });
    stet.log.warn({ requestId: c.get("requestId"), bytes: audio.size, why: transcript.why }, "not transcribed");
    throw problem(transcript.code);
  });
}

function recordingIn(c: ApiContext): File {
  const file = c.get("body").form?.get("file");
  if (!(file instanceof File) || file.size === 0) throw problem("bad-request", "file: there is no recording in the form.");
  if (file.size > recordingMaxBytes) throw problem("too-large");
  if (!/^audio\/webm\b/.test(file.type)) throw problem("bad-request", "file: a recording is audio/webm.");
  return file;
}
