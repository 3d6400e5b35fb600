/*
 * Shown between the question and the first word: waiting, processing, completed. It
 * uses the page's clock and takes the place of the answer's first line.
 */
import { useEffect, useState } from "react";
import { thinkingStateAfter, thinkingStates, thinkingStepMs, type ThinkingState } from "#core/chat/thinking.ts";

const words: Record<ThinkingState, string> = { waiting: "Waiting", processing: "Processing", completed: "Completed" };

type ThinkingIndicatorProps = {
  /** Until the server has the question, nothing is being processed. */
  isHeld: boolean;
  /** The model has started, with nothing to show yet, such as half of a marker. */
  hasToken: boolean;
};

export function ThinkingIndicator({ isHeld, hasToken }: ThinkingIndicatorProps) {
  const [steps, setSteps] = useState(0);
  useEffect(() => {
    if (isHeld || steps === thinkingStates.length - 1) return;
    const timer = setTimeout(() => setSteps(steps + 1), thinkingStepMs);
    return () => clearTimeout(timer);
  }, [steps, isHeld]);
  const state = thinkingStateAfter(steps, hasToken);
  const reached = thinkingStates.indexOf(state);
  return (
    <p className="flex h-7 items-center gap-2 font-sans text-ink-faint" data-thinking={state}>
      <span className="flex gap-1" aria-hidden="true">
        {thinkingStates.map((name, i) => (
          <span key={name} className={`size-1 rounded-full transition-colors ${i <= reached ? "bg-blue" : "bg-rule-strong/50"}`} />
        ))}
      </span>
      <span className="thinking-shimmer">{words[state]}</span>
    </p>
  );
}
