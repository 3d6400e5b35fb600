/* The card of a citation while the pointer rests on it or the keyboard has reached it, without a click. */

/** A pointer on its way elsewhere opens nothing. */
const restMs = 250;

type Open = (citation: HTMLElement, isPeek: boolean) => void;

export function peekAtCitations(answer: HTMLElement, open: Open, signal: AbortSignal): void {
  if (signal.aborted) return;
  let resting: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(resting);
  function peek(citation: HTMLElement): void {
    // Without a source there is no card, and the browser's own tooltip says why.
    if (citation.dataset["verdict"] === "no-source") return;
    // The card says what that tooltip would.
    citation.removeAttribute("title");
    open(citation, true);
  }
  function rest(citation: HTMLElement | null): void {
    stop();
    if (citation !== null) resting = setTimeout(() => peek(citation), restMs);
  }
  function onOver({ target, pointerType }: PointerEvent): void {
    rest(pointerType === "mouse" ? citationAt(target) : null);
  }
  function onFocus({ target, relatedTarget }: FocusEvent): void {
    const citation = citationAt(target);
    // Not where focus returns from a card that was closed.
    const isReached = relatedTarget instanceof Element && relatedTarget.closest("[role=dialog]") === null;
    if (citation?.matches(":focus-visible") && isReached) peek(citation);
  }
  // The pointer may have been there before this was fetched.
  if (matchMedia("(hover: hover)").matches) rest(answer.querySelector<HTMLElement>("button.citation:hover"));
  answer.addEventListener("pointerover", onOver, { signal });
  answer.addEventListener("pointerleave", stop, { signal });
  answer.addEventListener("pointerdown", stop, { signal });
  answer.addEventListener("focusin", onFocus, { signal });
  signal.addEventListener("abort", stop);
}

function citationAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("button.citation") : null;
}
