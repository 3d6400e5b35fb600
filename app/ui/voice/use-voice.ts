/*
 * Recording and transcribing, as the composer sees them. What fails is written
 * to the console and nowhere else; the screen is idle again. The recording
 * itself is not thrown away with the failure: it stays until it, or a later
 * one, has become text.
 */
import { use, useEffect, useReducer, useRef, useState, useSyncExternalStore } from "react";
import { nextVoice, type VoiceState } from "#core/chat/voice.ts";
import { canRecordHere } from "./can-record.ts";
import type { Recorder } from "./recorder.ts";
import { TranscribeContext } from "./transcribe-context.ts";

export type Voice = {
  /** False where the browser cannot record, or nothing transcribes. */
  isHere: boolean;
  state: VoiceState;
  /** While recording. */
  recorder: Recorder | null;
  start(): void;
  /** There is a recording that could not be transcribed; this tries it again. */
  again: (() => void) | null;
};

const never = () => () => {};

/** `onText` may be called after the composer has gone: a recording under way is then still transcribed. */
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
      console.error("The recording was not transcribed.", error);
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
      // The page was left while the browser asked for the microphone.
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
