/*
 * The whole server in its own process, which reports on request what it holds: the heap after a collection, timers,
 * sockets, descriptors, subscriptions, and the number of objects of each kind that lives as long as a request.
 */
import { readdirSync } from "node:fs";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { queryObjects } from "node:v8";
import { LiveRun } from "#server/chat/live-run.ts";
import { readEnv } from "#server/env.ts";
import { surviveFaults } from "#server/process/process-faults.ts";
import { startServer } from "../../app/start.ts";

export type Held = { heapMb: number; rssMb: number; counts: Record<string, number>; warnings: string[] };

const warnings: string[] = [];
// Counting objects is experimental in Node and prints a warning.
process.on("warning", (warning) => warning.name === "ExperimentalWarning" || warnings.push(warning.stack ?? String(warning)));

const server = await startServer(readEnv(process.env));
surviveFaults(server.stet.log);

/** Number of live objects, not counting those that await collection. */
const objectsOf = (kind: Function) => queryObjects(kind, { format: "count" }) as number;

async function held(): Promise<Held> {
  // The second collection frees what finalizers have released.
  for (let times = 0; times < 3; times++) {
    globalThis.gc?.();
    await sleep(100);
  }
  const { heapUsed, rss } = process.memoryUsage();
  const resources = Map.groupBy(process.getActiveResourcesInfo(), (name) => name);
  const active = (name: string) => resources.get(name)?.length ?? 0;
  const { stet } = server;
  const counts = {
    timers: active("Timeout"),
    immediates: active("Immediate"),
    sockets: active("TCPSocketWrap"),
    descriptors: readdirSync("/proc/self/fd").length,
    subscriptions: stet.updates.subscribed,
    "running answers": stet.runs.running,
    "LiveRun objects": objectsOf(LiveRun),
    "ServerResponse objects": objectsOf(ServerResponse),
    "IncomingMessage objects": objectsOf(IncomingMessage),
    "Socket objects": objectsOf(Socket),
    "AbortController objects": objectsOf(AbortController),
  };
  return { heapMb: heapUsed / 1e6, rssMb: rss / 1e6, counts, warnings: warnings.splice(0) };
}

process.on("message", async () => process.send!(await held()));
process.send!("ready");
