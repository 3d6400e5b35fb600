/*
 * Text that was sent shortly before the page was left, without acknowledgment. It
 * is back in the field while the server is asked whether it has it. Once it turns
 * up in the chat, it is removed from the field.
 */
import { useEffect, useState, type RefObject } from "react";
import type { ChatStore } from "../chat/chat-store.ts";
import { problemIn } from "../ask.ts";
import { onUpdate } from "../updates.ts";
import { withoutSent, type Unsent } from "./unsent.ts";
import { setText } from "./field-text.ts";

/** "unknown" while the server cannot be reached. */
export type SentBefore = "unknown" | "not-there";

export function useSentBefore(
  field: RefObject<HTMLTextAreaElement | null>,
  unsent: RefObject<Unsent | null>,
  chat: string,
  store: ChatStore,
): SentBefore | null {
  const [seen, setSeen] = useState<{ chat: string; state: SentBefore | null }>({ chat, state: null });
  useEffect(() => {
    const setState = (state: SentBefore | null) => setSeen({ chat, state });
    const [element, place] = [field.current, unsent.current];
    const sentAs = place?.sentAs;
    if (!element || !place || sentAs?.chatId !== store.read().id) return;
    let isOver = false;
    function end(): void {
      isOver = true;
      setState(null);
    }
    function look(): void {
      if (isOver) return;
      // Sent again, edited or deleted: no longer the same text.
      if (element!.dataset["sending"] !== undefined || !element!.value.startsWith(sentAs!.text)) return end();
      if (!store.hasStored(sentAs!.messageId)) return;
      end();
      place!.acknowledge(sentAs!.text);
      setText(element!, withoutSent(element!.value, sentAs!.text));
    }
    async function ask(): Promise<void> {
      try {
        await store.lookUp();
        look();
        if (!isOver) setState("not-there");
      } catch (error) {
        if (!isOver) setState(problemIn(error).status === 404 ? "not-there" : "unknown");
      }
    }
    const stopWatching = store.subscribe(look);
    const stopListening = onUpdate((update) => {
      if (!isOver && (update.type === "connected" || update.type === "reconnected")) void ask();
    });
    element.addEventListener("input", look);
    void ask();
    return () => {
      end();
      stopWatching();
      stopListening();
      element.removeEventListener("input", look);
    };
  }, [field, unsent, chat, store]);
  return seen.chat === chat ? seen.state : null;
}
