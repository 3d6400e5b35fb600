/* A review's table as a model reads it, and its cells as sources that an answer cites. */
import type { Source } from "../sources/source.ts";
import type { Review, ReviewCell, ReviewColumn, ReviewRow } from "./review.ts";
import { emptyCell, shownAnswer, stateWords } from "./shown.ts";
import { typedValue } from "./typed-value.ts";

export const cellOf = (row: ReviewRow, columnId: string): ReviewCell =>
  row.cells.find((cell) => cell.columnId === columnId) ?? emptyCell(columnId);

const longestAnswer = 200;

/** As it is shown in a list; the tool gives the whole. */
export function shortAnswer(cell: ReviewCell): string | null {
  const answer = shownAnswer(cell)?.answer.replaceAll(/\s+/g, " ").trim() ?? "";
  if (answer === "") return null;
  return answer.length > longestAnswer ? `${answer.slice(0, longestAnswer - 1)}…` : answer;
}

/** A finding, or a person's word, can be cited; that nothing was asked or that it failed can't. */
export function isCitable({ held, found }: ReviewCell): boolean {
  return held !== null || (found !== null && found.state !== "failed");
}

type Of = { reviewId: string; row: ReviewRow; column: Pick<ReviewColumn, "id" | "label" | "question"> };

/**
 * Its passages first, as the document has them; then what the cell says, as a sentence with the document and the question
 * in it: an answer names both, and is compared with it.
 */
export function cellSource({ reviewId, row, column }: Of): Omit<Source, "number"> {
  const cell = cellOf(row, column.id);
  const shown = shownAnswer(cell);
  const passages = shown?.sources.flatMap(({ words }) => words ?? []) ?? [];
  const answer = shown?.answer.trim() || stateWords(cell).toLowerCase();
  const note = cell.held === null ? (cell.found?.note ?? "") : "";
  const said = `In ${row.name} the answer to the question “${column.question}” is ${answer.replace(/\.$/, "")}. ${note}`.trim();
  return {
    id: `cell:${row.id}:${column.id}`,
    type: "file",
    name: row.name,
    displayName: `${row.name}, ${column.label}`,
    documentId: row.fileId,
    content: [...passages, said].join("\n\n"),
    metadata: {
      fileName: row.name,
      fileType: row.fileType,
      cell: { reviewId, documentId: row.id, columnId: column.id },
    },
  };
}

type CountedIn = {
  column: string;
  /** How many rows were counted, and which, in one line; empty for all. */
  rows: number;
  condition: string;
  values: readonly { value: string; count: number }[];
  withoutAnswer: number;
};

/** What Stet has counted, so that an answer that says it has a source. */
export function countSource(review: Pick<Review, "id" | "name">, counted: CountedIn): Omit<Source, "number"> {
  const { column, rows, condition, values, withoutAnswer } = counted;
  const have = (count: number) => `${count} of the ${rows} rows ${count === 1 ? "has" : "have"}`;
  const content = [
    `Counted by Stet in the table “${review.name}”${condition === "" ? "" : `, rows with ${condition}`}: ${rows} rows.`,
    ...values.map(({ value, count }) => `${have(count)} ${value} as their ${column}.`),
    ...(withoutAnswer > 0 ? [`${have(withoutAnswer)} no answer in ${column}.`] : []),
  ].join("\n\n");
  const name = `${review.name}, counted by ${column}`;
  return { id: `count:${review.id}:${content}`, type: "file", name, displayName: name, content };
}

type Table = Pick<Review, "name" | "instructions" | "columns" | "documents">;

/** The questions, and how much of the table follows. */
export function tableHead({ name, instructions, columns, documents }: Table, given: number): string {
  const rows = documents === 1 ? "1 row" : `${documents.toLocaleString("en")} rows`;
  const part = given < documents ? `; only the first ${given.toLocaleString("en")} are given here` : "";
  return [
    `Review “${name}”: ${rows}${part}.`,
    ...(instructions.trim() === "" ? [] : [`Asked of all of it: ${instructions.trim()}`]),
    "Columns:",
    ...columns.map(({ label, question, format }) => `- ${label} (${format}): ${question.replaceAll(/\s+/g, " ")}`),
  ].join("\n");
}

/** `cite` returns the number of a cell; null for none. */
export function rowLines(
  number: number,
  row: ReviewRow,
  columns: readonly ReviewColumn[],
  cite: (columnId: string) => number | null,
): string {
  const cells = columns.map(({ id, label }) => {
    const cell = cellOf(row, id);
    const [answer, cited] = [shortAnswer(cell), cite(id)];
    return `   ${label}: ${answer === null ? "" : `${answer} `}(${stateWords(cell)})${cited === null ? "" : ` [[${cited}]]`}`;
  });
  return [`${number}. ${row.name.replaceAll(/\s+/g, " ")}`, ...cells].join("\n");
}

/** As answers are compared: without case, and spaces or a full stop around them. */
function comparable(answer: string): string {
  return answer
    .replaceAll(/\s+/g, " ")
    .replaceAll(/^[ .]+|[ .]+$/g, "")
    .toLowerCase();
}

/** In the forms in which a cell may have it: as it was written, and as a date, a sum or a period. */
export function valuesToFind(column: Pick<ReviewColumn, "format" | "choices">, value: string): string[] {
  const typed = typedValue(column, value);
  return [...new Set([comparable(value), ...(typed.ok && typed.value !== null ? [comparable(typed.value)] : [])])];
}

export type Bounds = { from?: string | undefined; to?: string | undefined };

/** Whether a typed value lies within bounds of the same kind; null if the column or a bound is of no such kind. */
export function withinBounds(
  column: Pick<ReviewColumn, "format" | "choices">,
  bounds: Bounds,
): ((value: string) => boolean) | null {
  const sizeOf = sizes[column.format];
  if (sizeOf === undefined) return null;
  const [from, to] = [bounds.from, bounds.to].map((bound) => {
    if (bound === undefined) return undefined;
    const typed = typedValue(column, bound);
    return typed.ok && typed.value !== null ? sizeOf(typed.value) : null;
  });
  if (from === null || to === null) return null;
  return (value) => {
    const size = sizeOf(value);
    const isSame = (bound: Size) => bound.unit === size.unit && !Number.isNaN(size.count);
    return (
      (from === undefined || (isSame(from) && size.count >= from.count)) &&
      (to === undefined || (isSame(to) && size.count <= to.count))
    );
  };
}

type Size = { count: number; unit: string };

const plainSize = (value: string): Size => ({ count: Number(value), unit: "" });
/** Sums compare in one currency only. */
const sizes: Partial<Record<ReviewColumn["format"], (value: string) => Size>> = {
  date: (value) => ({ count: Date.parse(`${value}T00:00:00Z`), unit: "" }),
  number: plainSize,
  period: plainSize,
  amount: (value) => ({ count: Number(value.split(" ")[1] ?? Number.NaN), unit: value.split(" ")[0]! }),
};
