/*
 * Between the question and the first word: waiting, processing, completed, one
 * step every 1200 ms. It is only a clock of our own (the model says nothing
 * yet), and it stands where the answer's first line will stand.
 */
import { useEffect, useState } from "react";
import { thinkingStates, thinkingStepMs, type ThinkingState } from "#core/thinking.ts";

const words: Record<ThinkingState, string> = { waiting: "Waiting", processing: "Processing", completed: "Completed" };

/** `isHeld` until the server has the question: nothing is processed before. */
export function ThinkingIndicator({ isHeld }: { isHeld: boolean }) {
  const [step, setStep] = useState(0);
  useEffect(() => {
    if (isHeld || step === thinkingStates.length - 1) return;
    const timer = setTimeout(() => setStep(step + 1), thinkingStepMs);
    return () => clearTimeout(timer);
  }, [step, isHeld]);
  const state = thinkingStates[step] ?? "completed";
  return (
    <p className="flex h-7 items-center gap-2 font-sans text-ink-faint" data-thinking={state}>
      <span className="flex gap-1" aria-hidden="true">
        {thinkingStates.map((name, i) => (
          <span key={name} className={`size-1 rounded-full transition-colors ${i <= step ? "bg-blue" : "bg-rule-strong/50"}`} />
        ))}
      </span>
      <span className="thinking-shimmer">{words[state]}</span>
    </p>
  );
}
