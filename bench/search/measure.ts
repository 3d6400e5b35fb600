/* The quality of a ranking, and the confidence that one search is better than another. */
import type { Query } from "./legal-data.ts";

export const measures = { first: "hit@1", ndcg: "nDCG@10", recall: "recall@20" } as const;
export type Figures = Record<keyof typeof measures, number>;

/** The section a question's sentence was taken from does not count as an answer. */
export function figuresOf(ranking: readonly string[], { relevant_ids: relevant, from }: Query): Figures {
  const ids = ranking.filter((id) => id !== from);
  const gain = ids.slice(0, 10).reduce((sum, id, at) => sum + (relevant.includes(id) ? 1 / Math.log2(at + 2) : 0), 0);
  const ideal = relevant.slice(0, 10).reduce((sum, _, at) => sum + 1 / Math.log2(at + 2), 0);
  const first = relevant.includes(ids[0] ?? "") ? 1 : 0;
  return { first, ndcg: gain / ideal, recall: ids.slice(0, 20).filter((id) => relevant.includes(id)).length / relevant.length };
}

export const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

const draws = 2_000;

/** The bounds of the mean in 95 of a hundred bootstrap samples; the same in every run. */
export function interval(values: readonly number[]): [low: number, high: number] {
  let seed = 1;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  const means = Array.from({ length: draws }, () => mean(values.map(() => values[random(values.length)]!))).sort((a, b) => a - b);
  return [means[Math.floor(draws * 0.025)]!, means[Math.floor(draws * 0.975)]!];
}
