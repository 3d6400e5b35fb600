/* What an answer costs, from the counts of its requests. */
import type { Usage } from "#core/chat/message.ts";
import { estimateCost, type ModelRow } from "#core/models/models.ts";
import type { RecordedStep } from "./request-record.ts";

/** Priced per step where counts exist: long-prompt rates depend on a single request, not on the sum. */
export function costOfAnswer(sent: readonly RecordedStep[], usage: Usage, row: ModelRow): number | undefined {
  // Those for titles are not part of the answer.
  const steps = sent.filter(({ purpose }) => purpose === undefined);
  const counted = steps.flatMap((step) => step.usage ?? []);
  if (usage.isEstimated || counted.length === 0 || counted.length < steps.length) return estimateCost(usage, row);
  return counted.reduce<number | undefined>((sum, one) => {
    const cost = estimateCost(one, row);
    return sum === undefined || cost === undefined ? undefined : sum + cost;
  }, 0);
}
