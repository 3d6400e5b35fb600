/* What a column says as a whole, in a line. */
import type { ColumnFormat } from "#core/review/review.ts";
import type { ColumnSummary } from "#core/review/summary.ts";

export function summaryWords({ filled, distinct, top, range, outliers }: ColumnSummary, format: ColumnFormat): string {
  if (filled === 0) return "No answers";
  const unit = format === "period" ? " days" : "";
  const spread =
    range === null
      ? distinct === filled
        ? `${filled} different answers`
        : top
            .slice(0, 3)
            .map(({ value, count }) => `${value} ${count}`)
            .join(", ")
      : range.least === range.most
        ? `${range.least}${unit}`
        : `${range.least} to ${range.most}${unit}, median ${range.median}`;
  return outliers.length === 0 ? spread : `${spread} · ${outliers.length} ${outliers.length === 1 ? "stands" : "stand"} out`;
}
