/*
 * Dictation into the composer: idle, recording, transcribing, and back to idle,
 * even on errors. The level meter and the insertion of text are here too, as
 * neither needs a microphone.
 */

export const recording = { mimeType: "audio/webm;codecs=opus", dataEveryMs: 1000, bitsPerSecond: 48_000 } as const;
/** How its level is sampled during recording. */
export const analyser = { fftSize: 512, smoothing: 0.8 } as const;
/** The server's limit, over an hour; a recording that reaches it is stopped and transcribed. */
export const recordingMaxBytes = 23 * 1024 * 1024;

export type VoiceState = "idle" | "recording" | "transcribing";
export type VoiceEvent = "started" | "stopped" | "transcribed" | "again" | "failed" | "discarded";

const steps: Record<VoiceState, Partial<Record<VoiceEvent, VoiceState>>> = {
  idle: { started: "recording", again: "transcribing" },
  recording: { stopped: "transcribing", failed: "idle", discarded: "idle" },
  transcribing: { transcribed: "idle", failed: "idle" },
};

/** An event that doesn't apply to the state is ignored, as recorder events may arrive late. */
export function nextVoice(state: VoiceState, event: VoiceEvent): VoiceState {
  return steps[state][event] ?? state;
}

/** In a 48 kHz analyser, bins up to here hold nearly all of a voice; those above are mostly room noise. */
const voiceShare = 1 / 3;

/** Loudness from 0 to 1 of the analyser's frequency bins, low to high. */
export function levelOf(bins: Uint8Array): number {
  const count = Math.max(1, Math.floor(bins.length * voiceShare));
  let sum = 0;
  for (let i = 0; i < Math.min(count, bins.length); i++) sum += bins[i]!;
  return Math.min(1, sum / count / 160);
}

/** The text to insert into `text` at `at`, spaced to fit in without changing what was there. */
export function spokenInsert(text: string, at: number, spoken: string): string {
  const words = spoken.trim();
  const before = text.slice(0, at);
  const after = text.slice(at);
  const needsBefore = before !== "" && !/\s$|[([{„“‘«"'/-]$/.test(before);
  const needsAfter = after !== "" && !/^[\s.,;:!?)\]}”’»…]/.test(after);
  return words === "" ? "" : `${needsBefore ? " " : ""}${words}${needsAfter ? " " : ""}`;
}

/** 75 seconds as 1:15. */
export function clockTime(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}
