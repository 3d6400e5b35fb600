/*
 * Applies an agent's changes as they arrive, if the writer has chosen that: in one
 * window per device, and only for answers seen while running. Changes that arrived
 * with no draft open wait like any other proposal. Each is tried once, so an undone
 * change is not applied again.
 */
import { useEffect, useRef, useState } from "react";
import type { AgentChange } from "#core/agent/agent.ts";
import type { PatchState } from "../blocks/use-patches.ts";
import type { OpenDocument } from "../open-document.ts";

/** A larger batch would block typing in a long document. */
const mostAtOnce = 12;

type Applying = {
  workId: string;
  proposed: readonly AgentChange[];
  states: readonly PatchState[];
  applies: boolean;
  isLive: boolean;
  document: OpenDocument | null;
  applyTogether(indexes: readonly number[]): void;
};

export function useAgentApplying({ workId, proposed, states, applies, isLive, document, applyTogether }: Applying): void {
  const [wasLive, setWasLive] = useState(isLive);
  if (isLive && !wasLive) setWasLive(true);
  const mayApply = useOnlyWindow(`stet.agent ${workId}`, wasLive && document !== null);
  const tried = useRef(new Set<number>());
  useEffect(() => {
    // Earlier decisions are unknown until they have been read.
    if (!applies || !mayApply || document?.notes.isRead() !== true) return;
    const due = proposed.flatMap(({ isDecision }, index) =>
      isDecision !== true && states[index]?.kind === "open" && !tried.current.has(index) ? [index] : [],
    );
    const now = due.slice(0, mostAtOnce);
    for (const index of now) tried.current.add(index);
    if (now.length > 0) applyTogether(now);
  });
}

/** True in one window per device; in every window where the browser has no locks. */
function useOnlyWindow(name: string, isWanted: boolean): boolean {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (!isWanted) return;
    const leave = new AbortController();
    const until = new Promise<void>((resolve) => leave.signal.addEventListener("abort", () => resolve()));
    const hold = () => {
      if (!leave.signal.aborted) setHeld(true);
      return until;
    };
    if (navigator.locks) navigator.locks.request(name, { signal: leave.signal }, hold).catch(() => {});
    else void hold();
    return () => {
      leave.abort();
      setHeld(false);
    };
  }, [name, isWanted]);
  return isHeld && isWanted;
}
