/*
 * Transcribes recordings with an OpenAI-compatible server: OpenAI itself or a self-hosted Whisper.
 * Errors are values: a code to show and a message for the log.
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
/** An hour of speech is about 60,000 characters. */
const maxAnswer = 2_000_000;

/** Null if not configured. An OpenAI key is enough; a dedicated address and key take precedence. */
export function speechOf(settings: SpeechSettings, limitMs = timeoutMs): Speech | null {
  const { TRANSCRIPTION_URL, TRANSCRIPTION_MODEL, OPENAI_API_KEY, OPENAI_BASE_URL } = settings;
  if (TRANSCRIPTION_URL === undefined && OPENAI_API_KEY === undefined && settings.TRANSCRIPTION_KEY === undefined) return null;
  // OpenAI's key is only sent to OpenAI's address.
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
          // A redirect would leak the recording and the key to another server.
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

/** fetch's error only says that it failed; the reason is in its cause. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
