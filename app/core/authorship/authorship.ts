/*
 * Who wrote what. Every document position belongs to a run, and every run has
 * an origin: typed, pasted, proposed by a model for a prompt, quoted from a
 * source, imported, or unknown. It is stored next to the document, as run
 * lengths in document positions, so that patches, merges and comparisons
 * needn't handle it. What can't be determined is unknown, never assumed to be
 * typed.
 */

/** Which model, for which prompt, in which message. */
type Answered = { model: string; prompt: string; messageId?: string | undefined };
export type Origin =
  | { kind: "unknown" }
  | { kind: "typed" }
  /** `from` is one of our drafts; without it, the text came from outside. */
  | { kind: "pasted"; at: string; from?: { id: string; name: string } | undefined }
  | ({ kind: "proposed"; at: string; via: "change" | "write" | "selection" | "agent" | "answer" } & Answered)
  /** Words that occur in a source; `model` if a model quoted them. */
  | ({ kind: "quoted"; at: string; source: string; place?: string | undefined } & {
      [K in keyof Answered]?: Answered[K] | undefined;
    })
  /** A file, or a counterpart's text in it. */
  | { kind: "imported"; at: string; file?: string | undefined; author?: string | undefined };
export type OriginKind = Origin["kind"];

export const unknown: Origin = { kind: "unknown" };
export const typed: Origin = { kind: "typed" };

export type Run = { length: number; origin: Origin };
/** In document order; adjacent runs always differ. */
export type Runs = readonly Run[];

/** Storage and wire format: unique origins, and pairs of a length and an origin's index. */
export type Authorship = { origins: Origin[]; runs: number[] };

export function runsOf(length: number, origin: Origin): Runs {
  return length > 0 ? [{ length, origin }] : [];
}

export function lengthOf(runs: Runs): number {
  let length = 0;
  for (const run of runs) length += run.length;
  return length;
}

export function isSameOrigin(a: Origin, b: Origin): boolean {
  return a === b || (a.kind === b.kind && keyOf(a) === keyOf(b));
}

const keys = new WeakMap<Origin, string>();

/** Equal for equal origins, regardless of field order. */
export function keyOf(origin: Origin): string {
  const known = keys.get(origin);
  if (known !== undefined) return known;
  const key = JSON.stringify(origin, (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  keys.set(origin, key);
  return key;
}

/** Concatenates lists, merging equal runs where they meet. */
export function joinRuns(...lists: readonly Runs[]): Runs {
  const joined: Run[] = [];
  for (const list of lists) {
    for (const run of list) {
      const last = joined.at(-1);
      if (run.length === 0) continue;
      if (last && isSameOrigin(last.origin, run.origin))
        joined[joined.length - 1] = { length: last.length + run.length, origin: last.origin };
      else joined.push(run);
    }
  }
  return joined;
}

export function cutRuns(runs: Runs, from: number, to: number): Runs {
  const cut: Run[] = [];
  let start = 0;
  for (const run of runs) {
    if (start >= to) break;
    const length = Math.min(to, start + run.length) - Math.max(from, start);
    if (length > 0) cut.push(length === run.length ? run : { length, origin: run.origin });
    start += run.length;
  }
  return cut;
}

/**
 * Replaces [from, to) with `inserted`. The cost depends on the number of runs,
 * however long the document is.
 */
export function replaceRuns(runs: Runs, from: number, to: number, inserted: Runs): Runs {
  let start = 0;
  let first = 0;
  while (first < runs.length && start + runs[first]!.length < from) start += runs[first++]!.length;
  let [end, last] = [start, first];
  while (last < runs.length && end <= to) end += runs[last++]!.length;
  const near = runs.slice(first, last);
  const changed = joinRuns(cutRuns(near, 0, from - start), inserted, cutRuns(near, to - start, end - start));
  // Only adjacent runs can have become equal.
  return [...runs.slice(0, first), ...changed, ...runs.slice(last)];
}

/** Changes the origin within [from, to) wherever `choose` returns one. */
export function changeOrigins(runs: Runs, from: number, to: number, choose: (origin: Origin) => Origin): Runs {
  const changed = cutRuns(runs, from, to).map(({ length, origin }) => ({ length, origin: choose(origin) }));
  return replaceRuns(runs, from, to, changed);
}

export function originAt(runs: Runs, pos: number): Origin {
  let start = 0;
  for (const run of runs) {
    start += run.length;
    if (pos < start) return run.origin;
  }
  return unknown;
}

export function packRuns(runs: Runs): Authorship {
  const places = new Map<string, number>();
  const origins: Origin[] = [];
  const packed: number[] = [];
  for (const { length, origin } of runs) {
    const key = keyOf(origin);
    let place = places.get(key);
    if (place === undefined) {
      place = origins.push(origin) - 1;
      places.set(key, place);
    }
    packed.push(length, place);
  }
  return { origins, runs: packed };
}

/** Null if it doesn't fit a document of this size: then none of it can be trusted. */
export function unpackRuns(packed: Authorship | null, size: number): Runs | null {
  if (packed === null || packed.runs.length % 2 !== 0) return null;
  const runs: Run[] = [];
  for (let i = 0; i < packed.runs.length; i += 2) {
    const origin = packed.origins[packed.runs[i + 1]!];
    if (origin === undefined) return null;
    runs.push({ length: packed.runs[i]!, origin });
  }
  const joined = joinRuns(runs);
  return lengthOf(joined) === size ? joined : null;
}
