/* Holds one rule against a document: a model is asked, or the words are compared. */
import { isCounted } from "#core/account/plans.ts";
import type { ModelRow } from "#core/models/models.ts";
import { judgeRule } from "#core/playbooks/judge-rule.ts";
import type { PlaybookRule, RuleFinding } from "#core/playbooks/playbook.ts";
import { readSaidRule, ruleAnswerSchema, ruleInstructions, ruleText, type SaidRule } from "#core/playbooks/rule-question.ts";
import { ruleByWords } from "#core/playbooks/rule-by-words.ts";
import type { ReadDocument } from "#core/review/judge-finding.ts";
import type { Usage } from "#core/review/review.ts";
import { firstSettled } from "#core/review/said-json.ts";
import type { Person } from "#core/workspace/policy.ts";
import { refuseBeyondTokens } from "../data/accounts/plan-usage.ts";
import type { Db } from "../db/database.ts";
import { JobRefused } from "../jobs/job-outcomes.ts";
import type { Model } from "../models/model.ts";
import { detectLanguage } from "../prose/language.ts";
import { askDocument } from "../reviews/ask-document.ts";
import type { Lanes } from "../reviews/lanes.ts";

export type Asker = { me: Person; db: Db; lanes: Lanes; row: ModelRow; model: () => Model; signal: AbortSignal };

/** Absent only if it is absent from all parts of a long document. */
const isSettled = ({ position }: SaidRule) => position !== "absent";

export const nothingUsed: Usage = { inputTokens: 0, outputTokens: 0, cost: 0 };

export async function holdRule(
  { me, db, lanes, row, model, signal }: Asker,
  document: ReadDocument,
  rule: PlaybookRule,
): Promise<{ finding: RuleFinding; usage: Usage }> {
  if (row.provider === "builtin")
    return { finding: ruleByWords(rule, document, detectLanguage(document.text) ?? "en"), usage: nothingUsed };
  if (isCounted(row.id)) await refuseBeyondTokens(me, db);
  const asking = {
    row,
    model: model(),
    document,
    instructions: ruleInstructions,
    question: ruleText(rule),
    answerSchema: ruleAnswerSchema,
  };
  const end = await lanes.run(row.provider, () => askDocument({ ...asking, signal }, { read: readSaidRule, isEnough: isSettled }));
  const { usage } = end;
  if (end.kind === "answered") return { finding: judgeRule(rule, document, firstSettled(end.answers, isSettled)!), usage };
  if (end.kind === "unreadable")
    return { finding: { position: "failed", fallback: null, sources: [], note: end.sentence, change: null }, usage };
  signal.throwIfAborted();
  throw end.kind === "refused" ? new JobRefused(end.sentence) : new Error(end.kind === "busy" ? end.sentence : "It was stopped.");
}
