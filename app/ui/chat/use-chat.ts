/* The two stores of a chat for React: structure only, never text. */
import { useSyncExternalStore } from "react";
import type { Answer, AnswerView } from "./answer.ts";
import type { ComposerForm, FormState } from "../composer/form-state.ts";
import type { ChatState } from "./chat-state.ts";
import type { ChatStore } from "./chat-store.ts";

/** `select` must return a stable value while its input is unchanged. */
export function useChat<T>(store: ChatStore, select: (state: ChatState) => T): T {
  const read = () => select(store.read());
  return useSyncExternalStore(store.subscribe, read, read);
}

/** Someone else's chat, or a copy: nothing in it can be changed here. */
export function useReadOnly(store: ChatStore): boolean {
  return useChat(store, (state) => !state.isOwner);
}

export function useAnswer(answer: Answer): AnswerView {
  return useSyncExternalStore(answer.subscribe, answer.read, answer.read);
}

export function useForm<T>(form: ComposerForm, select: (state: FormState) => T): T {
  const read = () => select(form.read());
  return useSyncExternalStore(form.subscribe, read, read);
}
