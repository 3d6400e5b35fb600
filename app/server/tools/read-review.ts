/* Reads the table of a review that a chat is about: rows by what they hold, counts of a column, and the words of one row. */
import { z } from "zod";
import type { CellSource, ReviewColumn, ReviewRow } from "#core/review/review.ts";
import { shownAnswer, stateWords } from "#core/review/shown.ts";
import { cellOf, cellSource, countSource, isCitable, shortAnswer } from "#core/review/table-text.ts";
import { cellStatesToShow } from "#core/review/view.ts";
import type { NumberedRow, Selected } from "../reviews/open-table.ts";
import type { Tool, ToolContext } from "./tool.ts";

type Table = NonNullable<ToolContext["table"]>;

const heading = z.string().min(1).max(200);
const input = z.object({
  get: z
    .enum(["rows", "count", "passages"])
    .describe("Rows and what their cells say, a count by value, or the words that cells of one row stand on."),
  filters: z
    .array(
      z.object({
        column: heading.describe("Its heading."),
        states: z
          .array(z.enum(cellStatesToShow))
          .max(cellStatesToShow.length)
          .optional()
          .describe("The cell is in one of these states."),
        values: z.array(z.string().max(500)).min(1).max(50).optional().describe("The answer is one of these."),
        from: z.string().max(100).optional().describe("Of dates, numbers, periods and amounts: at least this."),
        to: z.string().max(100).optional().describe("At most this."),
      }),
    )
    .max(10)
    .default([])
    .describe("Only rows that meet all of them."),
  words: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe("Only rows with these words in an answer or in the document's name."),
  sort: z.object({ column: heading.describe("A heading, or document."), descending: z.boolean().default(false) }).optional(),
  column: heading.optional().describe("For count: the column whose values are counted."),
  columns: z.array(heading).max(50).optional().describe("For rows and passages: only these columns."),
  row: z.int().min(1).optional().describe("For passages: the number of the row."),
  from: z.int().min(1).default(1).describe("For rows: which of those found comes first, counted from 1."),
  limit: z.int().min(1).max(50).default(20).describe("For rows: how many at most."),
});
type Input = z.infer<typeof input>;

/** Of one result, in characters. */
const mostText = 24_000;
const mostValues = 100;

export const readReviewTool: Tool<Input> = {
  name: "readReview",
  description:
    "Reads the table that this chat is about. get rows: the rows that meet filters, with what their cells say, and how many there are in all; get count: how often each value is in a column among them, counted exactly; get passages: the words of the document that the cells of one row stand on. Each cell has the number to cite it by.",
  input,
  async execute(asked, context) {
    const { table } = context;
    if (table === undefined) throw new Error("This chat is about no table.");
    if (asked.get === "count") return countOf(asked, table);
    return asked.get === "rows" ? rowsOf(asked, table) : passagesOf(asked, table);
  },
};

const selectedBy = ({ filters, words, sort }: Input): Selected => ({ filters, words, sort });

async function countOf(asked: Input, table: Table) {
  if (asked.column === undefined) throw new Error("Name the column to count, as column.");
  const { values, withoutAnswer, ...counted } = await table.count(asked.column, selectedBy(asked));
  const { label } = table.columnNamed(asked.column);
  const left = values.length - mostValues;
  const shown = values.slice(0, mostValues);
  const said = { column: label, rows: counted.rows, condition: conditionWords(asked), values: shown, withoutAnswer };
  const [source] = table.give([countSource(table.review, said)]);
  return {
    column: label,
    cite: source?.number ?? null,
    ...counted,
    values: shown,
    ...(left > 0 && { otherValues: left }),
    withoutAnswer,
  };
}

/** Which rows were counted, in one line. */
function conditionWords({ filters, words }: Input): string {
  const said = filters.map(({ column, states = [], values = [], from, to }) => {
    const parts = [
      ...values,
      ...states,
      ...(from === undefined ? [] : [`from ${from}`]),
      ...(to === undefined ? [] : [`to ${to}`]),
    ];
    return `${column}: ${parts.join(", ")}`;
  });
  const all = [...said, ...(words === undefined ? [] : [`with “${words}”`])];
  return all.join("; ");
}

async function rowsOf(asked: Input, table: Table) {
  const columns = columnsOf(asked, table);
  const numbers = await table.select(selectedBy(asked));
  const wanted = numbers.slice(asked.from - 1, asked.from - 1 + asked.limit);
  const found = await table.rows(wanted);
  const rows: object[] = [];
  let length = 0;
  for (const one of found) {
    const row = { row: one.number, document: one.row.name, cells: cellsOf(one, columns, table) };
    length += JSON.stringify(row).length;
    if (rows.length > 0 && length > mostText) break;
    rows.push(row);
  }
  const next = asked.from + rows.length;
  return { found: numbers.length, rows, ...(next <= numbers.length && { next: `There are more: ask with from: ${next}.` }) };
}

function cellsOf({ row }: NumberedRow, columns: readonly ReviewColumn[], table: Table) {
  return Object.fromEntries(
    columns.map((column) => {
      const cell = cellOf(row, column.id);
      const [source] = isCitable(cell) ? table.give([cellSource({ reviewId: table.review.id, row, column })]) : [];
      return [column.label, { answer: shortAnswer(cell), state: stateWords(cell), cite: source?.number ?? null }];
    }),
  );
}

async function passagesOf(asked: Input, table: Table) {
  if (asked.row === undefined) throw new Error("Say which row, by its number.");
  const [found] = await table.rows([asked.row]);
  if (found === undefined) throw new Error(`The table has no row ${asked.row}. It has ${table.review.documents}.`);
  const { row } = found;
  return { row: asked.row, document: row.name, cells: columnsOf(asked, table).map((column) => cellInFull(row, column, table)) };
}

function cellInFull(row: ReviewRow, column: ReviewColumn, table: Table) {
  const cell = cellOf(row, column.id);
  const shown = shownAnswer(cell);
  const [source] = isCitable(cell) ? table.give([cellSource({ reviewId: table.review.id, row, column })]) : [];
  return {
    column: column.label,
    question: column.question,
    answer: shown?.answer.slice(0, mostText) ?? null,
    state: stateWords(cell),
    cite: source?.number ?? null,
    note: cell.held === null ? (cell.found?.note ?? null) : null,
    passages: (shown?.sources ?? []).map(passageOf),
  };
}

function passageOf({ words, quoted, verdict, page }: CellSource) {
  return { words: words ?? quoted, isInDocument: words !== undefined, verdict, page };
}

function columnsOf({ columns }: Input, table: Table): readonly ReviewColumn[] {
  return columns === undefined ? table.review.columns : columns.map((label) => table.columnNamed(label));
}
