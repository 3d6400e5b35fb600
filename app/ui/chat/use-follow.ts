/* Connects the scroller to the stream, and a new turn to the end of the page. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { useLocation } from "react-router";
import { problemIn, sentenceOf } from "../ask.ts";
import { showToast } from "../kit/toast.tsx";
import type { ChatState } from "./chat-state.ts";
import type { ChatStore } from "./chat-store.ts";
import { followStream, jumpTo, type Follow } from "./follow.ts";
import { messageIn } from "./message-link.ts";

type Box = RefObject<HTMLElement | null>;

/** An empty chat has no end to follow: its page stays at the top. */
export function useFollow(
  scroller: Box,
  content: Box,
  store: ChatStore,
  isEmpty: boolean,
): { isFollowing: boolean; toEnd: () => void } {
  const follow = useRef<Follow | null>(null);
  const [isFollowing, setFollowing] = useState(true);
  const toEnd = useCallback(() => follow.current?.toEnd(), []);

  useLayoutEffect(() => {
    if (isEmpty || !scroller.current || !content.current) return;
    const following = followStream(scroller.current, content.current, setFollowing);
    follow.current = following;
    return () => {
      following.stop();
      follow.current = null;
      setFollowing(true);
    };
  }, [scroller, content, isEmpty]);

  useEffect(() => {
    let turn = store.read().turn?.replyId;
    return store.subscribe(() => {
      const next = store.read().turn?.replyId;
      if (next !== undefined && next !== turn) follow.current?.toEnd();
      turn = next;
    });
  }, [store]);

  // A new object with every navigation, so that a link can be followed twice.
  const location = useLocation();
  useEffect(() => {
    const linked = messageIn(location);
    if (linked !== null) store.goTo(linked.messageId, linked.words);
  }, [store, location]);

  useEffect(() => {
    function go() {
      const { goal } = store.read();
      if (goal === null || scroller.current === null) return;
      // Once only: the chat outlives its page, and opens at its end next time.
      store.set({ goal: null });
      void goToMessage(goal, scroller.current, follow.current, store);
    }
    go();
    return store.subscribe(go);
  }, [scroller, store]);

  return { isFollowing, toEnd };
}

async function goToMessage(
  { messageId, words }: NonNullable<ChatState["goal"]>,
  scroller: HTMLElement,
  follow: Follow | null,
  store: ChatStore,
): Promise<void> {
  const find = () => scroller.querySelector<HTMLElement>(`[data-message-id="${CSS.escape(messageId)}"]`);
  follow?.leave();
  try {
    const { markFound } = await import("./mark-found.ts");
    if (!find() && !(await store.loadBackTo(messageId)))
      return void showToast({ kind: "info", text: "That message is no longer in this chat." });
    await new Promise(requestAnimationFrame);
    const element = find();
    if (!element) return;
    markFound(element, words);
    jumpTo(scroller, element);
  } catch (error) {
    showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
  }
}
