/*
 * The edge of the sidebar, dragged or moved with the arrow keys when focused.
 * Dragging only changes a CSS variable; the width is saved on release. A double
 * click restores the default width.
 */
import { useRef, type KeyboardEvent, type PointerEvent, type RefObject } from "react";
import { clampSidebarWidth, sidebarFigures } from "#core/chat/sidebar.ts";

type ResizeHandleProps = { frame: RefObject<HTMLElement | null>; width: number; setWidth: (rem: number) => void };

const step = 0.5;

export function ResizeHandle({ frame, width, setWidth }: ResizeHandleProps) {
  const drag = useRef<{ from: number; width: number } | null>(null);
  const { minWidth, maxWidth, defaultWidth } = sidebarFigures;

  function show(rem: number): number {
    const next = clampSidebarWidth(rem);
    frame.current?.style.setProperty("--sidebar-width", `${next}rem`);
    return next;
  }
  function start(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { from: event.clientX, width };
  }
  function move(event: PointerEvent<HTMLElement>): number | undefined {
    if (drag.current === null) return undefined;
    return show(drag.current.width + (event.clientX - drag.current.from) / pixelsPerRem());
  }
  function end(event: PointerEvent<HTMLElement>): void {
    const next = move(event);
    drag.current = null;
    if (next !== undefined) setWidth(next);
  }
  function press(event: KeyboardEvent): void {
    const next = { ArrowLeft: width - step, ArrowRight: width + step, Home: minWidth, End: maxWidth, Enter: defaultWidth }[
      event.key
    ];
    if (next === undefined) return;
    event.preventDefault();
    setWidth(show(next));
  }

  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the sidebar"
      aria-controls="sidebar"
      aria-valuenow={width}
      aria-valuemin={minWidth}
      aria-valuemax={maxWidth}
      aria-valuetext={`${width} rem`}
      tabIndex={0}
      className={handleClass}
      onPointerDown={start}
      // Or the browser begins to select text, or to drag a selection, and takes the pointer away.
      onMouseDown={(event) => {
        event.preventDefault();
        event.currentTarget.focus();
      }}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => setWidth(show(defaultWidth))}
      onKeyDown={press}
    />
  );
}

function pixelsPerRem(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
}

/* Wider than it appears: a hairline is hard to hit. */
const handleClass =
  "absolute inset-y-0 -right-1 z-10 w-2 cursor-col-resize touch-none outline-none " +
  "after:absolute after:inset-y-0 after:left-[3px] after:w-0.5 after:bg-transparent after:transition-colors hover:after:bg-rule-strong active:after:bg-blue focus-visible:after:bg-blue";
