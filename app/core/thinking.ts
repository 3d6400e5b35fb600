/*
 * Between the question and the first word the screen counts three steps. They
 * are a clock of its own, 1200 ms a step: the model says nothing yet.
 */
export const thinkingStates = ["waiting", "processing", "completed"] as const;
export type ThinkingState = (typeof thinkingStates)[number];

export const thinkingStepMs = 1200;

export function thinkingStateAt(elapsedMs: number): ThinkingState {
  const step = Math.max(0, Math.floor(elapsedMs / thinkingStepMs));
  return thinkingStates[step] ?? "completed";
}

/** How long until the next step; undefined once completed. */
export function untilNextStep(elapsedMs: number): number | undefined {
  if (thinkingStateAt(elapsedMs) === "completed") return undefined;
  return thinkingStepMs - (Math.max(0, elapsedMs) % thinkingStepMs);
}
