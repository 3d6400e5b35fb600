/*
 * Recording and transcribing, as used by the composer. A failure is only logged to
 * the console and the screen returns to idle. The audio survives it: it is kept
 * until it, or a later recording, has been transcribed.
 */
import { use, useEffect, useReducer, useRef, useState, useSyncExternalStore } from "react";
import { nextVoice, type VoiceState } from "#core/chat/voice.ts";
import { canRecordHere } from "./can-record.ts";
import type { Recorder } from "./recorder.ts";
import { TranscribeContext } from "./transcribe-context.ts";

export type Voice = {
  /** False if the browser cannot record, or there is no transcription. */
  isHere: boolean;
  state: VoiceState;
  /** While recording. */
  recorder: Recorder | null;
  start(): void;
  /** Retries a recording that could not be transcribed. */
  again: (() => void) | null;
};

const never = () => () => {};

/** `onText` may be called after the composer has unmounted: a recording in progress is still transcribed. */
export function useVoice(onText: (text: string) => void): Voice {
  const transcribe = use(TranscribeContext);
  const canRecord = useSyncExternalStore(never, canRecordHere, () => false);
  const [state, tell] = useReducer(nextVoice, "idle");
  const [recorder, setRecorder] = useState<Recorder | null>(null);
  const [kept, setKept] = useState<Blob | null>(null);
  const isStarting = useRef(false);
  const isGone = useRef(false);
  const latest = useRef(onText);
  useEffect(() => void (latest.current = onText), [onText]);
  useEffect(() => () => recorder?.stop(), [recorder]);
  useEffect(() => {
    isGone.current = false;
    return () => void (isGone.current = true);
  }, []);

  async function toText(audio: Blob): Promise<void> {
    try {
      const text = await transcribe!(audio);
      setKept(null);
      tell("transcribed");
      if (text !== "") latest.current(text);
    } catch (error) {
      console.error("The recording couldn’t be transcribed.", error);
      setKept(audio);
      tell("failed");
    }
  }
  function ended(audio: Blob | null): void {
    setRecorder(null);
    tell(audio === null ? "discarded" : "stopped");
    if (audio !== null) void toText(audio);
  }
  async function start(): Promise<void> {
    if (isStarting.current || state !== "idle") return;
    isStarting.current = true;
    try {
      const { startRecorder } = await import("./recorder.ts");
      const started = await startRecorder(ended);
      // The page was left while the browser was asking for the microphone.
      if (isGone.current) return started.discard();
      setRecorder(started);
      tell("started");
    } catch (error) {
      console.error("There is no recording.", error);
      tell("failed");
    } finally {
      isStarting.current = false;
    }
  }
  function again(): void {
    tell("again");
    void toText(kept!);
  }
  return {
    isHere: canRecord && transcribe !== null,
    state,
    recorder,
    start: () => void start(),
    again: kept !== null && state === "idle" ? again : null,
  };
}
