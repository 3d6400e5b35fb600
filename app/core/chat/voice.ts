/*
 * Speaking into the composer: idle, recording, transcribing, and idle again,
 * whatever went wrong on the way. What the sound looks like and where its text
 * goes are said here too, because neither needs a microphone.
 */

/** How a recording is made. */
export const recording = { mimeType: "audio/webm;codecs=opus", dataEveryMs: 1000, bitsPerSecond: 48_000 } as const;
/** How its level is looked at while it is made. */
export const analyser = { fftSize: 512, smoothing: 0.8 } as const;
/** The largest recording the server takes; one that grows to it is ended and transcribed. Over an hour. */
export const recordingMaxBytes = 23 * 1024 * 1024;

export type VoiceState = "idle" | "recording" | "transcribing";
export type VoiceEvent = "started" | "stopped" | "transcribed" | "again" | "failed" | "discarded";

const steps: Record<VoiceState, Partial<Record<VoiceEvent, VoiceState>>> = {
  idle: { started: "recording", again: "transcribing" },
  recording: { stopped: "transcribing", failed: "idle", discarded: "idle" },
  transcribing: { transcribed: "idle", failed: "idle" },
};

/** What does not belong to a state leaves it as it is: news of a recording may come late. */
export function nextVoice(state: VoiceState, event: VoiceEvent): VoiceState {
  return steps[state][event] ?? state;
}

/** Bins of a 48 kHz analyser up to here hold nearly all of a voice; above is room. */
const voiceShare = 1 / 3;

/** Loudness from 0 to 1 of the analyser's bytes, a bin each, low to high. */
export function levelOf(bins: Uint8Array): number {
  const count = Math.max(1, Math.floor(bins.length * voiceShare));
  let sum = 0;
  for (let i = 0; i < Math.min(count, bins.length); i++) sum += bins[i]!;
  return Math.min(1, sum / count / 160);
}

/** What to put into `text` at `at`, so that the words fit in and nothing that stood there is changed. */
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
