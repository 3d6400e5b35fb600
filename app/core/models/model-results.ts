/* Eval results by kind of task, one row per model and kind, from actual runs. */
import { z } from "zod";

/** `some` of `all`; a share of nothing is undefined. */
const share = z.object({ some: z.int().min(0), all: z.int().min(0) });
export type Share = z.infer<typeof share>;

const modelResult = z.object({
  model: z.string().min(1).max(200),
  kind: z.string().min(1).max(60),
  tasks: z.int().min(1),
  passed: z.int().min(0),
  placed: share,
  citations: share,
  /** Average per task. */
  seconds: z.number().min(0),
  /** Average per task; null if there is no known price. */
  dollars: z.number().min(0).nullable(),
  /** What another model thought of the answers, from 1 to 5 on average; it counts for nothing else here. */
  graded: z
    .object({ by: z.string().min(1).max(200), points: z.number().min(1).max(5), answers: z.int().min(1) })
    .nullable()
    .default(null),
  askedAt: z.iso.datetime(),
});
export type ModelResult = z.infer<typeof modelResult>;

export const modelResultsSchema = z.array(modelResult).max(5_000);

/** New results replace older ones for the same model and kind. */
export function withResults(known: readonly ModelResult[], fresh: readonly ModelResult[]): ModelResult[] {
  const isReplaced = ({ model, kind }: ModelResult) => fresh.some((one) => one.model === model && one.kind === kind);
  return [...known.filter((one) => !isReplaced(one)), ...fresh];
}

/** Grouped by kind, with the highest pass rate first; ties go to the cheaper model. */
export function resultsByKind(results: readonly ModelResult[]): [kind: string, results: ModelResult[]][] {
  const dollars = (one: ModelResult) => one.dollars ?? Infinity;
  return [...Map.groupBy(results, ({ kind }) => kind)].map(([kind, own]) => [
    kind,
    own.toSorted((a, b) => b.passed / b.tasks - a.passed / a.tasks || dollars(a) - dollars(b) || a.seconds - b.seconds),
  ]);
}
