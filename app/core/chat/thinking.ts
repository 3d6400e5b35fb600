/*
 * Until the first token, the screen shows three steps of 1200 ms each. It stays
 * at "processing" until that token: nothing is marked complete before.
 */
export const thinkingStates = ["waiting", "processing", "completed"] as const;
export type ThinkingState = (typeof thinkingStates)[number];

export const thinkingStepMs = 1200;

/** `steps` is how many have elapsed. */
export function thinkingStateAfter(steps: number, hasToken: boolean): ThinkingState {
  if (steps < 1) return "waiting";
  return steps > 1 && hasToken ? "completed" : "processing";
}
