/*
 * What transcribes recorded speech. Null if the server has no transcription, in
 * which case the page offers no recording.
 */
import { createContext } from "react";
import { ask } from "../ask.ts";

export type TranscribeAudio = (audio: Blob) => Promise<string>;

export const TranscribeContext = createContext<TranscribeAudio | null>(null);

export async function transcribeAudio(audio: Blob): Promise<string> {
  const body = new FormData();
  body.set("file", audio, "recording.webm");
  return (await ask<{ text: string }>("/api/transcribe", { body })).text;
}
