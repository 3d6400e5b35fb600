/* Pumps regular expressions one after the other, and reports for each whether its work grows faster than its text. */
import { parentPort, workerData } from "node:worker_threads";
import type { RegexLiteral } from "./regex-literals.ts";
import { pumpsOf, type Pump } from "./regex-pumps.ts";

export type PumpJob = { literals: RegexLiteral[]; next: Int32Array; short: number; long: number };

const { literals, next, short, long } = workerData as PumpJob;
/** Below this, the time for a short text says nothing about growth. */
const noticedMs = 1.5;
/** Four times the text takes four times the work, or sixteen times if quadratic. */
const steepest = (long / short) * 2.5;

for (let i = Atomics.add(next, 0, 1); i < literals.length; i = Atomics.add(next, 0, 1)) {
  const literal = literals[i]!;
  parentPort!.postMessage({ done: i, slow: slowPump(literal, () => parentPort!.postMessage({ begun: i })) });
}

/** `begin` is called before each text, so that a timeout covers a single text. */
function slowPump({ source, flags }: RegexLiteral, begin: () => void): Pump | null {
  const regex = new RegExp(source, flags);
  const isSlow = (pump: Pump) => {
    begin();
    return isSteep(regex, pump);
  };
  return pumpsOf(source, flags).find(isSlow) ?? null;
}

function isSteep(regex: RegExp, pump: Pump): boolean {
  const small = textOf(pump, short);
  if (timeOf(regex, small) < noticedMs) return false;
  // Other load can only add time, so the minimum is the most accurate.
  const before = Math.min(...[1, 2, 3].map(() => timeOf(regex, small)));
  if (before < noticedMs) return false;
  const middle = timeOf(regex, textOf(pump, long));
  if (middle < before * steepest) return false;
  // Measure again, in case another process was using the machine.
  return timeOf(regex, textOf(pump, (long / short) * long)) > middle * steepest;
}

function textOf({ start, unit, end }: Pump, length: number): string {
  return start + unit.repeat(Math.ceil(length / unit.length)) + end;
}

function timeOf(regex: RegExp, text: string): number {
  // CPU time rather than wall time, since other processes share the machine.
  const before = process.threadCpuUsage();
  regex.lastIndex = 0;
  if (regex.global) text.replaceAll(regex, "");
  else regex.exec(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
