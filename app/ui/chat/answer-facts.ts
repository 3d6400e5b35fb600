/* Provenance stored with words taken from an answer: the model, the question and the sources. */
import { promptExcerpt } from "#core/authorship/prompt-excerpt.ts";
import type { Source } from "#core/sources/source.ts";
import type { CopiedText } from "../copied-text.ts";
import { nameOfModel } from "../models/model-list.ts";
import { findOpenMessage } from "./open-chats.ts";

export type AnswerFacts = { model: string; prompt: string; sources: readonly Source[] };

export function answerFacts(messageId: string): AnswerFacts {
  const found = findOpenMessage(messageId);
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
