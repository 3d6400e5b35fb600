/*
 * Between the question and the first word the screen counts three steps on a
 * clock of its own, 1200 ms a step. It waits at "processing" until the model's
 * first token has come: nothing is completed before.
 */
export const thinkingStates = ["waiting", "processing", "completed"] as const;
export type ThinkingState = (typeof thinkingStates)[number];

export const thinkingStepMs = 1200;

/** `steps` have passed on the clock. */
export function thinkingStateAfter(steps: number, hasToken: boolean): ThinkingState {
  if (steps < 1) return "waiting";
  return steps > 1 && hasToken ? "completed" : "processing";
}
