/* What the evals found of a model, by kind of task: figures of runs that were made, one row for each model and kind. */
import { z } from "zod";

/** So many of so many; of nothing, nothing can be said. */
const share = z.object({ some: z.int().min(0), all: z.int().min(0) });
export type Share = z.infer<typeof share>;

const modelResult = z.object({
  model: z.string().min(1).max(200),
  kind: z.string().min(1).max(60),
  tasks: z.int().min(1),
  passed: z.int().min(0),
  placed: share,
  citations: share,
  /** Of a task, on average. */
  seconds: z.number().min(0),
  /** Of a task, on average; null where no price is known. */
  dollars: z.number().min(0).nullable(),
  askedAt: z.iso.datetime(),
});
export type ModelResult = z.infer<typeof modelResult>;

export const modelResultsSchema = z.array(modelResult).max(5_000);

/** What was found anew replaces what was known of the same model and kind. */
export function withResults(known: readonly ModelResult[], fresh: readonly ModelResult[]): ModelResult[] {
  const isReplaced = ({ model, kind }: ModelResult) => fresh.some((one) => one.model === model && one.kind === kind);
  return [...known.filter((one) => !isReplaced(one)), ...fresh];
}

/** By kind, in each the model first that passed the largest share; of equal ones the cheaper. */
export function resultsByKind(results: readonly ModelResult[]): [kind: string, results: ModelResult[]][] {
  const dollars = (one: ModelResult) => one.dollars ?? Infinity;
  return [...Map.groupBy(results, ({ kind }) => kind)].map(([kind, own]) => [
    kind,
    own.toSorted((a, b) => b.passed / b.tasks - a.passed / a.tasks || dollars(a) - dollars(b) || a.seconds - b.seconds),
  ]);
}
