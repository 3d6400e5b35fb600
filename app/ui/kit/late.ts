/*
 * Parts of the screen that come in a chunk of their own. Like React's lazy, but
 * a part whose chunk is already there is drawn at once: Suspense would hold it
 * back for 300 ms after its empty fallback, and a menu that late feels broken.
 */
import { createElement, useEffect, useSyncExternalStore, type ComponentType } from "react";
import { ownProblem } from "#core/workspace/own-problems.ts";
import { showToast } from "./toast.tsx";

export type Late<M> = {
  /** Fetches the chunk ahead of its first use; again if that failed before. */
  fetch: () => void;
  /** Draws nothing until the chunk is there. */
  part: <N extends keyof M>(name: N) => M[N];
};

export function late<M extends object>(load: () => Promise<M>): Late<M> {
  let loaded: M | null = null;
  let asked: Promise<void> | null = null;
  const listeners = new Set<() => void>();

  async function read(): Promise<void> {
    try {
      loaded = await load();
      for (const listener of listeners) listener();
    } catch {
      asked = null;
      if (listeners.size > 0) showToast({ id: "late", kind: "error", text: ownProblem("no-connection").title });
    }
  }
  function fetch(): void {
    asked ??= read();
  }
  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  function part<N extends keyof M>(name: N): M[N] {
    function Part(props: object) {
      const now = useSyncExternalStore(
        subscribe,
        () => loaded,
        () => null,
      );
      useEffect(fetch, []);
      return now === null ? null : createElement(now[name] as ComponentType<object>, props);
    }
    return Part as M[N];
  }
  return { fetch, part };
}
