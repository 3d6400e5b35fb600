/* Background work must not slow down answers: when CPUs are scarce, its thread or process yields. */
import { setPriority } from "node:os";

/**
 * About half an equal's share, but never none: file readers still finish within their time limits on a busy machine.
 */
const niceness = 3;

/** For a child process that was just started; its future threads inherit it. */
export function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, niceness);
  } catch {
    // It has exited already, or the system does not allow it.
  }
}

/** For the calling thread. Only Linux has per-thread priorities; elsewhere it would affect the whole process. */
export function runAtLowPriority(): void {
  if (process.platform === "linux") lowerPriority(0);
}
