/* What a ranking is worth, and how sure one may be that one search is better than another. */
import type { Query } from "./legal-data.ts";

export const measures = { ndcg: "nDCG@10", recall: "recall@20" } as const;
export type Figures = Record<keyof typeof measures, number>;

/** The section that a question's sentence was taken from is no answer. */
export function figuresOf(ranking: readonly string[], { relevant_ids: relevant, from }: Query): Figures {
  const ids = ranking.filter((id) => id !== from);
  const gain = ids.slice(0, 10).reduce((sum, id, at) => sum + (relevant.includes(id) ? 1 / Math.log2(at + 2) : 0), 0);
  const ideal = relevant.slice(0, 10).reduce((sum, _, at) => sum + 1 / Math.log2(at + 2), 0);
  return { ndcg: gain / ideal, recall: ids.slice(0, 20).filter((id) => relevant.includes(id)).length / relevant.length };
}

export const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

const draws = 2_000;

/** Between which bounds the mean lies in 95 of a hundred draws of as many questions; the same at every run. */
export function interval(values: readonly number[]): [low: number, high: number] {
  let seed = 1;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  const means = Array.from({ length: draws }, () => mean(values.map(() => values[random(values.length)]!))).sort((a, b) => a - b);
  return [means[Math.floor(draws * 0.025)]!, means[Math.floor(draws * 0.975)]!];
}
