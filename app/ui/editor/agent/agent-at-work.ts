/*
 * Remembers in this window that an agent is working beside a draft: after a reload
 * the chat reopens, and its changes keep arriving in the text.
 */
import { useEffect, useEffectEvent } from "react";

const keyOf = (draftId: string) => `stet.agent-at-work.${draftId}`;

export function useRememberedWork(draftId: string, isAtWork: boolean): void {
  useEffect(() => {
    try {
      if (isAtWork) sessionStorage.setItem(keyOf(draftId), "1");
      else sessionStorage.removeItem(keyOf(draftId));
    } catch {
      // A convenience only, so storage errors are ignored.
    }
  }, [draftId, isAtWork]);
}

export function useWorkShownAgain(draftId: string, open: () => void): void {
  const show = useEffectEvent(open);
  useEffect(() => {
    try {
      if (sessionStorage.getItem(keyOf(draftId)) !== null) show();
    } catch {
      // A convenience only, so storage errors are ignored.
    }
  }, [draftId]);
}
