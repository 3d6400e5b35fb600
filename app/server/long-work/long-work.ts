/*
 * Runs expensive tasks on large texts: inline if the text is small, otherwise in a worker thread, so that the main
 * thread stays free. Tasks are listed in tasks.ts.
 */
import { randomUUID } from "node:crypto";
import type { Actor } from "#core/workspace/policy.ts";
import { lanes, tasks, type Lane, type Task, type TaskName } from "./tasks.ts";
import { ThreadPool } from "./thread-pool.ts";

/** Shorter texts take less time than starting a thread. */
const shortText = 100_000;

const pools: Record<Lane, ThreadPool> = {
  bodies: new ThreadPool(lanes.bodies),
  texts: new ThreadPool(lanes.texts),
  answers: new ThreadPool(lanes.answers),
  files: new ThreadPool(lanes.files),
  productions: new ThreadPool(lanes.productions),
};
const done = new Map<TaskName, number>();

type Given<Name extends TaskName> = (typeof tasks)[Name] extends Task<infer One, unknown> ? One : never;
type Made<Name extends TaskName> = (typeof tasks)[Name] extends Task<never, infer One> ? One : never;

/**
 * Throws a problem if it would take too long or too much memory. `me` is null for the server's own work, each piece of
 * which queues as a separate person.
 */
export async function longWork<Name extends TaskName>(
  me: Actor | null,
  name: Name,
  given: Given<Name>,
  signal?: AbortSignal,
): Promise<Made<Name>> {
  const { load, size, lane } = tasks[name] as unknown as Task<Given<Name>, Made<Name>>;
  if (size(given) < shortText) return (await load())(given);
  const person = me?.kind === "person" ? me.userId : randomUUID();
  const made = await pools[lane].run({ person, name, given, signal, ...lanes[lane] });
  done.set(name, (done.get(name) ?? 0) + 1);
  return made as Made<Name>;
}

/** How many of each task have run in threads. */
export function longWorkDone(): ReadonlyMap<TaskName, number> {
  return done;
}
