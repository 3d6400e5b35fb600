/* Pumps regular expressions, one after the other, and says of each whether its work grows faster than its text. */
import { parentPort, workerData } from "node:worker_threads";
import type { RegexLiteral } from "./regex-literals.ts";
import { pumpsOf, type Pump } from "./regex-pumps.ts";

export type PumpJob = { literals: RegexLiteral[]; next: Int32Array; short: number; long: number };

const { literals, next, short, long } = workerData as PumpJob;
/** Below this a short text says nothing of growth. */
const noticedMs = 1.5;
/** Four times the text: four times the work, sixteen times where it is quadratic. */
const steepest = (long / short) * 2.5;

for (let i = Atomics.add(next, 0, 1); i < literals.length; i = Atomics.add(next, 0, 1)) {
  const literal = literals[i]!;
  parentPort!.postMessage({ done: i, slow: slowPump(literal, () => parentPort!.postMessage({ begun: i })) });
}

/** `begin` is called before each text, so that silence is one text's. */
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
  // Whatever else the machine did meanwhile only adds: the least is the truest.
  const before = Math.min(...[1, 2, 3].map(() => timeOf(regex, small)));
  if (before < noticedMs) return false;
  const middle = timeOf(regex, textOf(pump, long));
  if (middle < before * steepest) return false;
  // Once more, as another process may have had the machine just then.
  return timeOf(regex, textOf(pump, (long / short) * long)) > middle * steepest;
}

function textOf({ start, unit, end }: Pump, length: number): string {
  return start + unit.repeat(Math.ceil(length / unit.length)) + end;
}

function timeOf(regex: RegExp, text: string): number {
  // Of the processor, not of the clock: other processes have the machine, too.
  const before = process.threadCpuUsage();
  regex.lastIndex = 0;
  if (regex.global) text.replaceAll(regex, "");
  else regex.exec(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
