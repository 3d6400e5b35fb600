/*
 * Recorded speech becomes text at a server that speaks OpenAI's wire for it:
 * OpenAI itself, or a whisper server of one's own. What went wrong is a value:
 * the code a person may see, and the words for the log.
 */
import type { ProblemCode } from "#core/workspace/problem.ts";
import type { Env } from "../env.ts";
import { serverBase } from "./local-models.ts";
import { isLoose, parseJson, textAt } from "./json-fields.ts";
import { cleanSentence } from "./refusal.ts";

export type Transcript = { text: string } | { code: ProblemCode; why: string };

export type Speech = { transcribe(audio: Blob, signal: AbortSignal): Promise<Transcript> };

type SpeechSettings = Pick<
  Env,
  "TRANSCRIPTION_URL" | "TRANSCRIPTION_KEY" | "TRANSCRIPTION_MODEL" | "OPENAI_API_KEY" | "OPENAI_BASE_URL"
>;

/** A long recording on a slow machine takes minutes. */
const timeoutMs = 300_000;
/** An hour of speech is some 60,000 characters. */
const maxAnswer = 2_000_000;

/** Null where nothing has been set up. A key for OpenAI is enough; its own address and key come first. */
export function speechOf(settings: SpeechSettings, limitMs = timeoutMs): Speech | null {
  const { TRANSCRIPTION_URL, TRANSCRIPTION_MODEL, OPENAI_API_KEY, OPENAI_BASE_URL } = settings;
  if (TRANSCRIPTION_URL === undefined && OPENAI_API_KEY === undefined && settings.TRANSCRIPTION_KEY === undefined) return null;
  // OpenAI's key is for OpenAI's address only.
  const key = settings.TRANSCRIPTION_KEY ?? (TRANSCRIPTION_URL === undefined ? OPENAI_API_KEY : undefined);
  const base = serverBase(TRANSCRIPTION_URL ?? OPENAI_BASE_URL ?? "https://api.openai.com/v1");
  return {
    async transcribe(audio, signal) {
      const form = new FormData();
      form.set("model", TRANSCRIPTION_MODEL);
      form.set("response_format", "json");
      form.set("file", audio, "recording.webm");
      try {
        const response = await fetch(`${base}/audio/transcriptions`, {
          method: "POST",
          body: form,
          headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
          signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
          // A redirect would take the recording, and the key, to somebody else.
          redirect: "error",
        });
        return transcriptIn(response.status, (await response.text()).slice(0, maxAnswer));
      } catch (error) {
        if (error instanceof DOMException && error.name === "TimeoutError")
          return { code: "transcription-silent", why: `no answer in ${limitMs / 1000} s` };
        return { code: "transcription-failed", why: wordsOf(error) };
      }
    },
  };
}

function transcriptIn(status: number, body: string): Transcript {
  if (status < 200 || status > 299)
    return { code: "transcription-failed", why: `status ${status}: ${cleanSentence(body) || "no words"}` };
  const answer = parseJson(body);
  const text = isLoose(answer) ? textAt(answer, "text") : undefined;
  return text === undefined ? { code: "transcription-failed", why: "the answer holds no text" } : { text: text.trim() };
}

/** What fetch throws says only that it failed; the reason stands behind it. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
