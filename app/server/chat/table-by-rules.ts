/*
 * The built-in editor asked about a table: it counts the columns that a question names and lists the rows with an answer
 * that it names. It composes nothing, and says what it can't do.
 */
import { cellOf, cellSource, isCitable, shortAnswer, valuesToFind } from "#core/review/table-text.ts";
import type { ReviewColumn } from "#core/review/review.ts";
import { stateWords } from "#core/review/shown.ts";
import type { Source } from "#core/sources/source.ts";
import type { Counted, OpenTable } from "../reviews/open-table.ts";

const columnsAtMost = 3;
const rowsAtMost = 10;
const valuesAtMost = 15;

const limits = "The built-in editor counts and lists what the cells say. To ask in your own words, connect a model.";

export async function tableByRules(
  table: OpenTable,
  question: string,
  giveSources: (sources: Omit<Source, "number">[]) => Source[],
): Promise<string> {
  const { columns, name } = table.review;
  const asked = columns.filter(({ label }) => isNamed(label, question)).slice(0, columnsAtMost);
  if (asked.length === 0) {
    const headings = columns.map(({ label }) => `“${label}”`).join(", ");
    return `Name a column of “${name}” in your question${headings === "" ? "" : `: ${headings}`}. ${limits}`;
  }
  const parts: string[] = [];
  for (const column of asked) parts.push(await columnAnswer(table, column, question, giveSources));
  return [...parts, limits].join("\n\n");
}

/** All words of a heading, in any order. */
function isNamed(label: string, question: string): boolean {
  const said = new Set(wordsOf(question));
  const words = wordsOf(label);
  return words.length > 0 && words.every((word) => said.has(word));
}

/** Its words, one after the other. */
function isSaid(value: string, question: string): boolean {
  const words = wordsOf(value);
  return words.length > 0 && ` ${wordsOf(question).join(" ")} `.includes(` ${words.join(" ")} `);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

async function columnAnswer(
  table: OpenTable,
  column: ReviewColumn,
  question: string,
  giveSources: (sources: Omit<Source, "number">[]) => Source[],
): Promise<string> {
  const counted = await table.count(column.label, { filters: [] });
  const named = counted.values.filter(({ value }) => isSaid(value, question));
  const values = named.flatMap(({ value }) => valuesToFind(column, value));
  const filters = values.length > 0 ? [{ column: column.label, values }] : [];
  const numbers = await table.select({
    filters: filters.length > 0 ? filters : [{ column: column.label, states: ["verified", "found", "unclear"] }],
  });
  const rows = (await table.rows(numbers.slice(0, rowsAtMost))).map(({ row }) => {
    const cell = cellOf(row, column.id);
    const [source] = isCitable(cell) ? giveSources([cellSource({ reviewId: table.review.id, row, column })]) : [];
    const said = `${shortAnswer(cell) ?? ""} (${stateWords(cell)})`.trim();
    return `- ${escaped(row.name)}: ${escaped(said)}${source?.number === undefined ? "" : ` [[${source.number}]]`}`;
  });
  const left = numbers.length - rows.length;
  const more = left > 0 ? [`- and ${left.toLocaleString("en")} more`] : [];
  return [`**${escaped(column.label)}** ${countWords(counted, table.review.documents)}`, "", ...rows, ...more].join("\n");
}

function countWords({ values, withoutAnswer }: Counted, documents: number): string {
  const said = values.slice(0, valuesAtMost).map(({ value, count }) => `${escaped(value)} ${count.toLocaleString("en")}`);
  const others = values.length > valuesAtMost ? [`${values.length - valuesAtMost} other answers`] : [];
  const none = withoutAnswer > 0 ? [`no answer ${withoutAnswer.toLocaleString("en")}`] : [];
  return `in ${documents.toLocaleString("en")} ${documents === 1 ? "document" : "documents"}: ${[...said, ...others, ...none].join(", ")}.`;
}

/** Answers are the words of documents: they are shown, not read as Markdown or as citations. */
function escaped(words: string): string {
  return words.replaceAll(/\s+/g, " ").replaceAll(/[\\`*_[\]<>#|~]/g, String.raw`\$&`);
}
