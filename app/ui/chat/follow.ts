/*
 * Following the stream is an intention, not a position. While it holds, the page
 * stays at its end however the text grows. Any upward movement by the reader ends
 * it immediately; reaching the end again, or pressing the button, resumes it.
 * Growth is handled in the frame it was laid out in, so the end never slips out of
 * view.
 */
export type Follow = {
  readonly following: boolean;
  toEnd(): void;
  /** The reader is being taken elsewhere. */
  leave(): void;
  stop(): void;
};

/** Nearer than this to the end counts as at the end. */
const nearEnd = 40;
const upwardKeys = new Set(["ArrowUp", "PageUp", "Home"]);

export function followStream(scroller: HTMLElement, content: HTMLElement, changed: (following: boolean) => void): Follow {
  const listening = new AbortController();
  let following = true;
  let lastTop = scroller.scrollTop;
  let lastHeight = scroller.scrollHeight;
  let isShort = false;
  let touchedAt = 0;

  function set(next: boolean): void {
    if (next === following) return;
    following = next;
    changed(next);
  }
  function pin(): void {
    if (following) scroller.scrollTop = scroller.scrollHeight;
    lastTop = scroller.scrollTop;
    lastHeight = scroller.scrollHeight;
  }
  const isScrollable = () => scroller.scrollHeight > scroller.clientHeight + 1;

  function onScroll(): void {
    const { scrollTop, scrollHeight, clientHeight } = scroller;
    const fromEnd = scrollHeight - clientHeight - scrollTop;
    // A page that became shorter moved up without the reader, and is at its end.
    if (scrollTop < lastTop - 1 && fromEnd > 1) set(false);
    else if (scrollTop > lastTop && fromEnd <= nearEnd) set(true);
    lastTop = scrollTop;
    lastHeight = scrollHeight;
  }
  function onWheel(event: WheelEvent): void {
    if (event.deltaY < 0 && isScrollable() && !scrollsItself(event.target, scroller)) set(false);
  }
  function onTouchStart(event: TouchEvent): void {
    touchedAt = event.touches[0]?.clientY ?? 0;
  }
  function onTouchMove(event: TouchEvent): void {
    if ((event.touches[0]?.clientY ?? 0) > touchedAt + 4 && isScrollable() && !scrollsItself(event.target, scroller)) set(false);
  }
  function onKey(event: KeyboardEvent): void {
    const field =
      event.target instanceof Element && event.target.closest("textarea, input, [contenteditable], [role=menu], [role=dialog]");
    if (upwardKeys.has(event.key) && !field && isScrollable()) set(false);
  }

  function onPress(event: Event): void {
    // The scrollbar is held: no event fires until it has moved.
    if (event.target === scroller && isScrollable()) set(false);
  }

  const { signal } = listening;
  scroller.addEventListener("pointerdown", onPress, { passive: true, signal });
  scroller.addEventListener("scroll", onScroll, { passive: true, signal });
  scroller.addEventListener("wheel", onWheel, { passive: true, signal });
  scroller.addEventListener("touchstart", onTouchStart, { passive: true, signal });
  scroller.addEventListener("touchmove", onTouchMove, { passive: true, signal });
  scroller.addEventListener("keydown", onKey, { signal });
  // A rebuild makes the page shorter for a moment, and the browser scrolls up with it. It is handled here, before the
  // page has grown again, since afterwards it looks like a reader moving up by Tab or search.
  const rebuilt = new MutationObserver(() => {
    const grownBy = scroller.scrollHeight - lastHeight;
    if (!following || (!isShort && grownBy >= 0)) return;
    // Higher up than the change explains: the reader has moved, and the scroll event is still to come.
    if (scroller.scrollTop < Math.min(lastTop, scroller.scrollHeight - scroller.clientHeight) - 1) return;
    isShort = grownBy < 0;
    pin();
  });
  rebuilt.observe(content, { childList: true, subtree: true });
  const resized = new ResizeObserver(() => {
    isShort = false;
    pin();
  });
  resized.observe(content);
  resized.observe(scroller);
  pin();

  return {
    get following() {
      return following;
    },
    toEnd() {
      set(true);
      pin();
    },
    leave: () => set(false),
    stop() {
      listening.abort();
      rebuilt.disconnect();
      resized.disconnect();
    },
  };
}

/** A draft or a long patch has its own scrollbar: moving up in it does not concern the page. */
function scrollsItself(target: EventTarget | null, scroller: HTMLElement): boolean {
  let element = target instanceof Element ? target : null;
  for (; element && element !== scroller; element = element.parentElement) {
    if (element.scrollHeight > element.clientHeight + 1 && element.scrollTop > 0) {
      const { overflowY } = getComputedStyle(element);
      if (overflowY === "auto" || overflowY === "scroll") return true;
    }
  }
  return false;
}
