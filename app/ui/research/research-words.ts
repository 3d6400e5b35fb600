/* What a research's page calls things. */
import type { Verdict } from "#core/claims/verdicts.ts";
import { jurisdictions } from "#core/law/jurisdictions.ts";
import { longDay } from "#core/text/day-and-time.ts";

/** "Swedish law"… by label; "No law" if none is searched. */
export function lawWords(codes: readonly string[], day: string | null): string {
  const labels = codes.map((code) => jurisdictions.find((one) => one.code === code)?.label ?? code);
  const law = labels.length === 0 ? "Files only" : `Law of ${labels.join(", ")}`;
  return day === null ? law : `${law} on ${longDay(day)}`;
}

/** The color says only what the word beside it says too. */
export function verdictClass(verdict: Verdict): string {
  if (verdict === "verified" || verdict === "verified-omissions" || verdict === "supported") return "bg-insert-soft text-insert";
  if (verdict === "not-checked") return "bg-wash text-ink-soft";
  return "bg-warn-soft text-warn";
}
