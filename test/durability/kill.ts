/*
 * Kills a process at random moments, repeatedly. The program prints what it has promised; the caller checks from the
 * lines whether the next one keeps it.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";

export type Round = {
  /** Milliseconds until kill -9, counted from the start or from the first line that `isReady`. */
  killAfterMs: number;
  isReady?: (line: string) => boolean;
  /** What to do then; kill -9 by default. It must end the process. */
  end?: (child: ChildProcess, lines: readonly string[]) => void;
};

/** Runs `node …program` until it is killed or exits; returns all its output so far. */
export async function runUntilKilled(
  program: string[],
  { killAfterMs, isReady, end }: Round,
): Promise<{ lines: string[]; killed: boolean }> {
  const child = spawn(process.execPath, program, { stdio: ["ignore", "pipe", "inherit"] });
  // Even if this process is interrupted.
  const endWithUs = () => child.kill("SIGKILL");
  process.once("exit", endWithUs);
  child.once("exit", () => process.off("exit", endWithUs));
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  let timer: NodeJS.Timeout | undefined;
  const arm = () => {
    timer ??= setTimeout(() => (end ? end(child, lines) : child.kill("SIGKILL")), killAfterMs);
  };
  reader.on("line", (line) => {
    lines.push(line);
    if (isReady?.(line)) arm();
  });
  if (!isReady) arm();
  const ended = new Promise<NodeJS.Signals | null>((resolve) => {
    child.on("exit", (_, signal) => resolve(signal));
  });
  await new Promise((resolve) => reader.on("close", resolve));
  const signal = await ended;
  clearTimeout(timer);
  return { lines, killed: signal === "SIGKILL" };
}

/** What a writer (writer.ts) promised and found in one round. */
export function readRound(lines: string[]) {
  const numbers = (word: string) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => Number(line.slice(word.length + 1)));
  return {
    checked: numbers("checked").at(0),
    acknowledged: numbers("ack").at(-1),
    broken: lines.find((line) => line.startsWith("broken ")),
  };
}

export type KillResult = { rounds: number; acknowledged: number; lost: number; broken: string[] };

/** Kills the embedded database's writer `rounds` times on one folder; one round in eight during startup. */
export async function killWriter(folder: string, rounds: number, random: () => number): Promise<KillResult> {
  const writer = new URL("./writer.ts", import.meta.url).pathname;
  const result: KillResult = { rounds, acknowledged: 0, lost: 0, broken: [] };
  for (let round = 0; round < rounds; round++) {
    const duringStart = round % 8 === 5;
    const { lines, killed } = await runUntilKilled(
      [writer, folder],
      duringStart ? { killAfterMs: random() * 600 } : { killAfterMs: random() * 400, isReady: (line) => line.startsWith("ack") },
    );
    const { checked, acknowledged, broken } = readRound(lines);
    if (broken || !killed) result.broken.push(broken ?? `round ${round} ended by itself`);
    if (checked !== undefined) result.lost += Math.max(0, result.acknowledged - checked);
    result.acknowledged = acknowledged ?? checked ?? result.acknowledged;
  }
  return result;
}
