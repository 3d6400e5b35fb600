import { recording } from "#core/chat/voice.ts";

export function canRecordHere(): boolean {
  return (
    typeof MediaRecorder === "function" &&
    typeof navigator.mediaDevices?.getUserMedia === "function" &&
    MediaRecorder.isTypeSupported(recording.mimeType)
  );
}
