/* Which part of the table is in view. It changes only when other rows or columns come into view, not with each pixel. */
import { useCallback, useMemo, useState } from "react";
import type { LaidOut } from "./grid-layout.ts";
import type { Window } from "./grid-row.tsx";

/** Rows and pixels beyond the edges, so that scrolling shows no gap. */
const spareRows = 8;
const spareWidth = 240;
/** Rows come and go this many at a time. */
const step = 4;

type Part = { from: number; to: number; left: number; right: number };

export function useWindow(laid: LaidOut, { rowHeight, count }: { rowHeight: number; count: number }) {
  const [part, setPart] = useState<Part>({ from: 0, to: 24, left: 0, right: 1600 });
  const look = useCallback(
    ({ scrollTop, scrollLeft, clientHeight, clientWidth }: HTMLElement) => {
      const first = Math.floor(scrollTop / rowHeight) - spareRows;
      const last = Math.ceil((scrollTop + clientHeight) / rowHeight) + spareRows;
      const next: Part = {
        from: Math.max(0, Math.floor(first / step) * step),
        to: Math.ceil(last / step) * step,
        left: Math.floor((scrollLeft - spareWidth) / spareWidth) * spareWidth,
        right: Math.ceil((scrollLeft + clientWidth + spareWidth) / spareWidth) * spareWidth,
      };
      setPart((before) => (isSame(before, next) ? before : next));
    },
    [rowHeight],
  );
  const window = useMemo((): Window => {
    const pinned = laid.columns.filter(({ isPinned }) => isPinned);
    const others = laid.columns.filter(({ isPinned }) => !isPinned);
    const shown = others.filter(({ left, width }) => left + width > part.left && left < part.right);
    return { pinned, skipped: shown.length === 0 ? 0 : shown[0]!.left - laid.pinnedWidth, others: shown };
  }, [laid, part.left, part.right]);
  return { from: part.from, to: Math.min(part.to, count - 1), window, look };
}

function isSame(one: Part, other: Part): boolean {
  return one.from === other.from && one.to === other.to && one.left === other.left && one.right === other.right;
}
