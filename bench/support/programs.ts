/*
 * Programs that a bench starts. All of them end with the bench, also when it is
 * interrupted: what has children of its own is asked to end (`endBy`), the rest
 * is killed.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { openSync, rmSync } from "node:fs";

type Options = {
  env?: Record<string, string>;
  /** A user and a group, for programs that refuse to run as root. */
  owner?: number | undefined;
  /** A file that its output is added to. */
  log: string;
  endBy?: NodeJS.Signals;
};

const running = new Map<ChildProcess, NodeJS.Signals>();
const folders = new Set<string>();

export function startProgram(
  program: string,
  args: readonly string[],
  { env, owner, log, endBy = "SIGKILL" }: Options,
): ChildProcess {
  const output = openSync(log, "a");
  const child = spawn(program, args, {
    stdio: ["ignore", output, output],
    cwd: "/",
    ...(env && { env: { ...process.env, ...env } }),
    ...(owner !== undefined && { uid: owner, gid: owner }),
  });
  return endWithBench(child, endBy);
}

/** For what was started otherwise. */
export function endWithBench(child: ChildProcess, by: NodeJS.Signals = "SIGKILL"): ChildProcess {
  running.set(child, by);
  child.once("exit", () => running.delete(child));
  return child;
}

/** Sends the signal, and resolves when the program has ended. */
export async function endProgram(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}

/** A folder that goes when the bench ends. */
export function removeAtEnd(folder: string): string {
  folders.add(folder);
  return folder;
}

process.on("exit", () => {
  for (const [child, signal] of running) child.kill(signal);
  // What ends in order still writes into its folder for a moment.
  if (running.size > 0 && folders.size > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(130));
