/*
 * Ties the field to what is kept on the device: brings back what was not sent,
 * keeps what is typed, follows another tab, and says when another tab has text
 * of its own.
 */
import { useEffect, useRef, useState, type RefObject } from "react";
import { joinUnsent } from "./reconcile.ts";
import type { ComposerForm } from "./form-state.ts";
import type { ChatStore } from "../chat/chat-store.ts";
import { setText } from "./field-text.ts";
import { Unsent, watchUnsent, type SentAs } from "./unsent.ts";
import { useSentBefore, type SentBefore } from "./use-sent-before.ts";

const saveAfterMs = 250;

export type KeptText = {
  /** Unsent text of another tab that differs from what stands here. */
  other: string | null;
  takeOther(): void;
  dismissOther(): void;
  /** What was sent before the page was left, and whether the server has it. */
  sentBefore: SentBefore | null;
  /** Keeps what is about to be sent, and says under which ids; `acknowledge` is called once the server has it. */
  sending(text: string, files: readonly string[]): { ids: SentAs; acknowledge: () => void };
};

/** `chat` is the chat's id, or "new" until it has one. */
export function useUnsent(
  field: RefObject<HTMLTextAreaElement | null>,
  chat: string,
  { store, form }: { store: ChatStore; form: ComposerForm },
): KeptText {
  const unsent = useRef<Unsent | null>(null);
  const [other, setOther] = useState<string | null>(null);

  useEffect(() => {
    const element = field.current;
    if (!element) return;
    const kept = new Unsent(chat);
    const isNewborn = unsent.current !== null;
    unsent.current = kept;
    // A chat that has just come into being takes along what was typed since; else what was kept comes back.
    const start = isNewborn ? { text: element.value, other: null } : kept.begin(element.value);
    if (!isNewborn && kept.stored.choices) form.choose(kept.stored.choices);
    if (start.text !== element.value) setText(element, start.text);
    setOther(start.other);
    return keepWhileTyping(element, kept, form, setOther, isNewborn && element.value !== "");
  }, [field, chat, form]);
  const sentBefore = useSentBefore(field, unsent, chat, store);

  function dismissOther(): void {
    unsent.current?.dismissOther();
    setOther(null);
  }
  function takeOther(): void {
    const element = field.current;
    if (!element || other === null) return;
    setText(element, joinUnsent(element.value, other));
    dismissOther();
    element.focus();
  }
  function sending(text: string, files: readonly string[]): ReturnType<KeptText["sending"]> {
    // By the time of the answer the chat may have got its id, and another place to keep things.
    const place = unsent.current!;
    const { id: chatId, version } = store.read();
    const ids = place.sending({ text, files: [...files], chatId, version }, form.read().choices);
    return { ids, acknowledge: () => place.acknowledge(text) };
  }
  return { other, takeOther, dismissOther, sentBefore, sending };
}

function keepWhileTyping(
  element: HTMLTextAreaElement,
  kept: Unsent,
  form: ComposerForm,
  tellOther: (other: string | null) => void,
  isUnkept: boolean,
): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dirty = false;
  // Cleared on sending, but not yet acknowledged: the kept copy has to outlive the field.
  function save() {
    clearTimeout(timer);
    if (!dirty || element.dataset.sending !== undefined) return;
    dirty = false;
    const { text, other } = kept.save(element.value, form.read().choices);
    if (text !== element.value) setText(element, text);
    tellOther(other);
  }
  function changed() {
    dirty = true;
    clearTimeout(timer);
    timer = setTimeout(save, saveAfterMs);
  }
  if (isUnkept) changed();
  element.addEventListener("input", changed, { signal });
  window.addEventListener("pagehide", save, { signal });
  document.addEventListener("visibilitychange", save, { signal });
  const stopWatching = watchUnsent(kept.chat, () => {
    const { text, other } = kept.follow(element.value);
    if (text !== element.value && element.dataset.sending === undefined) {
      setText(element, text);
      // It is kept already: that is where it came from.
      dirty = false;
    }
    tellOther(other);
  });
  const stopListening = form.subscribe(changed);
  return () => {
    save();
    listening.abort();
    stopWatching();
    stopListening();
  };
}
