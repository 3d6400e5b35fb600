/* Provenance stored with words taken from an answer: the model, the question and the sources. */
import { promptExcerpt } from "#core/authorship/prompt-excerpt.ts";
import type { Source } from "#core/sources/source.ts";
import type { CopiedText } from "../copied-text.ts";
import { nameOfModel } from "../models/model-list.ts";
import { ask } from "../ask.ts";
import { findOpenMessage } from "./open-chats.ts";

export type AnswerFacts = { model: string; prompt: string; sources: readonly Source[] };

/** Of answers whose chat is not open in this window; null if they cannot be had. */
const read = new Map<string, AnswerFacts | null | Promise<void>>();

/** Null if its facts are known already, or cannot be had. */
export function readAnswerFacts(messageId: string): Promise<void> | null {
  if (messageId === "" || findOpenMessage(messageId)) return null;
  const known = read.get(messageId);
  if (known !== undefined) return known instanceof Promise ? known : null;
  const reading = ask<AnswerFacts>(`/api/messages/${messageId}/facts`).then(
    (facts) => void read.set(messageId, facts),
    () => void read.set(messageId, null),
  );
  read.set(messageId, reading);
  return reading;
}

export function answerFacts(messageId: string): AnswerFacts {
  const found = findOpenMessage(messageId);
  const known = found === null ? read.get(messageId) : null;
  if (known && !(known instanceof Promise)) return known;
  const view = found?.entry.answer?.view;
  const id = view?.model ?? found?.entry.message.run?.model ?? "";
  return {
    model: nameOfModel(id),
    prompt: promptExcerpt(found?.question?.message.content ?? ""),
    sources: view?.sources ?? [],
  };
}

/** For text copied from an answer. */
export function copiedAnswer(messageId: string): CopiedText {
  const { model, prompt } = answerFacts(messageId);
  return { kind: "answer", model, prompt, messageId };
}
