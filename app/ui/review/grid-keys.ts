/* Moving and selecting in the table of a review. */

/** Row -1 is the head, column 0 the document. */
export type Place = { row: number; column: number };

/** From one cell to another, both included; documents' names are no part of it. */
export type Range = { from: Place; to: Place };

type Size = { page: number; rows: number; columns: number };
type Keys = { key: string; ctrlKey: boolean; metaKey: boolean };

/** Null for a key that does not move. */
export function nextPlace({ key, ctrlKey, metaKey }: Keys, { row, column }: Place, size: Size): Place | null {
  const { page, rows, columns } = size;
  const isFar = ctrlKey || metaKey;
  const to = (nextRow: number, nextColumn: number): Place => ({
    row: Math.max(-1, Math.min(rows - 1, nextRow)),
    column: Math.max(0, Math.min(columns, nextColumn)),
  });
  switch (key) {
    case "ArrowDown":
      return to(isFar ? rows : row + 1, column);
    case "ArrowUp":
      return to(isFar ? -1 : row - 1, column);
    case "ArrowRight":
      return to(row, isFar ? columns : column + 1);
    case "ArrowLeft":
      return to(row, isFar ? 0 : column - 1);
    case "PageDown":
      return to(row + page, column);
    case "PageUp":
      return to(row - page, column);
    case "Home":
      return to(isFar ? -1 : row, 0);
    case "End":
      return to(isFar ? rows : row, columns);
    default:
      return null;
  }
}

/** The cells between two places, or the one at both. */
export function rangeOf(anchor: Place, place: Place): Range {
  const [rows, columns] = [[anchor.row, place.row], [anchor.column, place.column]] as const; // prettier-ignore
  return {
    from: { row: Math.max(0, Math.min(...rows)), column: Math.max(1, Math.min(...columns)) },
    to: { row: Math.max(...rows), column: Math.max(...columns) },
  };
}

export function sizeOf({ from, to }: Range): number {
  return Math.max(0, to.row - from.row + 1) * Math.max(0, to.column - from.column + 1);
}
