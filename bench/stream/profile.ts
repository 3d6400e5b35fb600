/* Where the main thread of the measured server spends its time, by the part of the program and by function. */
import { Session, type Profiler } from "node:inspector/promises";

export type Spent = { ms: number; parts: [name: string, ms: number][]; functions: [name: string, ms: number][] };

/** Returns a function that ends the profile. */
export async function startProfile(): Promise<() => Promise<Spent>> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.setSamplingInterval", { interval: 200 });
  await session.post("Profiler.start");
  return async () => {
    const { profile } = await session.post("Profiler.stop");
    session.disconnect();
    return spentIn(profile);
  };
}

function spentIn({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Spent {
  const self = new Map<number, number>();
  for (const [nth, id] of samples.entries()) self.set(id, (self.get(id) ?? 0) + (timeDeltas[nth] ?? 0) / 1000);
  const [parts, functions] = [new Map<string, number>(), new Map<string, number>()];
  let ms = 0;
  for (const { id, callFrame } of nodes) {
    const spent = self.get(id) ?? 0;
    const { functionName, url, lineNumber } = callFrame;
    if (functionName === "(idle)" || spent === 0) continue;
    ms += spent;
    add(parts, partOf(functionName, url), spent);
    add(
      functions,
      `${functionName || "(anonymous)"} ${url.replace(/^.*\/(?=(app|bench|node_modules)\/)/, "")}:${lineNumber + 1}`,
      spent,
    );
  }
  return { ms, parts: largest(parts, 20), functions: largest(functions, 25) };
}

function add(sums: Map<string, number>, name: string, ms: number): void {
  sums.set(name, (sums.get(name) ?? 0) + ms);
}

function largest(sums: ReadonlyMap<string, number>, most: number): [string, number][] {
  return [...sums]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([name, ms]) => [name, Math.round(ms * 10) / 10]);
}

function partOf(functionName: string, url: string): string {
  if (functionName.startsWith("(")) return functionName;
  const own = /\/app\/(\w+\/[\w-]+)/.exec(url)?.[1];
  if (own !== undefined) return `app/${own}`;
  return (
    /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? (url.startsWith("node:") ? url.split("/", 2).join("/") : url || "native")
  );
}
