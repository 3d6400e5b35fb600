/*
 * How the process holds memory, which both the C library and V8 read only when a process starts: so the server starts
 * itself once more, in the same process, with them set.
 *
 * glibc gives every thread an arena of its own, and what is freed in one is of no use in another: 90 MB at rest. V8 lets
 * its young generation grow to 128 MB under load and never makes it smaller again by itself. It also lets what is
 * garbage grow to about twice what is in use before it collects: requests to a model are so large that they are garbage
 * of that kind, 1 MB a second in a review's run. Half is enough, and costs no processor time that can be measured.
 */

const environment = { MALLOC_ARENA_MAX: "2", MALLOC_TRIM_THRESHOLD_: String(128 * 1024) };
const flags = ["--max-semi-space-size=8", "--heap-growing-percent=50", "--expose-gc"];

type Process = Pick<NodeJS.Process, "platform" | "env" | "execPath" | "execArgv" | "argv" | "connected" | "execve">;

/** Does not return if the process is restarted. What an administrator has set is kept. */
export function beginWithMemorySettings(process: Process): void {
  const { platform, env, execPath, execArgv, argv } = process;
  // A parent that speaks to this process over a channel, as `node --watch` does, would lose it.
  if (platform !== "linux" || process.execve === undefined || process.connected || env["MALLOC_ARENA_MAX"] !== undefined) return;
  process.execve(execPath, [execPath, ...flags, ...execArgv, ...argv.slice(1)], { ...environment, ...env });
}
