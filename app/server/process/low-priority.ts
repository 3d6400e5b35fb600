/*
 * Work that somebody waits for with patience must not slow down answers: where
 * processors are few, the thread or process that does it gives way.
 */
import { setPriority } from "node:os";

/** About half of what an equal gets, and never nothing: readers have their seconds, also where much else is running. */
const niceness = 3;

/** A child process that was just started, with all its threads to come. */
export function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, niceness);
  } catch {
    // It has ended already, or the system does not allow it.
  }
}

/** The thread that calls this. Only Linux has priorities of threads; elsewhere it would be the whole process. */
export function runAtLowPriority(): void {
  if (process.platform === "linux") lowerPriority(0);
}
