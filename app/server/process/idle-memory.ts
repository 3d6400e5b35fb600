/*
 * Gives memory back to the system after a busy time. V8 collects when something is allocated: when nothing is, what a
 * thousand answers left behind stays, 200 MB of it. A full collection takes about 0.2 s, so it waits for a quiet moment.
 */
import { performance } from "node:perf_hooks";

const lookEveryMs = 10_000;
/** Used less than this in one look's time: no answer is being written. */
const quietUtilization = 0.02;
/** Grown by this since the last collection: less is not worth the pause. */
const worthBytes = 48 * 1024 * 1024;

export type Memory = {
  residentBytes(): number;
  /** The share of the time since the last call in which the event loop was at work. */
  utilization(): number;
  collect(): void;
};

/** Looks again every few seconds until the returned function is called. Without `--expose-gc` it does nothing. */
export function giveMemoryBack(): () => void {
  const collect = globalThis.gc;
  if (collect === undefined) return () => undefined;
  let before = performance.eventLoopUtilization();
  const look = whenIdle({
    residentBytes: () => process.memoryUsage.rss(),
    utilization: () => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return utilization;
    },
    collect: () => void collect({ type: "major", execution: "sync", flavor: "last-resort" }),
  });
  const timer = setInterval(look, lookEveryMs).unref();
  return () => clearInterval(timer);
}

/** One look: collects if it is quiet and memory has grown. */
export function whenIdle({ residentBytes, utilization, collect }: Memory): () => void {
  let least = residentBytes();
  return () => {
    const isQuiet = utilization() < quietUtilization;
    const bytes = residentBytes();
    if (!isQuiet || bytes - least < worthBytes) {
      least = Math.min(least, bytes);
      return;
    }
    collect();
    least = residentBytes();
  };
}
