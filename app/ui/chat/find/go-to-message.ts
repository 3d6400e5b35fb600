/* Takes the reader to a message, loading it if needed. */
import { showToast } from "../../kit/toast.tsx";
import type { ChatState } from "../chat-state.ts";
import type { ChatStore } from "../chat-store.ts";
import { markFound } from "./mark-found.ts";

/** Does nothing more once the reader has chosen another message, or closed the search. */
export async function goToMessage(goal: NonNullable<ChatState["goal"]>, scroller: HTMLElement, store: ChatStore): Promise<void> {
  const { messageId, words } = goal;
  const find = () => scroller.querySelector<HTMLElement>(`[data-message-id="${CSS.escape(messageId)}"]`);
  if (!find() && !(await store.loadBackTo(messageId)))
    return void showToast({ kind: "info", text: "That message is no longer in this chat." });
  await new Promise(requestAnimationFrame);
  const element = find();
  if (!element || store.read().goal !== goal) return;
  markFound(element, words);
  jumpTo(scroller, element);
}

/**
 * Scrolls an element to the upper third of the view. Sections the browser has
 * skipped have estimated heights, so the first jump may miss: it is corrected until
 * it has been right for three frames.
 */
function jumpTo(scroller: HTMLElement, element: HTMLElement): void {
  let right = 0;
  let frames = 0;
  function correct(): void {
    const error = element.getBoundingClientRect().top - scroller.getBoundingClientRect().top - scroller.clientHeight / 4;
    const before = scroller.scrollTop;
    if (Math.abs(error) > 1) scroller.scrollTop += error;
    // At either end of the page nothing more can be corrected.
    right = Math.abs(error) <= 1 || scroller.scrollTop === before ? right + 1 : 0;
    if (right < 3 && frames++ < 30) requestAnimationFrame(correct);
  }
  correct();
}
