/* How the table a chat is about is given to a model: what fits of it, each cell with the number to cite it by. */
import { cellSource, isCitable, cellOf, rowLines, tableHead } from "#core/review/table-text.ts";
import type { ReviewRow } from "#core/review/review.ts";
import type { Source } from "#core/sources/source.ts";
import type { TableFacts } from "../briefing/turn-facts.ts";
import { fenced } from "../models/fenced.ts";
import type { OpenTable } from "../reviews/open-table.ts";

/** The instructions refer to this label. */
export const tableLabel = "the table";

const mostCharacters = 40_000;
/** Of the rows of a large table, a few hundred say what it is like; the tool has the others. */
const rowsAtMost = 100;
/** A number in brackets. */
const citeLength = 9;

export type GivenTable = { text: string; facts: TableFacts };

/** `room`: characters. */
export async function giveTable(
  table: OpenTable,
  room: number,
  giveSources: (sources: Omit<Source, "number">[]) => Source[],
): Promise<GivenTable> {
  const { review } = table;
  const { columns } = review;
  const all = await table.rows(Array.from({ length: Math.min(rowsAtMost, review.documents) }, (_, at) => at + 1));
  let left = Math.min(mostCharacters, room) - tableHead(review, 0).length;
  const fitting = all.filter(({ number, row }) => {
    left -= rowLines(number, row, columns, () => null).length + columns.length * citeLength;
    return left >= 0;
  });
  const numbers = numbersOf(
    fitting.map(({ row }) => row),
    table,
    giveSources,
  );
  const lines = fitting.map(({ number, row }) =>
    rowLines(number, row, columns, (columnId) => numbers.get(`${row.id} ${columnId}`) ?? null),
  );
  const text = fenced(tableLabel, [tableHead(review, fitting.length), ...lines].join("\n\n"));
  return { text, facts: { name: review.name, documents: review.documents, given: fitting.length } };
}

function numbersOf(
  rows: readonly ReviewRow[],
  { review }: OpenTable,
  giveSources: (sources: Omit<Source, "number">[]) => Source[],
): Map<string, number | undefined> {
  const cells = rows.flatMap((row) =>
    review.columns.filter(({ id }) => isCitable(cellOf(row, id))).map((column) => ({ row, column })),
  );
  const sources = giveSources(cells.map((cell) => cellSource({ reviewId: review.id, ...cell })));
  return new Map(cells.map(({ row, column }, at) => [`${row.id} ${column.id}`, sources[at]?.number]));
}
