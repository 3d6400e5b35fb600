/*
 * Reads an answer aloud with a voice of the device. Chrome also offers voices that send the text to a server: those are
 * not used, since an answer may be about a client.
 */
import { spokenAnswer } from "#core/prose/spoken-answer.ts";
import { dismissToast, showToast } from "../kit/toast.tsx";

export const canReadAloud = () => "speechSynthesis" in globalThis;

/** Chrome lists its voices a moment after it is first asked. */
const voicesWithin = 1_000;

/** One at a time. It can be stopped on every page: who reads on elsewhere may go on listening. */
export async function readAloud(content: string): Promise<void> {
  const { speechSynthesis } = globalThis;
  speechSynthesis.cancel();
  const { language = navigator.language, sentences } = spokenAnswer(content);
  const voice = voiceFor(language, await localVoices());
  if (voice === undefined) {
    showToast({ kind: "info", text: "This device has no voice for the language of this answer. You can add one in its settings." });
    return;
  }
  // A sentence each: browsers cut long utterances off.
  const utterances = sentences.map((sentence) => {
    const utterance = new SpeechSynthesisUtterance(sentence);
    utterance.voice = voice;
    utterance.lang = voice.lang;
    return utterance;
  });
  const last = utterances.at(-1);
  if (last === undefined) return;
  const action = { label: "Stop", run: () => speechSynthesis.cancel() };
  const notice = showToast({ kind: "info", id: "reading-aloud", text: "Reading the answer aloud", action, duration: 0 });
  last.addEventListener("end", () => dismissToast(notice));
  for (const utterance of utterances) speechSynthesis.speak(utterance);
}

function voiceFor(language: string, voices: readonly SpeechSynthesisVoice[]): SpeechSynthesisVoice | undefined {
  const own = navigator.language;
  const fitting = voices.filter(({ lang }) => baseOf(lang) === baseOf(language));
  return fitting.find(({ lang }) => lang === own) ?? fitting.find((one) => one.default) ?? fitting[0];
}

const baseOf = (language: string) => language.toLowerCase().split(/[-_]/)[0];

async function localVoices(): Promise<SpeechSynthesisVoice[]> {
  const { speechSynthesis } = globalThis;
  if (speechSynthesis.getVoices().length === 0)
    await new Promise<void>((resolve) => {
      speechSynthesis.addEventListener("voiceschanged", () => resolve(), { once: true });
      setTimeout(resolve, voicesWithin);
    });
  return speechSynthesis.getVoices().filter(({ localService }) => localService);
}
