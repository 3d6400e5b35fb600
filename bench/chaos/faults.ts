/* The faults injected into an installation while people work with it. To add a fault, add a row: a name and an
   action. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Installation, StetProcess } from "./installation.ts";

type Fault = { what: string; run(installation: Installation): Promise<void> };

export const faults: readonly Fault[] = [
  { what: "kill -9 of a process", run: ({ processes }) => endAndStart(oneOf(processes), "SIGKILL") },
  { what: "SIGTERM to a process", run: ({ processes }) => endAndStart(oneOf(processes), "SIGTERM") },
  {
    what: "all processes restarted one after the other",
    async run({ processes }) {
      for (const one of processes) await endAndStart(one, "SIGTERM");
    },
  },
  { what: "sessions of PostgreSQL ended", run: (installation) => onServer(installation, endSessions) },
  { what: "the sessions that listen ended", run: (installation) => onServer(installation, endListening) },
  {
    what: "kill -9 of a backend of PostgreSQL",
    async run(installation) {
      const [pid] = await onServer(installation, backends);
      if (pid !== undefined) process.kill(pid, "SIGKILL");
    },
  },
  { what: "PostgreSQL restarted", run: ({ postgres }) => postgres.restart("SIGINT") },
  { what: "PostgreSQL stopped without a word and started", run: ({ postgres }) => postgres.restart("SIGQUIT") },
  { what: "PgBouncer killed and started", run: ({ restartPooler }) => restartPooler("SIGKILL") },
  { what: "HAProxy reloaded", run: async ({ reloadProxy }) => reloadProxy() },
];

/** Every fault occurs once before any repeats, in a different order each time. */
export function* inTurns(): Generator<Fault> {
  for (;;) {
    const left = [...faults];
    while (left.length > 0) yield left.splice(Math.floor(Math.random() * left.length), 1)[0]!;
  }
}

function oneOf<T>(all: readonly T[]): T {
  return all[Math.floor(Math.random() * all.length)]!;
}

async function endAndStart(one: StetProcess, signal: NodeJS.Signals): Promise<void> {
  await one.end(signal);
  await sleep(Math.random() * 2000);
  await one.start();
}

type Query = (text: string) => Promise<{ rows: { pid: number }[] }>;

async function onServer<T>({ postgres }: Installation, what: (query: Query) => Promise<T>): Promise<T> {
  const client = await postgres.connect();
  try {
    return await what((text) => client.query(text));
  } finally {
    await client.end();
  }
}

const others = "from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()";

async function endSessions(query: Query): Promise<void> {
  await query(`select pg_terminate_backend(pid) ${others} and random() < 0.5`);
}

async function endListening(query: Query): Promise<void> {
  await query(`select pg_terminate_backend(pid) ${others} and query ilike any (array['listen%', '%pg_advisory_lock_shared%'])`);
}

async function backends(query: Query): Promise<number[]> {
  return (await query(`select pid ${others} order by random() limit 1`)).rows.map(({ pid }) => pid);
}
