/* What a cell shows, on the screen and in exports. */
import type { CellSource, CellState, ReviewCell } from "./review.ts";

/** What is shown and exported: a person's word, otherwise what was found. */
export function shownAnswer({ held, found }: Pick<ReviewCell, "held" | "found">): { answer: string; sources: CellSource[] } | null {
  return held ?? (found === null || found.state === "failed" ? null : found);
}

/** As long as nothing was asked, and it has not been edited. */
export function emptyCell(columnId: string): ReviewCell {
  return { columnId, found: null, held: null, isQueued: false, isFlagged: false, assigned: null, comments: 0 };
}

/** A newer finding says something else than a person holds. */
export function hasOtherFinding({ held, found }: Pick<ReviewCell, "held" | "found">): boolean {
  if (held === null || found === null || found.state === "failed") return false;
  return found.at > held.at && plain(found.answer) !== plain(held.answer);
}

function plain(answer: string): string {
  return answer.trim().toLowerCase();
}

/** In one word or two, as grids and exports show it. */
export function stateWords({ held, found }: Pick<ReviewCell, "held" | "found">): string {
  if (held !== null) return held.isCorrected ? "Corrected" : "Verified";
  if (found === null) return "Not asked";
  return foundWords[found.state];
}

const foundWords: Record<CellState, string> = {
  found: "Found",
  "not-present": "Not present",
  unclear: "Unclear",
  failed: "Failed",
};
