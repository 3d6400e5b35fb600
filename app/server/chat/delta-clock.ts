/*
 * Decides when text deltas are flushed. Each delta costs an event, a log entry and a write to
 * every reader, so deltas of a run that arrive close together are joined. The window depends on
 * event loop load: none while the loop is mostly idle, up to 100 ms as it fills up.
 */
import { performance } from "node:perf_hooks";

export type Dirty = { flushDelta(): void };
export type DeltaClock = { soon(run: Dirty): void; readonly windowMs: number; close(): void };

const measureEveryMs = 100;
const maxWindowMs = 100;
/** Below this event loop utilization, batching saves nothing. */
const idleBelow = 0.6;

export function windowFor(utilization: number, lagMs: number): number {
  const busy = Math.max(0, (utilization - idleBelow) / (1 - idleBelow));
  // Lag is the more reliable signal: a late loop is overloaded whatever its average.
  return Math.min(maxWindowMs, Math.round(Math.max(busy * busy * maxWindowMs, lagMs > 20 ? lagMs * 2 : 0)));
}

export function createDeltaClock(): DeltaClock {
  const dirty = new Set<Dirty>();
  let isScheduled = false;
  let windowMs = 0;
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
    soon(run) {
      dirty.add(run);
      if (isScheduled) return;
      isScheduled = true;
      // The first delta after a pause goes out immediately; only those close behind it are held back.
      const waitMs = windowMs === 0 ? 0 : flushedAt + windowMs - performance.now();
      if (waitMs <= 0) setImmediate(flush);
      else setTimeout(flush, waitMs);
    },
    get windowMs() {
      return windowMs;
    },
    close: () => clearInterval(measuring),
  };
}
