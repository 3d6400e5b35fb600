/* A review as a file: a row for each document, and every source of every cell with its verdict. */
import { verdictWords } from "#core/claims/verdicts.ts";
import type { Review, ReviewCell, ReviewRow } from "#core/review/review.ts";
import { hasOtherFinding, shownAnswer, stateWords } from "#core/review/shown.ts";
import { csvLine } from "#core/text/csv.ts";
import type { Person } from "#core/workspace/policy.ts";
import { eachRow } from "../data/reviews/review-rows.ts";
import { getReview } from "../data/reviews/reviews.ts";
import type { Db } from "../db/database.ts";
import { spreadsheet } from "../export/spreadsheet.ts";
import { encoded, streamOf } from "../export/stream-of.ts";

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>;
export type ReviewFile = { name: string; type: string; bytes: Bytes };

export async function exportReview(me: Person, db: Db, id: string, format: "csv" | "xlsx"): Promise<ReviewFile> {
  const review = await getReview(me, db, id);
  const rows = () => eachRow(me, db, id);
  const name = `${review.name}.${format}`;
  if (format === "csv")
    return { name, type: "text/csv; charset=utf-8", bytes: streamOf(encoded(csvLines(tableRows(review, rows())))) };
  const widths = [36, ...review.columns.flatMap(() => [32, 14])];
  const bytes = spreadsheet(
    [
      { name: "Review", widths, rows: tableRows(review, rows()) },
      { name: "Sources", widths: [36, 24, 14, 32, 60, 10, 20, 14, 24, 40], rows: sourceRows(review, rows()) },
    ],
    new Date(),
  );
  return { name, type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", bytes };
}

/** An answer and its state, so that a blank says why it is one. */
export async function* tableRows(
  { columns }: Review,
  rows: AsyncIterable<ReviewRow> | Iterable<ReviewRow>,
): AsyncGenerator<string[]> {
  yield ["Document", ...columns.flatMap(({ label }) => [label, `${label}: state`])];
  for await (const { name, law, cells } of rows) {
    const byColumn = new Map(cells.map((cell) => [cell.columnId, cell]));
    yield [nameOf(name, law), ...columns.flatMap(({ id }) => cellWords(byColumn.get(id)))];
  }
}

/** A section of law with the day of its wording. */
function nameOf(name: string, law: ReviewRow["law"]): string {
  return law === null ? name : `${name}, as in force on ${law.day}`;
}

function cellWords(cell: ReviewCell | undefined): [string, string] {
  if (cell === undefined) return ["", "Not asked"];
  const outdated = cell.held === null && cell.found?.isOutdated === true ? ", outdated" : "";
  return [shownAnswer(cell)?.answer ?? "", stateWords(cell) + outdated];
}

async function* sourceRows({ columns }: Review, rows: AsyncIterable<ReviewRow>): AsyncGenerator<string[]> {
  yield ["Document", "Column", "State", "Answer", "Words of the document", "Page", "Verdict", "Answered by", "Verified by", "Note"];
  const labels = new Map(columns.map(({ id, label }) => [id, label]));
  for await (const { name, law, cells } of rows)
    for (const cell of cells) {
      const { answer, sources } = shownAnswer(cell) ?? { answer: "", sources: [] };
      const other = hasOtherFinding(cell) ? `A newer answer says: ${cell.found?.answer ?? ""}` : "";
      const facts = [cell.found?.model ?? "", cell.held?.by ?? "", [cell.found?.note, other].filter(Boolean).join(" ")];
      const first = [nameOf(name, law), labels.get(cell.columnId) ?? "", stateWords(cell), answer];
      if (sources.length === 0) yield [...first, "", "", "", ...facts];
      for (const { words, quoted, page, verdict } of sources)
        yield [...first, words ?? quoted, page === undefined ? "" : String(page), verdictWords[verdict], ...facts];
    }
}

export async function* csvLines(rows: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  // Excel takes a file without it for one in the system's own encoding.
  yield "\ufeff";
  for await (const row of rows) yield csvLine(row);
}
