/*
 * While an agent works beside a draft, this window remembers it: after a reload
 * the chat is open again, and its changes go on coming into the text.
 */
import { useEffect, useEffectEvent } from "react";

const keyOf = (draftId: string) => `stet.agent-at-work.${draftId}`;

export function useRememberedWork(draftId: string, isAtWork: boolean): void {
  useEffect(() => {
    try {
      if (isAtWork) sessionStorage.setItem(keyOf(draftId), "1");
      else sessionStorage.removeItem(keyOf(draftId));
    } catch {
      // Only a convenience.
    }
  }, [draftId, isAtWork]);
}

export function useWorkShownAgain(draftId: string, open: () => void): void {
  const show = useEffectEvent(open);
  useEffect(() => {
    try {
      if (sessionStorage.getItem(keyOf(draftId)) !== null) show();
    } catch {
      // Only a convenience.
    }
  }, [draftId]);
}
