/* How wide the columns of a review are on this device, in which order, and which are pinned or hidden. */
import { useCallback, useMemo, useState } from "react";
import type { ReviewColumn } from "#core/review/review.ts";

export type GridLayout = { widths: Record<string, number>; order: string[]; pinned: string[]; hidden: string[] };

/** `column` is null for the documents, which are always first. `left`: from the edge of the table. */
export type LaidColumn = { id: string; column: ReviewColumn | null; width: number; left: number; isPinned: boolean };
export type LaidOut = { columns: LaidColumn[]; hidden: ReviewColumn[]; pinnedWidth: number; width: number };

export const documentColumn = "document";
const widths = { least: 96, usual: 208, document: 200, most: 800 } as const;

export function laidOut(columns: readonly ReviewColumn[], layout: GridLayout): LaidOut {
  const rank = (id: string) => (layout.order.includes(id) ? layout.order.indexOf(id) : layout.order.length);
  const ordered = columns.toSorted((one, other) => rank(one.id) - rank(other.id));
  const shown = ordered.filter(({ id }) => !layout.hidden.includes(id));
  const isPinned = ({ id }: ReviewColumn) => layout.pinned.includes(id);
  const inOrder = [null, ...shown.filter(isPinned), ...shown.filter((one) => !isPinned(one))];
  let left = 0;
  let pinnedWidth = 0;
  const laid = inOrder.map((column): LaidColumn => {
    const id = column?.id ?? documentColumn;
    const width = layout.widths[id] ?? (column === null ? widths.document : widths.usual);
    const one = { id, column, width, left, isPinned: column === null || isPinned(column) };
    left += width;
    if (one.isPinned) pinnedWidth = left;
    return one;
  });
  return { columns: laid, hidden: ordered.filter(({ id }) => layout.hidden.includes(id)), pinnedWidth, width: left };
}

export type LayoutChange = {
  resize(id: string, width: number): void;
  /** Puts a column before or behind another. */
  move(id: string, to: string, where: "before" | "behind"): void;
  setPinned(id: string, isPinned: boolean): void;
  setHidden(id: string, isHidden: boolean): void;
  showAll(): void;
};

const nothing: GridLayout = { widths: {}, order: [], pinned: [], hidden: [] };
const storageKey = (reviewId: string) => `stet.review-layout.${reviewId}`;

export function useGridLayout(reviewId: string, columns: readonly ReviewColumn[]): { laid: LaidOut; change: LayoutChange } {
  const [layout, setLayout] = useState<GridLayout>(() => stored(reviewId));
  const laid = useMemo(() => laidOut(columns, layout), [columns, layout]);
  const set = useCallback(
    (changed: (before: GridLayout) => Partial<GridLayout>) =>
      setLayout((before) => {
        const after = { ...before, ...changed(before) };
        keep(reviewId, after);
        return after;
      }),
    [reviewId],
  );
  const change = useMemo((): LayoutChange => {
    const ids = columns.map(({ id }) => id);
    const toggled = (list: readonly string[], id: string, isIn: boolean) => [
      ...list.filter((one) => one !== id),
      ...(isIn ? [id] : []),
    ];
    return {
      resize: (id, width) =>
        set((before) => ({
          widths: { ...before.widths, [id]: Math.round(Math.max(widths.least, Math.min(widths.most, width))) },
        })),
      move: (id, to, where) =>
        set((before) => {
          const inOrder = [...before.order.filter((one) => ids.includes(one)), ...ids.filter((one) => !before.order.includes(one))];
          const others = inOrder.filter((one) => one !== id);
          const at = others.indexOf(to) + (where === "behind" ? 1 : 0);
          return { order: [...others.slice(0, at), id, ...others.slice(at)] };
        }),
      setPinned: (id, isPinned) => set((before) => ({ pinned: toggled(before.pinned, id, isPinned) })),
      setHidden: (id, isHidden) => set((before) => ({ hidden: toggled(before.hidden, id, isHidden) })),
      showAll: () => set(() => ({ hidden: [] })),
    };
  }, [set, columns]);
  return { laid, change };
}

function stored(reviewId: string): GridLayout {
  try {
    return { ...nothing, ...(JSON.parse(localStorage.getItem(storageKey(reviewId)) ?? "{}") as Partial<GridLayout>) };
  } catch {
    // On the server, and where storage is forbidden.
    return nothing;
  }
}

function keep(reviewId: string, layout: GridLayout): void {
  try {
    localStorage.setItem(storageKey(reviewId), JSON.stringify(layout));
  } catch {
    // Storage is full or forbidden: the layout lasts as long as the page.
  }
}
