/* Connects the scroller to the stream, and a new turn to the end of the page. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { useLocation } from "react-router";
import { problemIn, sentenceOf } from "../ask.ts";
import { showToast } from "../kit/toast.tsx";
import type { ChatState } from "./chat-state.ts";
import type { ChatStore } from "./chat-store.ts";
import { followStream, type Follow } from "./follow.ts";
import { messageIn, withoutWords } from "./message-link.ts";

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
    if (linked === null) return;
    store.goTo(linked.messageId, linked.words);
    // Otherwise the words would be marked again on a reload, and be shared with the address.
    if (linked.words !== "") history.replaceState(history.state, "", withoutWords(location));
  }, [store, location]);

  useEffect(() => {
    let goal: ChatState["goal"] = null;
    function go() {
      if (goal === store.read().goal) return;
      goal = store.read().goal;
      if (goal !== null) void goTo(goal, scroller.current!, follow.current, store);
    }
    go();
    const leave = store.subscribe(go);
    return () => {
      leave();
      // The chat outlives its page, and opens at its end next time.
      store.set({ goal: null });
    };
  }, [scroller, store]);

  return { isFollowing, toEnd };
}

async function goTo(
  goal: NonNullable<ChatState["goal"]>,
  scroller: HTMLElement,
  follow: Follow | null,
  store: ChatStore,
): Promise<void> {
  follow?.leave();
  try {
    const { goToMessage } = await import("./find/go-to-message.ts");
    await goToMessage(goal, scroller, store);
  } catch (error) {
    showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
  } finally {
    if (store.read().goal === goal) store.set({ goal: null });
  }
}
