/*
 * Who turns recorded speech into text. Null where the server has nothing that
 * does; then nothing on the page offers to record.
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
