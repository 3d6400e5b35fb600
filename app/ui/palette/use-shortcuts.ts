/*
 * Turns key presses into actions, for the whole window. It listens last: what
 * has the focus has had its turn, and a press it has used is left alone. So is
 * every press while an input method is composing.
 */
import { useEffect } from "react";
import { actionFor, focusOf } from "./actions.ts";

export function useShortcuts(): void {
  useEffect(() => {
    window.addEventListener("keydown", run);
    return () => window.removeEventListener("keydown", run);
  }, []);
}

function run(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.repeat) return;
  const action = actionFor(event, focusOf(event.target instanceof Element ? event.target : null));
  if (action === undefined) return;
  event.preventDefault();
  action.run();
}
