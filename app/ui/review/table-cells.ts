/* Cells of the table as they are acted on: those of a selection, those that were pasted, the next to verify. */
import type { CellChange } from "#core/requests/reviews.ts";
import { reviewLimits, type Review, type ReviewRow } from "#core/review/review.ts";
import { emptyCell, shownAnswer } from "#core/review/shown.ts";
import { tabbedLines } from "#core/text/csv.ts";
import { showToast } from "../kit/toast.tsx";
import type { Place, Range } from "./grid-keys.ts";
import type { LaidOut } from "./grid-layout.ts";
import type { Line } from "./use-lines.ts";
import type { NewDocuments, ReviewActions } from "./use-review.ts";

export type TableCell = {
  of: { documentId: string; columnId: string };
  answer: string;
  isFlagged: boolean;
  /** Has an answer that is still unsettled. */
  isOpen: boolean;
};

export type Table = { laid: LaidOut; rowAt: (line: number) => ReviewRow | undefined };

/** Of the rows that are loaded, line by line; heads of groups and documents' names are no cells. */
export function cellLines({ from, to }: Range, { laid, rowAt }: Table): TableCell[][] {
  const lines: TableCell[][] = [];
  const columns = laid.columns.slice(Math.max(1, from.column), to.column + 1);
  for (let line = from.row; line <= to.row; line++) {
    const row = rowAt(line);
    if (row === undefined) continue;
    const byColumn = new Map(row.cells.map((cell) => [cell.columnId, cell]));
    lines.push(
      columns.map(({ id }) => {
        const cell = byColumn.get(id) ?? emptyCell(id);
        const isOpen = cell.held === null && cell.found !== null && cell.found.state !== "failed";
        const of = { documentId: row.id, columnId: id };
        return { of, answer: shownAnswer(cell)?.answer ?? "", isFlagged: cell.isFlagged, isOpen };
      }),
    );
  }
  return lines;
}

/** The same of each. */
export function changesOf(cells: readonly TableCell[], is: CellChange["is"]): CellChange[] {
  return cells.map(({ of: { documentId, columnId } }) => ({ documentId, columnId, is }));
}

export function cellsIn(range: Range, table: Table): TableCell[] {
  return cellLines(range, table).flat();
}

/** As spreadsheets take it; a document's name alone, if that is where one is. */
export function copied(range: Range, table: Table): string {
  const lines = cellLines(range, table);
  if (range.to.column === 0) return table.rowAt(range.to.row)?.name ?? "";
  return tabbedLines(lines.map((cells) => cells.map(({ answer }) => answer)));
}

type Pasting = Table & { lines: readonly Line[] };

/** Cells of the clipboard from a place on, as far as the table goes. One alone is entered as it is. */
export function pasted(cells: readonly (readonly string[])[], place: Place, { laid, rowAt, lines }: Pasting): CellChange[] {
  if (place.row < 0 || place.column < 1) return [];
  const changes: CellChange[] = [];
  let line = place.row;
  for (const words of cells) {
    while (typeof lines[line] === "object") line++;
    const row = rowAt(line++);
    if (row === undefined) break;
    words.forEach((answer, at) => {
      const column = laid.columns[place.column + at];
      if (column !== undefined)
        changes.push({ documentId: row.id, columnId: column.id, is: { answer: answer.trim().slice(0, reviewLimits.answer) } });
    });
  }
  return changes;
}

/** In the order of reading, of the rows that are loaded. */
export function nextUnverified(lines: readonly Line[], { laid, rowAt }: Table, from: Place): Place | null {
  const last = laid.columns.length - 1;
  for (let row = Math.max(0, from.row); row < lines.length; row++) {
    if (typeof lines[row] === "object") continue;
    if (rowAt(row) === undefined) return null;
    const first = row === from.row ? from.column + 1 : 1;
    const at = { row, column: Math.max(1, first) };
    if (first > last) continue;
    const index = cellsIn({ from: at, to: { row, column: last } }, { laid, rowAt }).findIndex(({ isOpen }) => isOpen);
    if (index >= 0) return { row, column: at.column + index };
  }
  return null;
}

/** Files that were pasted or dropped on the table become rows of it, and files of its project. */
export async function addFiles(files: readonly File[], { projectId }: Review, actions: ReviewActions): Promise<void> {
  const { startUpload, uploadsEnded } = await import("../composer/uploads.ts");
  for (const file of files) startUpload(file, { projectId });
  const { failed } = await uploadsEnded(files);
  if (failed !== null) showToast({ kind: "error", text: `${failed.name}: ${failed.reason}` });
  await addDocuments(actions);
}

/** False after a failure, which has been shown. */
export async function addDocuments(actions: ReviewActions, asked: NewDocuments = {}): Promise<boolean> {
  const added = await actions.addDocuments(asked);
  if (added === null) return false;
  const { documentIds, notInForce } = added;
  const left = notInForce === 0 ? "" : `${counted(notInForce, "section")} not in force today left out`;
  if (documentIds.length === 0) {
    const none = asked.law === undefined ? "All files of the project are in the review." : "These sections are in the review.";
    showToast({ kind: "info", text: left === "" ? none : `${left}.` });
    return true;
  }
  const undo = () => void actions.send("/documents", { method: "PATCH", body: { documentIds, isRemoved: true } });
  const said = `${counted(documentIds.length, asked.law === undefined ? "document" : "section")} added`;
  showToast({ kind: "success", text: left === "" ? said : `${said}, ${left}`, action: { label: "Undo", run: undo } });
  return true;
}

const counted = (count: number, what: string) => (count === 1 ? `1 ${what}` : `${count.toLocaleString("en")} ${what}s`);
