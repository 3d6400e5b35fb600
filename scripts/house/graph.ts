/* What imports drag in, and which files import one another in a loop. */
import type { Source } from "./sources.ts";

type Graph = ReadonlyMap<string, readonly string[]>;

export function graphOf(sources: readonly Source[], { types }: { types: boolean }): Graph {
  const files = new Set(sources.map(({ file }) => file));
  return new Map(
    sources.map(({ file, imports }) => [
      file,
      [...new Set(imports.filter(({ to, isType }) => files.has(to) && (types || !isType)).map(({ to }) => to))],
    ]),
  );
}

/** How many files an import of this one loads, itself not counted. */
export function reachOf(file: string, graph: Graph): number {
  const visited = new Set([file]);
  for (const one of visited) for (const to of graph.get(one) ?? []) visited.add(to);
  return visited.size - 1;
}

/** The sets of files that import one another, by Tarjan's algorithm. */
export function cyclesOf(graph: Graph): string[][] {
  const order = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (file: string): number => {
    const index = order.size;
    let lowest = index;
    order.set(file, index);
    stack.push(file);
    for (const to of graph.get(file) ?? [])
      if (!order.has(to)) lowest = Math.min(lowest, visit(to));
      else if (stack.includes(to)) lowest = Math.min(lowest, order.get(to) ?? lowest);
    if (lowest === index) {
      const members = stack.splice(stack.lastIndexOf(file));
      if (members.length > 1) cycles.push(members);
    }
    return lowest;
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return cycles.toSorted((a, b) => b.length - a.length);
}
