/*
 * Maps key presses to actions, for the whole window. It listens last: a press that
 * the focused element has handled is ignored, as is every press while an input
 * method is composing.
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
