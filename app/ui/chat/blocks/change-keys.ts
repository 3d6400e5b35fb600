/* Keyboard: J and K move between changes, A applies the focused one, R rejects or reverts it. */
import type { KeyboardEvent } from "react";
import type { PatchState } from "./use-patches.ts";

type Decisions = {
  states: readonly PatchState[];
  apply(index: number): void;
  revert(index: number): void;
  reject(index: number): void;
};

export function decideByKey(event: KeyboardEvent<HTMLElement>, list: HTMLElement | null, changes: Decisions): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const items = [...(list?.children ?? [])] as HTMLElement[];
  const at = items.findIndex((item) => item.contains(document.activeElement));
  const keys: Record<string, () => void> = {
    j: () => items[Math.min(at + 1, items.length - 1)]?.focus(),
    k: () => items[Math.max(at - 1, 0)]?.focus(),
    a: () => changes.apply(at),
    r: () => (changes.states[at]?.kind === "applied" ? changes.revert(at) : changes.reject(at)),
  };
  const act = at < 0 ? undefined : keys[event.key.toLowerCase()];
  if (act === undefined) return;
  event.preventDefault();
  act();
}
