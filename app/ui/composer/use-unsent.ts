/*
 * Connects the field to the device's storage: restores unsent text, saves what is
 * typed, follows other tabs, and reports when another tab has different text.
 */
import { useCallback, useEffect, useRef, useState, type RefObject } from "react";
import { joinUnsent } from "./reconcile.ts";
import type { ComposerForm } from "./form-state.ts";
import type { ChatStore } from "../chat/chat-store.ts";
import { entriesOf } from "../chat/sections.ts";
import { setText } from "./field-text.ts";
import { isStart, Unsent, watchUnsent, withoutSent, type SentAs } from "./unsent.ts";
import { useSentBefore, type SentBefore } from "./use-sent-before.ts";

const saveAfterMs = 250;

export type KeptText = {
  /** Another tab's unsent text, if it differs from this one. */
  other: string | null;
  takeOther(): void;
  dismissOther(): void;
  /** What was sent before the page was left, and whether the server has it. */
  sentBefore: SentBefore | null;
  /** Saves what is about to be sent and returns its ids; then `acknowledge` is called once the server has it, or `giveBack`. */
  sending(text: string, files: readonly string[]): { ids: SentAs; acknowledge: () => void; giveBack: () => void };
};

/** `chat` is the chat's id, or the store's start place until it has one. */
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
    const before = unsent.current;
    unsent.current = kept;
    // A newly created chat keeps what was typed since; otherwise the saved text is restored.
    if (before !== null && before.chat !== chat) {
      if (element.value !== "") before.moveTo(kept, element.value, form.read().choices);
      setOther(null);
    } else {
      const start = kept.begin(element.value);
      if (kept.stored.choices) form.choose(kept.stored.choices);
      if (start.text !== element.value) setText(element, start.text);
      setOther(start.other);
    }
    const leaveSending = rejoinSending(element, kept, store);
    const stopKeeping = keepWhileTyping(element, kept, form, setOther);
    if (isStart(chat)) takeShared(element);
    return () => {
      leaveSending();
      stopKeeping();
    };
  }, [field, chat, form, store]);
  const sentBefore = useSentBefore(field, unsent, chat, store);
  const dismissSent = useCallback((sent: string) => {
    unsent.current?.dismissSent(sent);
    setOther(null);
  }, []);
  useDismissedOnceSent(other, store, dismissSent);
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
    // By the time of the response the chat may have an id, and with it another storage key.
    const place = unsent.current!;
    const { id: chatId, version } = store.read();
    const ids = place.sending({ text, files: [...files], chatId, version }, form.read().choices);
    return { ids, acknowledge: () => place.acknowledge(text), giveBack: () => place.giveBack() };
  }
  return { other, takeOther, dismissOther, sentBefore, sending };
}

/** What the other tab has sent is not unsent any more: it stands in the conversation. */
function useDismissedOnceSent(other: string | null, store: ChatStore, dismiss: (sent: string) => void): void {
  useEffect(() => {
    if (other === null) return;
    const look = () => {
      // This tab's own question, on its way, may yet be refused.
      const asked = entriesOf(store.read().sections).findLast(
        ({ message }) => message.role === "user" && store.hasStored(message.id),
      );
      if (asked?.message.content === other.trim()) dismiss(other);
    };
    look();
    return store.subscribe(look);
  }, [other, store, dismiss]);
}

/** What another app has shared is brought by the service worker, in the fragment; taken once. */
function takeShared(element: HTMLTextAreaElement): void {
  const shared = new URLSearchParams(location.hash.slice(1)).get("shared");
  if (shared === null) return;
  history.replaceState(history.state, "", location.pathname);
  setText(element, joinUnsent(element.value, shared));
}

/** Back in a chat that is still sending: the message is in the conversation, and returns to the field only if refused. */
function rejoinSending(element: HTMLTextAreaElement, kept: Unsent, store: ChatStore): () => void {
  const { sentAs } = kept;
  if (sentAs === null || element.dataset.sending !== undefined || !store.isSending(sentAs.messageId)) return () => {};
  const { text, messageId } = sentAs;
  element.setAttribute("data-sending", "");
  setText(element, withoutSent(element.value, text));
  const leave = store.subscribe(() => {
    if (store.isSending(messageId)) return;
    leave();
    element.removeAttribute("data-sending");
    if (store.find(messageId) === undefined) setText(element, element.value.trim() === "" ? text : joinUnsent(text, element.value));
  });
  return leave;
}

function keepWhileTyping(
  element: HTMLTextAreaElement,
  kept: Unsent,
  form: ComposerForm,
  onOther: (other: string | null) => void,
): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dirty = false;
  function save() {
    clearTimeout(timer);
    if (!dirty) return;
    dirty = false;
    const { choices } = form.read();
    if (element.dataset.sending !== undefined) return onOther(kept.save(kept.withSent(element.value), choices, false).other);
    const { text, other } = kept.save(element.value, choices);
    if (text !== element.value) setText(element, text);
    onOther(other);
  }
  function changed() {
    dirty = true;
    clearTimeout(timer);
    timer = setTimeout(save, saveAfterMs);
  }
  element.addEventListener("input", changed, { signal });
  window.addEventListener("pagehide", save, { signal });
  document.addEventListener("visibilitychange", save, { signal });
  const stopWatching = watchUnsent(kept.chat, (saved) => {
    const isSending = element.dataset.sending !== undefined;
    const { text, other } = kept.follow(isSending ? kept.withSent(element.value) : element.value, saved, !isSending);
    if (text !== element.value && !isSending) {
      setText(element, text);
      // It was restored from there, so it is already saved.
      dirty = false;
    }
    onOther(other);
  });
  const stopListening = form.subscribe(changed);
  return () => {
    save();
    listening.abort();
    stopWatching();
    stopListening();
  };
}
