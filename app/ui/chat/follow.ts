/*
 * Following the stream is an intention, not a position. While it holds, the
 * page stays at its end however the text grows. Any movement upwards by the
 * reader ends it at once; reaching the end again, or pressing the button,
 * brings it back. Growth is answered in the same frame it was laid out in, so
 * the end never slips out of sight.
 */
export type Follow = {
  readonly following: boolean;
  /** Go to the end and stay there. */
  toEnd(): void;
  /** The reader is being taken somewhere else. */
  leave(): void;
  stop(): void;
};

/** Nearer than this to the end counts as being there. */
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
    // A page that got shorter moved up by itself, and stands at its end.
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
    // The scrollbar is held: nothing is told until it has moved.
    if (event.target === scroller && isScrollable()) set(false);
  }

  const { signal } = listening;
  scroller.addEventListener("pointerdown", onPress, { passive: true, signal });
  scroller.addEventListener("scroll", onScroll, { passive: true, signal });
  scroller.addEventListener("wheel", onWheel, { passive: true, signal });
  scroller.addEventListener("touchstart", onTouchStart, { passive: true, signal });
  scroller.addEventListener("touchmove", onTouchMove, { passive: true, signal });
  scroller.addEventListener("keydown", onKey, { signal });
  // Rebuilt for a moment, the page is shorter, and the browser moves up with it: that is nobody's wish. It is answered
  // here, before the page has grown again, since afterwards it looks like a reader who goes up by Tab or by a search.
  const rebuilt = new MutationObserver(() => {
    const grownBy = scroller.scrollHeight - lastHeight;
    if (!following || (!isShort && grownBy >= 0)) return;
    // Higher up than the change explains: the reader has moved, and the event that tells of it is still to come.
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

/** A draft or a long patch scrolls in itself: moving up in it says nothing about the page. */
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

/**
 * Brings an element to the upper third of the view. Sections that the browser
 * has skipped have estimated heights, so the first jump may miss: it is
 * corrected until it has been right for three frames.
 */
export function jumpTo(scroller: HTMLElement, element: HTMLElement): void {
  let right = 0;
  let frames = 0;
  function correct(): void {
    const error = element.getBoundingClientRect().top - scroller.getBoundingClientRect().top - scroller.clientHeight / 4;
    const before = scroller.scrollTop;
    if (Math.abs(error) > 1) scroller.scrollTop += error;
    // At either end of the page there is nothing more to correct.
    right = Math.abs(error) <= 1 || scroller.scrollTop === before ? right + 1 : 0;
    if (right < 3 && frames++ < 30) requestAnimationFrame(correct);
  }
  correct();
}
