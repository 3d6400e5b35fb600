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
  /** Null until the chunk is there. */
  now: () => M | null;
  /** The chunk itself; rejects if it can't be fetched. */
  module: () => Promise<M>;
  /** For a page that imports the module and so has it from the start: its parts are in the server's page as well. */
  provide: (module: M) => void;
};

const againAfterMs = 2000;

export function late<M extends object>(load: () => Promise<M>): Late<M> {
  let provided: M | null = null;
  let loaded: M | null = null;
  let asked: Promise<void> | null = null;
  let hasFailed = false;
  const listeners = new Set<() => void>();

  async function read(): Promise<void> {
    try {
      loaded = await load();
      for (const listener of listeners) listener();
    } catch {
      // Asked for again at its next use, and until it is there where the page has a place for it.
      asked = null;
      if (listeners.size === 0) return;
      if (!hasFailed) showToast({ id: "late", kind: "error", text: ownProblem("no-connection").title });
      hasFailed = true;
      setTimeout(() => listeners.size > 0 && fetch(), againAfterMs);
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
        () => provided,
      );
      useEffect(fetch, []);
      return now === null ? null : createElement(now[name] as ComponentType<object>, props);
    }
    return Part as M[N];
  }
  async function module(): Promise<M> {
    await (asked ??= read());
    if (loaded === null) throw new Error("A part of the page could not be fetched.");
    return loaded;
  }
  function provide(given: M): void {
    provided = given;
    loaded = given;
    asked = Promise.resolve();
  }
  return { fetch, part, now: () => loaded, module, provide };
}
