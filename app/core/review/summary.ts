/* What a column says as a whole: how often each answer, from when to when, and which answers stand out and why. */
import type { ColumnFormat } from "./review.ts";

/** An answer, in its typed form if it has one, and the first rows that have it. `key`: as answers are compared. */
export type ValueCount = { value: string; key: string; count: number; positions: number[] };

export type Outlier = { value: string; positions: number[]; reason: string };

export type ColumnSummary = {
  columnId: string;
  /** Cells with an answer. */
  filled: number;
  distinct: number;
  /** The most frequent first. */
  top: ValueCount[];
  range: { least: string; median: string; most: string } | null;
  outliers: Outlier[];
};

export const topValues = 100;
const outliersAtMost = 50;

export function summarize(columnId: string, format: ColumnFormat, values: readonly ValueCount[]): ColumnSummary {
  const filled = values.reduce((sum, { count }) => sum + count, 0);
  const top = values.toSorted((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1)).slice(0, topValues);
  const measured = measure(format, values);
  return {
    columnId,
    filled,
    distinct: values.length,
    top,
    range: measured === null ? null : rangeOf(measured),
    outliers: outliersIn(format, values, { filled, top, measured }).slice(0, outliersAtMost),
  };
}

type Measured = ValueCount & { size: number };

/** In rising order; null unless all of them are numbers of the same thing. */
function measure(format: ColumnFormat, values: readonly ValueCount[]): Measured[] | null {
  const measured = values.map((one) => ({ ...one, size: sizeOf(format, one.value) })).filter(({ size }) => !Number.isNaN(size));
  if (measured.length === 0) return null;
  if (format === "amount" && new Set(measured.map(({ value }) => value.split(" ")[0])).size > 1) return null;
  return measured.toSorted((one, other) => one.size - other.size);
}

function sizeOf(format: ColumnFormat, value: string): number {
  if (format === "date") return Date.parse(`${value}T00:00:00Z`) / 86_400_000;
  if (format === "amount") return Number(value.split(" ")[1] ?? Number.NaN);
  return format === "number" || format === "period" ? Number(value) : Number.NaN;
}

function rangeOf(measured: readonly Measured[]): NonNullable<ColumnSummary["range"]> {
  return { least: measured[0]!.value, median: middle(measured).value, most: measured.at(-1)!.value };
}

/** Of all cells: each value counts as often as it is there. */
function middle(measured: readonly Measured[]): Measured {
  const half = measured.reduce((sum, { count }) => sum + count, 0) / 2;
  let passed = 0;
  for (const one of measured) if ((passed += one.count) >= half) return one;
  return measured.at(-1)!;
}

/** Fewer answers show no pattern to stand out from. */
const fewest = 8;
/** In median deviations, scaled so that they compare with standard deviations. */
const far = 5;
const scale = 1.4826;
const usual = 0.8;
const rare = 0.05;

type Whole = { filled: number; top: readonly ValueCount[]; measured: readonly Measured[] | null };

function outliersIn(format: ColumnFormat, values: readonly ValueCount[], { filled, top, measured }: Whole): Outlier[] {
  const [first] = top;
  if (filled < fewest || first === undefined) return [];
  if (first.count / filled >= usual && format !== "clause") {
    const few = Math.max(1, filled * rare);
    const others = values.filter(({ value, count }) => value !== first.value && count <= few);
    const reason = `${first.count} of ${filled} say “${short(first.value)}”.`;
    if (others.length > 0) return others.map(({ value, positions }) => ({ value, positions, reason }));
  }
  if (measured === null) return [];
  const center = middle(measured);
  const distances = measured.map((one) => ({ ...one, size: Math.abs(one.size - center.size) }));
  const spread = scale * middle(distances.toSorted((one, other) => one.size - other.size)).size;
  if (spread === 0) return [];
  return measured
    .filter(({ size }) => Math.abs(size - center.size) / spread > far)
    .map(({ value, positions, size }) => {
      const words = farWords[format === "date" ? "date" : "other"];
      return { value, positions, reason: `${size > center.size ? words.above : words.below} the median, ${center.value}.` };
    });
}

const farWords = {
  date: { above: "Far later than", below: "Far earlier than" },
  other: { above: "Far above", below: "Far below" },
};

function short(value: string): string {
  return value.length > 40 ? `${value.slice(0, 39)}…` : value;
}
