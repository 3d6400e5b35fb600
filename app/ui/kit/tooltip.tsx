/*
 * One tooltip for the whole window. A control only carries the words, as attributes
 * (data-tooltip, data-shortcut); one listener on the document shows them on hover
 * and keyboard focus. A chat of a thousand messages has thousands of small buttons,
 * some not made by React: none of them pays for it.
 */
import { cloneElement, useEffect, useLayoutEffect, useRef, useState, type ReactElement } from "react";
import { Kbd } from "./kbd.tsx";

type Words = { label: string; shortcut?: string | undefined };

/** Adds a tooltip to the control inside. It is not a label: the control needs an accessible name. */
export function Tooltip({ label, shortcut, children }: Words & { children: ReactElement }) {
  return cloneElement(children, tooltipAttributes(label, shortcut));
}

export function tooltipAttributes(label: string, shortcut?: string): object {
  return { "data-tooltip": label, ...(shortcut !== undefined && { "data-shortcut": shortcut }) };
}

const hoverDelayMs = 450;
/** Shortly after one tooltip the next appears without delay: the reader is moving along a row. */
const warmMs = 300;

/** Rendered once, by the kit's provider. */
export function TooltipLayer() {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  useEffect(() => watchTargets(setTarget), []);
  if (target === null) return null;
  return <TooltipBubble key={target.dataset.tooltip} target={target} />;
}

function TooltipBubble({ target }: { target: HTMLElement }) {
  const bubble = useRef<HTMLDivElement>(null);
  const shortcut = target.dataset.shortcut;
  useLayoutEffect(() => place(bubble.current!, target.getBoundingClientRect()), [target]);
  return (
    <div ref={bubble} role="tooltip" aria-hidden="true" className={bubbleClass}>
      {target.dataset.tooltip}
      {shortcut !== undefined && <Kbd shortcut={shortcut} isFixed={target.dataset.fixedKeys !== undefined} />}
    </div>
  );
}

const bubbleClass =
  "pointer-events-none fixed top-0 left-0 z-50 flex max-w-72 items-center gap-2 rounded-lg border border-rule bg-raised px-2 py-1 text-xs text-ink shadow-panel";

/** Above the control, or below if there is no room, and never past the window's edge. */
function place(bubble: HTMLElement, at: DOMRect): void {
  const gap = 6;
  const edge = 8;
  const { width, height } = bubble.getBoundingClientRect();
  const above = at.top - height - gap;
  const left = Math.min(Math.max(edge, at.left + at.width / 2 - width / 2), window.innerWidth - width - edge);
  bubble.style.translate = `${left}px ${above >= edge ? above : at.bottom + gap}px`;
}

function watchTargets(show: (target: HTMLElement | null) => void): () => void {
  let timer = 0;
  let shown: HTMLElement | null = null;
  let hiddenAt = -Infinity;
  const leave = new AbortController();

  function change(target: HTMLElement | null): void {
    if (shown !== null) hiddenAt = performance.now();
    shown = target;
    show(target);
  }
  function aim(target: HTMLElement | null, delay: number): void {
    clearTimeout(timer);
    if (target === shown) return;
    if (target === null || shown !== null) change(null);
    if (target !== null) timer = window.setTimeout(() => target.isConnected && change(target), delay);
  }
  function listen<K extends keyof DocumentEventMap>(name: K, handler: (event: DocumentEventMap[K]) => void): void {
    document.addEventListener(name, handler, { signal: leave.signal, passive: true, capture: true });
  }

  listen("pointerover", (event) => {
    if (event.pointerType !== "mouse") return;
    const isWarm = performance.now() - hiddenAt < warmMs || shown !== null;
    aim(targetOf(event), isWarm ? 0 : hoverDelayMs);
  });
  listen("focusin", (event) => {
    const target = targetOf(event);
    aim(target?.matches(":focus-visible") ? target : null, 0);
  });
  listen("focusout", () => aim(null, 0));
  listen("pointerdown", () => aim(null, 0));
  listen("scroll", () => aim(null, 0));
  listen("keydown", (event) => event.key === "Escape" && aim(null, 0));
  return () => {
    clearTimeout(timer);
    leave.abort();
  };
}

/** A control with an open menu needs no tooltip. */
function targetOf(event: Event): HTMLElement | null {
  const target = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-tooltip]") : null;
  return target?.matches('[aria-haspopup][aria-expanded="true"]') ? null : target;
}
