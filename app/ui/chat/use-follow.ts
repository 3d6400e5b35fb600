/* Ties the scroller to the stream, and a new turn to the end of the page. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import type { ChatStore } from "./chat-store.ts";
import { followStream, jumpTo, type Follow } from "./follow.ts";

type Box = RefObject<HTMLElement | null>;

/** An empty chat has no end to follow: its page stands at its top. */
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

  useEffect(() => {
    function go() {
      const id = /^#message-(.+)$/.exec(location.hash)?.[1];
      if (id) void jumpToMessage(id, scroller.current!, follow.current, store);
    }
    go();
    window.addEventListener("hashchange", go);
    return () => window.removeEventListener("hashchange", go);
  }, [scroller, store]);

  return { isFollowing, toEnd };
}

async function jumpToMessage(id: string, scroller: HTMLElement, follow: Follow | null, store: ChatStore): Promise<void> {
  const find = () => scroller.querySelector<HTMLElement>(`[data-message-id="${CSS.escape(id)}"]`);
  follow?.leave();
  try {
    while (!find() && store.read().hasOlder) {
      await store.loadOlder();
      await new Promise(requestAnimationFrame);
    }
  } catch {
    return;
  }
  const element = find();
  if (element) jumpTo(scroller, element);
}
