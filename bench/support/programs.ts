/*
 * Programs started by a bench. All of them end with the bench, even if it is interrupted: those with children of
 * their own are asked to end (`endBy`), the rest are killed.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { openSync, rmSync } from "node:fs";

type Options = {
  env?: Record<string, string>;
  /** A user and a group, for programs that refuse to run as root. */
  owner?: number | undefined;
  /** A file that its output is appended to. */
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

/** For processes started in other ways. */
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

/** A folder that is removed when the bench ends. */
export function removeAtEnd(folder: string): string {
  folders.add(folder);
  return folder;
}

process.on("exit", () => {
  for (const [child, signal] of running) child.kill(signal);
  // A process that shuts down cleanly still writes into its folder for a moment.
  if (running.size > 0 && folders.size > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(130));
