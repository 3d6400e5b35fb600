/* Replaces the tools while recording or transcribing. The field itself stays editable. */
import { Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { clockTime } from "#core/chat/voice.ts";
import { IconButton } from "../kit/icon-button.tsx";
import { LevelMeter } from "./level-meter.tsx";
import type { Recorder } from "./recorder.ts";
import type { Voice } from "./use-voice.ts";

/** Only while active: otherwise the tools are shown here. */
export function VoiceStrip({ voice: { state, recorder } }: { voice: Voice }) {
  return (
    <div data-voice={state} className="flex h-8 min-w-0 flex-1 items-center gap-2 pl-2 max-sm:basis-full">
      {state === "recording" && recorder !== null && <Recording recorder={recorder} />}
      {state === "transcribing" && <span className="text-ink-soft">Transcribing…</span>}
      <span role="status" className="sr-only">
        {state === "recording" ? "Recording" : "Transcribing"}
      </span>
    </div>
  );
}

function Recording({ recorder }: { recorder: Recorder }) {
  const [startedAt] = useState(() => performance.now());
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((performance.now() - startedAt) / 1000), 250);
    return () => clearInterval(timer);
  }, [startedAt]);
  return (
    <>
      <LevelMeter analyser={recorder.analyser} />
      <span className="text-xs text-ink-soft tabular-nums">{clockTime(seconds)}</span>
      <IconButton label="Discard the recording" icon={<Trash2 />} size="small" onClick={() => recorder.discard()} />
    </>
  );
}
