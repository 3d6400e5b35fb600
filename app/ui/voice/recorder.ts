/*
 * One recording, from the moment the microphone is granted until its tracks are
 * stopped, which they are however it ends: stopped, discarded, unplugged, too
 * large, or failed.
 */
import { analyser as look, recording, recordingMaxBytes } from "#core/chat/voice.ts";

export type Recorder = { analyser: AnalyserNode; stop(): void; discard(): void };

/**
 * `onEnd` is called once, with the audio, or null if it was discarded or failed.
 * Throws if no microphone is available.
 */
export async function startRecorder(onEnd: (audio: Blob | null) => void): Promise<Recorder> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const release: (() => void)[] = [() => stream.getTracks().forEach((track) => track.stop())];
  try {
    const context = new AudioContext();
    release.push(() => void context.close());
    const analyser = new AnalyserNode(context, { fftSize: look.fftSize, smoothingTimeConstant: look.smoothing });
    context.createMediaStreamSource(stream).connect(analyser);
    return { analyser, ...record(stream, (audio) => (release.forEach((free) => free()), onEnd(audio))) };
  } catch (error) {
    release.forEach((free) => free());
    throw error;
  }
}

function record(stream: MediaStream, onEnd: (audio: Blob | null) => void): Omit<Recorder, "analyser"> {
  const { mimeType, bitsPerSecond, dataEveryMs } = recording;
  const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: bitsPerSecond });
  const pieces: Blob[] = [];
  let bytes = 0;
  let isWanted = true;
  const stop = () => recorder.state === "inactive" || recorder.stop();
  recorder.addEventListener("dataavailable", ({ data }) => {
    pieces.push(data);
    bytes += data.size;
    if (bytes > recordingMaxBytes - 2 * bitsPerSecond) stop();
  });
  recorder.addEventListener("error", (event) => {
    console.error("The recording failed.", event);
    isWanted = false;
    stop();
  });
  recorder.addEventListener("stop", () => onEnd(isWanted && bytes > 0 ? new Blob(pieces, { type: mimeType }) : null));
  recorder.start(dataEveryMs);
  return {
    stop,
    discard() {
      isWanted = false;
      stop();
    },
  };
}
