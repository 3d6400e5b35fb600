/* What a person's words are at the step that asked for them. */
import type { StepQuestion } from "#core/workflows/run.ts";
import type { WorkflowValue } from "#core/workflows/values.ts";
import type { StepKind } from "#core/workflows/workflow.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";

type Asked = { kind: StepKind; question: StepQuestion | null; waitsFor: string | null };

export function answerOf(
  me: Person,
  { question, waitsFor }: Asked,
  { answer, found }: { answer: string; found: WorkflowValue | null },
): { result: WorkflowValue | null; note: string } {
  // Other work was waited for, and is not waited for any longer.
  if (question === null) return { result: found, note: "Continued by hand with what had been found." };
  if (waitsFor !== null && waitsFor !== me.userId) throw problem("not-allowed", "Someone else was asked.");
  const text = answer.trim();
  if (question.ask === "approve" && text !== "yes" && text !== "no") throw problem("bad-request", "Answer yes or no.");
  if (question.ask === "choose" && !question.choices.includes(text))
    throw problem("bad-request", `Choose one of: ${question.choices.join(", ")}.`);
  if (question.ask === "answer" && text === "") throw problem("bad-request", "Write an answer first.");
  return { result: { type: "text", text }, note: "" };
}
