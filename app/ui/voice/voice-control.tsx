/* The button beside Send that records, stops, and retries a failed recording. */
import { Mic, RotateCcw, Square } from "lucide-react";
import { IconButton } from "../kit/icon-button.tsx";
import type { Voice } from "./use-voice.ts";

export function VoiceButton({ voice: { state, recorder, start, again } }: { voice: Voice }) {
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
