/* An organization's API usage by day (UTC), model and key. */
import { csvLine } from "../text/csv.ts";

export type UsageCount = {
  /** 2026-11-20 */
  day: string;
  /** Null: the playground. */
  keyId: string | null;
  /** Null: a request that used no model. */
  model: string | null;
  requests: number;
  failures: number;
  inputTokens: number;
  outputTokens: number;
};

export type UsageSum = { requests: number; failures: number; inputTokens: number; outputTokens: number };

/** For one month, such as 2026-11. */
export type MonthOfUse = UsageSum & { month: string };

export const usageRanges = [7, 30, 90] as const;

/** One sum per value of `of`, largest first. */
export function usageBy<Key>(counts: readonly UsageCount[], of: (count: UsageCount) => Key): { key: Key; sum: UsageSum }[] {
  const sums = new Map<Key, UsageSum>();
  for (const count of counts) {
    const sum = sums.get(of(count)) ?? { requests: 0, failures: 0, inputTokens: 0, outputTokens: 0 };
    sum.requests += count.requests;
    sum.failures += count.failures;
    sum.inputTokens += count.inputTokens;
    sum.outputTokens += count.outputTokens;
    sums.set(of(count), sum);
  }
  return [...sums].map(([key, sum]) => ({ key, sum })).sort((one, other) => other.sum.requests - one.sum.requests);
}

/** The model that answered; a name that was only ever refused is what a caller mistyped. */
export function answeringModel({ model, requests, failures, inputTokens, outputTokens }: UsageCount): string | null {
  return requests > failures || inputTokens + outputTokens > 0 ? model : null;
}

/** The days of a range, oldest first, including those without usage. `today` is an ISO date or time. */
export function daysOf(range: number, today: string): string[] {
  const last = Date.parse(`${today.slice(0, 10)}T00:00:00Z`);
  return Array.from({ length: range }, (_, ago) => new Date(last - (range - 1 - ago) * 86_400_000).toISOString().slice(0, 10));
}

/** For a spreadsheet. Cells that look like formulas are prefixed with an apostrophe. */
export function usageCsv(counts: readonly UsageCount[], keyNames: ReadonlyMap<string, string>): string {
  const head = ["day", "key", "model", "requests", "failures", "input_tokens", "output_tokens"];
  const lines = counts.map((count) => [
    count.day,
    keyName(count.keyId, keyNames),
    count.model ?? "",
    count.requests,
    count.failures,
    count.inputTokens,
    count.outputTokens,
  ]);
  return [head, ...lines].map((line) => csvLine(line.map(String))).join("");
}

export function keyName(keyId: string | null, keyNames: ReadonlyMap<string, string>): string {
  return keyId === null ? "Playground" : (keyNames.get(keyId) ?? "A key");
}
