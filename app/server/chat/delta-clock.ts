/*
 * Decides when text deltas are flushed. Each delta costs an event, a log entry and a write to every reader, so deltas of
 * a run that arrive close together are joined. The window depends on event loop load: a frame of the reader's screen,
 * which nobody notices; longer once many answers share the loop, and up to 100 ms as it fills up.
 */
import { performance } from "node:perf_hooks";

export type Dirty = { flushDelta(): void };
/** `isFirst`: its first words, which are waited for. */
export type DeltaClock = { soon(run: Dirty, isFirst: boolean): void; readonly windowMs: number; close(): void };

const measureEveryMs = 100;
const maxWindowMs = 100;
/** Screens paint 60 times a second. */
const frameMs = 16;
/** From this event loop utilization on the window grows to two frames, and from the second to its longest. */
const [sharedFrom, fullFrom] = [0.25, 0.7];

const share = (value: number, from: number, to: number) => Math.min(1, Math.max(0, (value - from) / (to - from)));

export function windowFor(utilization: number, lagMs: number): number {
  const shared = frameMs * (1 + share(utilization, sharedFrom, 0.4));
  const full = maxWindowMs * share(utilization, fullFrom, 1) ** 2;
  // Lag is the more reliable signal: a late loop is overloaded whatever its average.
  return Math.min(maxWindowMs, Math.round(Math.max(shared, full, lagMs > 20 ? lagMs * 2 : 0)));
}

export function createDeltaClock(): DeltaClock {
  const dirty = new Set<Dirty>();
  let isScheduled = false;
  let windowMs = frameMs;
  let flushedAt = -Infinity;
  let before = performance.eventLoopUtilization();
  let measuredAt = performance.now();

  const measuring = setInterval(() => {
    const now = performance.now();
    const utilization = performance.eventLoopUtilization(before).utilization;
    before = performance.eventLoopUtilization();
    const wanted = windowFor(utilization, now - measuredAt - measureEveryMs);
    measuredAt = now;
    // Widens immediately, narrows slowly: a window that jumps back and forth shows as stutter.
    windowMs = wanted > windowMs ? wanted : Math.floor((windowMs * 3 + wanted) / 4);
  }, measureEveryMs);
  measuring.unref();

  function flush(): void {
    isScheduled = false;
    flushedAt = performance.now();
    const runs = [...dirty];
    dirty.clear();
    for (const run of runs) run.flushDelta();
  }

  return {
    soon(run, isFirst) {
      if (isFirst) return void setImmediate(() => run.flushDelta());
      dirty.add(run);
      if (isScheduled) return;
      isScheduled = true;
      // The first delta after a pause goes out immediately; only those close behind it are held back.
      const waitMs = flushedAt + windowMs - performance.now();
      if (waitMs <= 0) setImmediate(flush);
      else setTimeout(flush, waitMs);
    },
    get windowMs() {
      return windowMs;
    },
    close: () => clearInterval(measuring),
  };
}
