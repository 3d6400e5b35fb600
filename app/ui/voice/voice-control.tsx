/* The button beside Send that records, stops, and retries a failed recording. */
import { Mic, RotateCcw, Square } from "lucide-react";
import { IconButton } from "../kit/icon-button.tsx";
import { late } from "../kit/late.ts";
import type { Voice } from "./use-voice.ts";

/** Loaded when a recording starts. */
export const VoiceStrip = late(() => import("./voice-strip.tsx")).part("VoiceStrip");

export function VoiceButton({ voice: { isHere, state, recorder, start, again } }: { voice: Voice }) {
  if (!isHere) return null;
  return (
    <>
      {again !== null && <IconButton label="Try the last recording again" icon={<RotateCcw />} onClick={again} />}
      {state === "recording" && recorder !== null ? (
        <IconButton
          label="Stop and transcribe"
          variant="outline"
          icon={<Square className="size-3! fill-current" />}
          onClick={() => recorder.stop()}
        />
      ) : (
        <IconButton label="Dictate" icon={<Mic />} pending={state === "transcribing"} onClick={start} />
      )}
    </>
  );
}
