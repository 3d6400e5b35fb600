/*
 * Columns without a model: questions of the library whose words the documents have. A set as a whole says what kind of
 * document it is for, so the one that fits best is used, and others only to fill up.
 */
import { newColumnsOf } from "#core/review/column-suggestions.ts";
import { suggestionLimits, type NewColumn, type ReviewColumn } from "#core/review/review.ts";
import { detectLanguage } from "../prose/language.ts";
import { passageRanker } from "../prose/passages.ts";
import { nearCoverage } from "./builtin-cell.ts";

type Named = { name: string; columns: readonly NewColumn[] };

type LibraryColumns = { columns: NewColumn[]; sets: string[] };

export function libraryColumns(
  sets: readonly Named[],
  texts: readonly string[],
  present: readonly Pick<ReviewColumn, "label" | "question">[],
): LibraryColumns {
  const rankers = texts.map((text) => passageRanker([text], detectLanguage(text) ?? "en"));
  // A document covers a question as far as its best sentence does.
  const coverage = ({ label, question }: NewColumn) =>
    Math.max(0, ...rankers.map((rank) => rank(`${label}. ${question}`, 1)[0]?.coverage ?? 0));
  const fitting = sets
    .map(({ name, columns }) => {
      const covered = columns.map((column) => ({ column, coverage: coverage(column) }));
      const mean = covered.reduce((sum, one) => sum + one.coverage, 0) / covered.length;
      return { name, mean, columns: covered.flatMap((one) => (one.coverage < nearCoverage ? [] : [one.column])) };
    })
    .toSorted((one, other) => other.mean - one.mean);
  const chosen: LibraryColumns = { columns: [], sets: [] };
  for (const { name, columns } of fitting) {
    if (chosen.columns.length >= suggestionLimits.fewest) break;
    const added = newColumnsOf(columns, [...present, ...chosen.columns]).slice(0, suggestionLimits.most - chosen.columns.length);
    if (added.length === 0) continue;
    chosen.columns.push(...added);
    chosen.sets.push(name);
  }
  return chosen;
}
